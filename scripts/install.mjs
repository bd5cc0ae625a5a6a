import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Plain JavaScript: it runs before any package is there.

/** Stops with a sentence when this Node is too old for the packages. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Tradewind needs Node 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the packages unless node_modules already is what package-lock.json asks for. `tools`: also those only development needs. */
export function ensureInstalled(root, { tools = false } = {}) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const stampFile = join(root, 'node_modules', '.tradewind-install');
  const stamp = createHash('sha256')
    .update(lock)
    .update(`${root} ${process.platform}-${process.arch} ${tools}`)
    .digest('hex');
  if (readText(stampFile) === stamp) return;
  if (!isInstalled(root, JSON.parse(lock.toString()), tools)) {
    console.log('Installing the packages of package-lock.json…');
    rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true }); // npm looks at the folder itself
    install(root, tools);
  }
  rmSync(stampFile, { force: true }); // it may be a hard link of a folder that was copied
  writeFileSync(stampFile, stamp);
}

// Not `npm ci`: that refuses a lock without the optional packages of platforms that some registries do not offer.
// This installs the lock's versions as well and leaves the lock as it is.
function install(root, tools) {
  const args = [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...(tools ? ['--include=dev'] : []),
  ];
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const run = spawnSync(npm[0], [...npm.slice(1), ...args], { cwd: root, stdio: 'inherit' });
  if (run.status === 0) return;
  console.error(
    `The packages could not be installed (${run.error?.message ?? 'npm install failed'}). See the messages above.`,
  );
  process.exit(1);
}

/** Compares the lock with the record that npm keeps of what it installed. */
function isInstalled(root, lock, tools) {
  const record = readText(join(root, 'node_modules', '.package-lock.json'));
  if (!record) return false;
  const installed = JSON.parse(record).packages ?? {};
  const wanted = Object.entries(lock.packages ?? {}).filter(([path]) => path !== '');
  const own = Object.keys(lock.packages?.['']?.dependencies ?? {}).map((name) => `node_modules/${name}`);
  // what npm wrote down may be of another folder that this one was copied from
  if (own.some((path) => versionAt(root, path) !== lock.packages[path]?.version)) return false;
  return wanted.every(([path, entry]) => {
    const found = installed[path];
    if (found) return found.version === entry.version && found.integrity === entry.integrity;
    // Packages for other platforms are left out, and development's in production.
    return entry.optional || entry.devOptional || (entry.dev && !tools);
  });
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function versionAt(root, path) {
  const text = readText(join(root, path, 'package.json'));
  return text === undefined || text === '' ? undefined : JSON.parse(text).version;
}
