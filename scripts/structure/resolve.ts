import { posix } from 'node:path';

/**
 * The project path that a specifier means: `./x.ts` from the importing file, `#server/x.ts` from the root, without
 * Vite's `?url` and the like. Undefined for packages and Node's own modules.
 */
export function resolveImport(from: string, specifier: string): string | undefined {
  const plain = specifier.replace(/\?.*$/, '');
  if (plain.startsWith('#')) return plain.slice(1);
  if (plain.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), plain));
  return undefined;
}

/** `@scope/name` of `@scope/name/deep/path`; undefined for project files, computed paths and Node's own modules. */
export function packageOf(specifier: string): string | undefined {
  if (/^[.#/(]/.test(specifier) || specifier.startsWith('node:') || specifier.startsWith('virtual:')) return undefined;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
