import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Started by the server itself, as processes of their own. */
const startedByServer = ['server/lib/parsing/parsing-entry.ts'];

const bundles = new Map<string, Promise<string>>();

/**
 * A TypeScript entry with all that it imports of ours as a few JavaScript files; the path of the first. Built once per
 * worker: starting the server from its thousand sources takes 3 core-seconds, starting it from there not one.
 */
export function bundled(entry: string): Promise<string> {
  const built = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, built);
  return built;
}

async function bundle(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-bundle-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const outDir = join(folder, 'built');
  const entries = [entry, ...startedByServer];
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownPlace((source) => join(outDir, `${nameOf(source)}.mjs`))],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((one) => [nameOf(one), join(root, one)])),
        output: { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs', keepNames: true },
      },
    },
  });
  return join(outDir, `${nameOf(entry)}.mjs`);
}

const urlOf = (path: string) => JSON.stringify(pathToFileURL(path).href);
const nameOf = (entry: string) => entry.replace(/\.ts$/, '');

/** Each module finds the files beside its source, and a process that it starts is the bundled one. */
function ownPlace(outputOf: (source: string) => string): Plugin {
  return {
    name: 'own-place',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
      let changed = code;
      for (const entry of startedByServer)
        changed = changed.replace(`'./${basename(entry)}', import.meta.url`, urlOf(outputOf(entry)));
      return { code: changed.replaceAll('import.meta.url', urlOf(id)), map: null };
    },
  };
}
