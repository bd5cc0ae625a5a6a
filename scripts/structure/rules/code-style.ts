import type { ESTree } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, lineAt, type SourceFile } from '../tree.ts';

/** The router's lazy imports and build tools want a default export. */
const mayDefault = /-page\.tsx$|(?:^|\/)[\w.-]+\.config\.ts$|\.d\.ts$/;

/** Written by `npm run db:types`. */
const generated = 'server/db/tables.ts';

const refused: Record<string, string> = {
  TSInterfaceDeclaration: "write 'type': 'interface' is for extending a module (declare module)",
  TSEnumDeclaration: 'write a union of strings, not an enum',
};

export const codeStyle: Rule = {
  name: 'code-style',
  asks: "'type', not 'interface'; unions, not enums; named exports.",
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => path !== generated)
      .flatMap((file) => programOf(file).body.flatMap((node) => checkStatement(file, node))),
};

/** Only the outermost statements: what `declare module` extends has to be an interface. */
function checkStatement(file: SourceFile, node: ESTree.Statement): Problem[] {
  const line = lineAt(file.text, node.start);
  if (node.type === 'ExportDefaultDeclaration' && !mayDefault.test(file.path))
    return [{ path: file.path, line, message: 'export it by its name' }];
  const declared = node.type === 'ExportNamedDeclaration' ? node.declaration?.type : node.type;
  const message = refused[declared ?? ''];
  return message ? [{ path: file.path, line, message }] : [];
}
