import { type ESTree, Visitor } from 'vite';
import { programOf } from './source.ts';
import { codeFiles, isTest, lineAt, type Tree } from './tree.ts';

export type TestTitle = { path: string; line: number; title: string };

/** The title of every `it(…)` and `it.each(…)(…)`; holes of a template read as `…`. */
export function testTitles(tree: Tree): TestTitle[] {
  return codeFiles(tree)
    .filter(({ path }) => isTest(path))
    .flatMap((file) => {
      const found: TestTitle[] = [];
      new Visitor({
        CallExpression(node) {
          const [first] = node.arguments;
          const title = first && isIt(node.callee) ? titleOf(first) : undefined;
          if (title !== undefined) found.push({ path: file.path, line: lineAt(file.text, node.start), title });
        },
      }).visit(programOf(file));
      return found;
    });
}

/** `it`, `it.runIf(x)`, `it.each(rows)` … */
function isIt(callee: ESTree.Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'it';
  if (callee.type === 'MemberExpression') return isIt(callee.object);
  return callee.type === 'CallExpression' && isIt(callee.callee);
}

function titleOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked).join('…');
  return undefined;
}
