import { resolveImport } from '../resolve.ts';
import type { Problem, Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { codeFiles, findFile, isTest, type SourceFile, type Tree } from '../tree.ts';

export const webWithoutZod: Rule = {
  name: 'web-without-zod',
  asks: 'The browser takes types and plain rules from the contract: no file of web/ brings zod along, which is 19 kB.',
  check(tree) {
    const bringsZod = zodBringers(tree);
    return codeFiles(tree)
      .filter(({ path }) => path.startsWith('web/') && !path.includes('plugin') && !isTest(path))
      .flatMap((file) =>
        importsAtRunTime(file).flatMap((item): Problem[] => {
          const isContract = item.target?.startsWith('contract/') === true;
          return item.specifier === 'zod' || (isContract && bringsZod(item.target ?? ''))
            ? [
                {
                  path: file.path,
                  line: item.line,
                  message: `'${item.specifier}' brings zod: take a type, or a file of plain rules`,
                },
              ]
            : [];
        }),
      );
  },
};

const importsAtRunTime = (file: SourceFile) =>
  importsOf(file)
    .filter(({ typeOnly }) => !typeOnly)
    .map((item) => ({ ...item, target: resolveImport(file.path, item.specifier) }));

/** Tells whether a file of the contract imports zod at run time, itself or by others. */
function zodBringers(tree: Tree): (path: string) => boolean {
  const known = new Map<string, boolean>();
  const brings = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, false); // for the way round a cycle, which is a problem of its own
    const file = findFile(tree, path);
    const result =
      file !== undefined &&
      importsAtRunTime(file).some(
        ({ specifier, target }) => specifier === 'zod' || (target !== undefined && brings(target)),
      );
    known.set(path, result);
    return result;
  };
  return brings;
}
