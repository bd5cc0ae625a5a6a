import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, lineAt, type SourceFile } from '../tree.ts';

const webFile = /^web\/(?:features|components|app|shell)\/.*\.tsx$/;
/** What a reader sees without a sentence: nothing was changed or typed yet, it is done already, or the button next to it works. */
const evident = /^(?:!?(?:\w+\.)?(?:dirty|isDirty\(\)|unchanged|empty|sent|\w*busy)|(?:form\.)?busy [!=]== '?\w+'?)$/i;
/** Variants that look like a button; links and icons say by their place what they are about. */
const checked = new Set(['"filled"', '"default"', undefined]);

/** A button that is grey for no reason leaves its reader to guess what the form still wants. */
export const reasonsShown: Rule = {
  name: 'reasons-shown',
  asks: 'A button that is disabled says what is missing: `ReadyButton` of web/ui, with `missing` or `needs`.',
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
      if (disabled === undefined || !checked.has(textOf(file, attributeOf(attributes, 'variant')))) return;
      const text = (textOf(file, disabled) ?? '').replace(/^\{|\}$/g, '');
      if (!text.split(/ \|\| | && /).every((part) => evident.test(part)))
        problems.push({ path: file.path, line: lineAt(file.text, start), message: `disabled by ${text || 'nothing'}` });
    },
  }).visit(programOf(file));
  return problems;
}

const textOf = ({ text }: SourceFile, attribute: ESTree.JSXAttribute | undefined) =>
  attribute?.value ? text.slice(attribute.value.start, attribute.value.end) : undefined;

function attributeOf(attributes: ESTree.JSXOpeningElement['attributes'], wanted: string) {
  return attributes.find(
    (one): one is ESTree.JSXAttribute =>
      one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === wanted,
  );
}
