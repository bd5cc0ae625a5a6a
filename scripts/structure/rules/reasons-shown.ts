import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, lineAt, type SourceFile } from '../tree.ts';

const webFile = /^web\/(?:features|components|app|shell)\/.*\.tsx$/;
/** What a reader sees without a sentence: nothing was changed or typed yet, or the button next to it works. */
const evident = /^(?:!?(?:form\.)?(?:dirty|isDirty\(\)|unchanged|empty|busy)|form\.busy === '\w+')$/;

/** A filled button that is grey for no reason leaves its reader to guess what the form still wants. */
export const reasonsShown: Rule = {
  name: 'reasons-shown',
  asks: 'A filled button that is disabled says what is missing: `ReadyButton` of web/ui, with `missing` or `needs`.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => webFile.test(path))
      .flatMap(checkFile),
};

function checkFile(file: SourceFile): Problem[] {
  const problems: Problem[] = [];
  new Visitor({
    JSXOpeningElement({ name, attributes, start }) {
      if (name.type !== 'JSXIdentifier' || name.name !== 'Button') return;
      const disabled = attributeOf(attributes, 'disabled');
      if (disabled === undefined || attributeOf(attributes, 'variant') !== undefined) return;
      const { value } = disabled;
      const text = value ? file.text.slice(value.start, value.end).replace(/^\{|\}$/g, '') : '';
      if (!evident.test(text))
        problems.push({ path: file.path, line: lineAt(file.text, start), message: `disabled by ${text || 'nothing'}` });
    },
  }).visit(programOf(file));
  return problems;
}

function attributeOf(attributes: ESTree.JSXOpeningElement['attributes'], wanted: string) {
  return attributes.find(
    (one): one is ESTree.JSXAttribute =>
      one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === wanted,
  );
}
