import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, isTest, lineAt, type SourceFile } from '../tree.ts';

const places = /^(?:server\/(?:features|http)|contract)\//;
/** Files that hold sentences by language, or those that the specification fixes. */
const texts = /(?:-texts|-mails|\/order-reasons)\.ts$/;
/** Stands for a value within a template. */
const hole = '\0';
const sentence = /^[A-Z“\0][^\n]*\s\S+\s[^\n]*[.!?…]$/;
/** Properties that are read in the API reference, which is English. */
const reference = new Set(['summary', 'description']);

/** People read in their own language: a sentence in the code has one. */
export const sentencesInTexts: Rule = {
  name: 'sentences-in-texts',
  asks: 'Sentences for people stand in server/lib/refusals or in a texts file by language; the code names their key.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => places.test(path) && !texts.test(path) && !isTest(path))
      .flatMap(sentencesOf),
};

function sentencesOf(file: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const spared = new Set<number>();
  const spareAll = (nodes: readonly ESTree.Node[]) => nodes.forEach((node) => spared.add(node.start));
  const look = (node: ESTree.Node, text: string) => {
    if (spared.has(node.start) || !sentence.test(text)) return;
    const message = `“${text.replaceAll(hole, '…').slice(0, 60)}”: give it a key`;
    problems.push({ path: file.path, line: lineAt(file.text, node.start), message });
  };
  new Visitor({
    // what is thrown for the log is read by operators; an AppError takes no text at all
    NewExpression: (node) => spareAll(node.arguments),
    Property({ key, value }) {
      if (key.type === 'Identifier' && reference.has(key.name)) spareAll([value]);
    },
    Literal(node) {
      if (typeof node.value === 'string') look(node, node.value);
    },
    TemplateLiteral: (node) => look(node, node.quasis.map(({ value }) => value.cooked).join(hole)),
  }).visit(programOf(file));
  return problems;
}
