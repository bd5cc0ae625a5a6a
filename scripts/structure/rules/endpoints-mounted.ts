import { contractFeatures } from '../contract-features.ts';
import type { Problem, Rule } from '../rule.ts';
import { codeOf } from '../source.ts';
import { codeFiles, isTest, type Tree } from '../tree.ts';

/** `mount(host, 'quotes', quotes, …)` or with `contract.quotes`: the types see to it that no handler is missing. */
export const endpointsMounted: Rule = {
  name: 'endpoints-mounted',
  asks: 'The endpoints of a contract file are mounted once, in server/features/<word>/<word>.routes.ts.',
  check(tree) {
    const server = serverCode(tree);
    return contractFeatures(tree).flatMap((feature): Problem[] => {
      const mounted = new RegExp(`\\bmount\\w*(?:<[^>]*>)?\\([^(){}]*?[\\s,.]${feature.name}\\s*,`);
      const homes = server.filter(({ code }) => mounted.test(code));
      if (homes.length === 1) return [];
      const count = homes.length === 0 ? 'nowhere' : `twice: ${homes.map(({ path }) => path).join(', ')}`;
      return [{ path: feature.file, message: `'${feature.name}' is mounted ${count}` }];
    });
  },
};

function serverCode(tree: Tree): { path: string; code: string }[] {
  return codeFiles(tree)
    .filter(({ path }) => path.startsWith('server/') && !isTest(path))
    .map((file) => ({ path: file.path, code: codeOf(file) }));
}
