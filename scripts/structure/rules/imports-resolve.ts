import { resolveImport } from '../resolve.ts';
import type { Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { codeFiles } from '../tree.ts';

export const importsResolve: Rule = {
  name: 'imports-resolve',
  asks: 'An import names a file that exists, with its extension.',
  check: (tree) =>
    codeFiles(tree).flatMap((file) =>
      importsOf(file).flatMap(({ specifier, line }) => {
        const target = resolveImport(file.path, specifier);
        if (target === undefined || tree.paths.has(target)) return [];
        return [{ path: file.path, line, message: `'${specifier}' names no file (write the extension too)` }];
      }),
    ),
};
