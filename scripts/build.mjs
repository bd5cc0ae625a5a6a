import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Builds the web app into dist/web, unless it was already built from the same sources. Returns whether it built. */
export async function ensureBuilt(root) {
  const stampFile = join(root, 'dist', 'web.stamp');
  const hash = hashSources(root);
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;
  if (isCurrent && existsSync(join(root, 'dist', 'web', 'index.html'))) return false;
  console.log('Building the web app…');
  await build(root);
  await compressAssets(join(root, 'dist', 'web'));
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stampFile, hash);
  return true;
}

/** Brotli beside each asset, so that the server never compresses the same bytes twice. */
async function compressAssets(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|svg)$/.test(entry.name));
  for (const entry of texts) {
    const file = join(entry.parentPath, entry.name);
    writeFileSync(`${file}.br`, await compress(readFileSync(file)));
  }
}

function hashSources(root) {
  const hash = createHash('sha256');
  const add = (file) =>
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  for (const folder of ['web', 'contract']) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
    for (const file of files.map((entry) => join(entry.parentPath, entry.name)).toSorted()) add(file);
  }
  add(join(root, 'package-lock.json'));
  add(join(root, 'package.json'));
  return hash.digest('hex');
}

function build(root) {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--config', join(root, 'web', 'vite.config.ts'), '--logLevel', 'warn'];
  return new Promise((resolve, reject) => {
    // Whoever asks for the build: React's development build is nearly twice the bytes.
    const env = { ...process.env, NODE_ENV: 'production' };
    const run = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    run.once('error', reject);
    run.once('exit', (code, signal) => {
      if (code === 0) resolve(undefined);
      else
        reject(refusal(`The web app could not be built (vite ended with ${signal ?? code}). See the messages above.`));
    });
  });
}

/** An error whose message says all: the launcher prints it without its stack trace. */
function refusal(sentence) {
  const error = new Error(sentence);
  error.name = 'Refusal';
  return error;
}
