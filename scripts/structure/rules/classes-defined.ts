import type { Problem, Rule } from '../rule.ts';
import { codeOf } from '../source.ts';
import { codeFiles, findFile, isTest, lineAt, type SourceFile, type Tree } from '../tree.ts';
import { resolveImport } from '../resolve.ts';

const sheetImport = /import (\w+) from '([^']+\.module\.css)'/g;

export const classesDefined: Rule = {
  name: 'classes-defined',
  asks: 'A class that code takes from a style sheet is in that sheet.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => path.startsWith('web/') && !isTest(path))
      .flatMap((file) => [...file.text.matchAll(sheetImport)].flatMap((match) => unknownClasses(tree, file, match))),
};

function unknownClasses(tree: Tree, file: SourceFile, [, name = '', specifier = '']: RegExpExecArray): Problem[] {
  const path = resolveImport(file.path, specifier) ?? '';
  const sheet = findFile(tree, path);
  if (!sheet) return []; // imports-resolve reports it
  const known = new Set([...sheet.text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map((match) => match[1]));
  const code = codeOf(file);
  return [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]
    .filter((match) => !known.has(match[1]))
    .map((match) => ({ path: file.path, line: lineAt(code, match.index), message: `${path} has no .${match[1]}` }));
}
