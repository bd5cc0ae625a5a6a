import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, lineAt, type SourceFile } from '../tree.ts';

const webFile = /^web\/(?:features|components|app)\/.*\.tsx$/;
/** What a list knows of the record that is open over it. */
const reported = new Set(['onOpen', 'openId']);

/** React's state is gone after a reload and in no link; what is open over a list belongs in the address. */
export const openInAddress: Rule = {
  name: 'open-in-address',
  asks: 'What is open over a list stands in the address (`url.show` or `useOpenRow`), not in `useState`.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => webFile.test(path))
      .flatMap(checkFile),
};

function checkFile(file: SourceFile): Problem[] {
  const states = new Set<string>();
  const values: { name: string; value: ESTree.Node; start: number }[] = [];
  const note = (key: ESTree.Node, value: ESTree.Node | null, start: number) => {
    const name = 'name' in key && typeof key.name === 'string' ? key.name : '';
    if (value && reported.has(name)) values.push({ name, value, start });
  };
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'ArrayPattern' && init && isUseState(init)) for (const name of namesIn(id)) states.add(name);
    },
    JSXAttribute: ({ name, value, start }) => note(name, value, start),
    Property: ({ key, value, start }) => note(key, value, start),
  }).visit(programOf(file));
  return values.flatMap(({ name, value, start }): Problem[] => {
    const state = namesIn(value).find((one) => states.has(one));
    if (state === undefined) return [];
    return [{ path: file.path, line: lineAt(file.text, start), message: `${name} uses the state '${state}'` }];
  });
}

const isUseState = (node: ESTree.Node): boolean =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'useState';

/** Every identifier below a node. */
function namesIn(node: ESTree.Node): string[] {
  const names: string[] = [];
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(visit);
    if (typeof part !== 'object' || part === null) return;
    if ('type' in part && part.type === 'Identifier' && 'name' in part) names.push(String(part.name));
    for (const [key, value] of Object.entries(part)) if (key !== 'parent') visit(value);
  };
  visit(node);
  return names;
}
