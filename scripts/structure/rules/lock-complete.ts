import type { Problem, Rule } from '../rule.ts';
import { findFile } from '../tree.ts';

type Locked = { optionalDependencies?: Record<string, string>; resolved?: string };

const file = 'package-lock.json';

/**
 * npm leaves packages for other platforms out of the lock when its registry does not offer them; `npm ci` then refuses
 * the whole lock, here and everywhere else.
 */
export const lockComplete: Rule = {
  name: 'lock-complete',
  asks: 'package-lock.json lists the packages for every platform and names no registry, so that `npm ci` works anywhere.',
  check(tree) {
    // npm's own format; only these fields are read
    const lock = JSON.parse(findFile(tree, file)?.text ?? '{}') as { packages?: Record<string, Locked> };
    const packages = lock.packages ?? {};
    return Object.entries(packages).flatMap(([path, entry]): Problem[] => [
      ...Object.keys(entry.optionalDependencies ?? {})
        .filter((name) => !isLocked(packages, path, name))
        .map((name) => ({
          path: file,
          message: `lacks ${name}, which ${path} may need: add its entry (version, os, cpu)`,
        })),
      ...(entry.resolved ? [{ path: file, message: `${path} names a registry: remove 'resolved'` }] : []),
    ]);
  },
};

/** Node's own way: the nearest node_modules on the way up. */
function isLocked(packages: Record<string, Locked>, from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${at}${at && '/'}node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}
