// npm start: checks Node, installs what is missing, builds what is stale, then launches everything.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { checkNode, ensureInstalled } from './install.mjs';

checkNode();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dev = process.argv.includes('--dev');
ensureInstalled(root, { tools: dev });
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
// The build runs beside the database's start; in development Vite serves the sources.
const built = dev ? Promise.resolve() : ensureBuilt(root);
built.catch(() => {}); // launch() waits for it and reports it
const { register } = await import('tsx/esm/api');
register();
const { launch } = await import('./launch.ts');
await launch({ root, dev, built });
