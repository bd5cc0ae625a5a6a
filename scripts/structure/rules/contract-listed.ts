import { contractFeatures } from '../contract-features.ts';
import type { Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { findFile } from '../tree.ts';

export const contractListed: Rule = {
  name: 'contract-listed',
  asks: 'Every contract file with endpoints is listed in contract/index.ts.',
  check(tree) {
    const index = findFile(tree, 'contract/index.ts');
    const listed = new Set(index ? importsOf(index).map((item) => item.specifier) : []);
    return contractFeatures(tree)
      .filter((feature) => !listed.has(`./${feature.word}.ts`))
      .map((feature) => ({ path: feature.file, message: `'${feature.name}' is not listed in contract/index.ts` }));
  },
};
