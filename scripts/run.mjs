// Runs a TypeScript file: node scripts/run.mjs path args…
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkNode, ensureInstalled } from './install.mjs';

checkNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [path, ...args] = process.argv.slice(2);
if (!path) {
  console.error('Usage: node scripts/run.mjs <file.ts> [arguments]');
  process.exit(1);
}
ensureInstalled(root, { tools: process.env.NODE_ENV !== 'production' });
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
const { register } = await import('tsx/esm/api');
register();
const entry = resolve(root, path);
process.argv = [process.argv[0], entry, ...args];
await import(pathToFileURL(entry).href);
