import { type ESTree, Visitor } from 'vite';
import { programOf } from './source.ts';
import { codeFiles, findFile, isTest, lineAt, type SourceFile, type Tree } from './tree.ts';

export const rulesFile = 'docs/product/spec-rules.md';

/** A rule of the specification: `S2-14`, of a business page: `D2-04`, or of the shell's checklist: `T05`. */
export type SpecRule = { id: string; text: string; line: number };
export type TestCase = { path: string; line: number; title: string; tags: string[] };

const row = /^\| ([A-Z]\d{1,2}-\d\d|[A-Z]\d\d) \| (.*) \|$/;

/** The rules that the text of `rulesFile` lists. */
export function readRules(text: string): SpecRule[] {
  return text.split('\n').flatMap((line, index): SpecRule[] => {
    const [, id, words] = row.exec(line) ?? [];
    return id === undefined || words === undefined ? [] : [{ id, text: words, line: index + 1 }];
  });
}

export function specRules(tree: Tree): SpecRule[] {
  return readRules(findFile(tree, rulesFile)?.text ?? '');
}

/** Every `it(…)` and `it.each(…)(…)` with its tags; holes of a title that is a template read as `…`. */
export function testCases(tree: Tree): TestCase[] {
  return codeFiles(tree)
    .filter(({ path }) => isTest(path) && !path.startsWith('scripts/structure/')) // those tests plant ids
    .flatMap(casesOf);
}

function casesOf(file: SourceFile): TestCase[] {
  const cases: TestCase[] = [];
  new Visitor({
    CallExpression(node) {
      const [first, options] = node.arguments;
      const title = first && isIt(node.callee) ? titleOf(first) : undefined;
      if (title === undefined) return;
      cases.push({ path: file.path, line: lineAt(file.text, node.start), title, tags: tagsOf(options) });
    },
  }).visit(programOf(file));
  return cases;
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

/** The strings of `{ tags: ['…'] }`. */
function tagsOf(options: ESTree.Node | undefined): string[] {
  if (options?.type !== 'ObjectExpression') return [];
  return options.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'tags') return [];
    if (property.value.type !== 'ArrayExpression') return [];
    return property.value.elements.flatMap((tag) =>
      tag?.type === 'Literal' && typeof tag.value === 'string' ? [tag.value] : [],
    );
  });
}
