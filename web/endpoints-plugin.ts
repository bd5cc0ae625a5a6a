import path from 'node:path';
import { type Plugin, runnerImport } from 'vite';

const virtualId = 'virtual:endpoints';
const resolvedId = `\0${virtualId}`;

type Declared = {
  method: string;
  path: string;
  meta?: unknown;
  idempotent?: boolean;
  upload?: boolean;
  cache?: number | true;
  follows?: readonly string[];
  rollback?: true;
};

type Compact = [
  method: string,
  path: string,
  flags?: string,
  cache?: { minutes: number | true; follows?: readonly string[] },
];

/** What the browser needs of an endpoint: method, path, and the flags that change how it is called. */
function compact(endpoint: Declared): Compact {
  const flags = [
    endpoint.meta === undefined ? '' : 'list',
    endpoint.idempotent === true ? 'idempotent' : '',
    endpoint.upload === true ? 'upload' : '',
    endpoint.rollback === true ? 'rollback' : '',
  ].filter((flag) => flag !== '');
  const { method, path: address, cache: minutes, follows } = endpoint;
  if (minutes !== undefined) return [method, address, flags.join(' '), { minutes, ...(follows && { follows }) }];
  return flags.length === 0 ? [method, address] : [method, address, flags.join(' ')];
}

/** Reduces the contract to `{ feature: { name: [method, path, flags, cache] } }`. */
export function compactContract(
  contract: Record<string, Record<string, Declared>>,
): Record<string, Record<string, Compact>> {
  return Object.fromEntries(
    Object.entries(contract).map(([feature, map]) => [
      feature,
      Object.fromEntries(Object.entries(map).map(([name, endpoint]) => [name, compact(endpoint)])),
    ]),
  );
}

/**
 * Serves `virtual:endpoints`, made from `contract/index.ts` while building, so that neither zod
 * nor the schemas reach the browser.
 */
export function endpointsPlugin(): Plugin {
  const contractDir = path.resolve(import.meta.dirname, '../contract');
  const entry = path.join(contractDir, 'index.ts');
  return {
    name: 'endpoints',
    resolveId(id) {
      return id === virtualId ? resolvedId : null;
    },
    async load(id) {
      if (id !== resolvedId) return null;
      const { module, dependencies } = await runnerImport<{
        contract: Record<string, Record<string, Declared>>;
      }>(entry, { configFile: false, root: contractDir, logLevel: 'error' });
      for (const file of dependencies) this.addWatchFile(path.resolve(contractDir, file));
      return `export const endpoints = ${JSON.stringify(compactContract(module.contract))};`;
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(contractDir)) return undefined;
      const virtual = this.environment.moduleGraph.getModuleById(resolvedId);
      if (virtual === undefined) return undefined;
      this.environment.moduleGraph.invalidateModule(virtual);
      return [...modules, virtual];
    },
  };
}
