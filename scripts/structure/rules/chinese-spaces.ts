import { type ESTree, Visitor } from 'vite';
import type { Problem, Rule } from '../rule.ts';
import { programOf } from '../source.ts';
import { codeFiles, isTest, lineAt, type SourceFile } from '../tree.ts';

/** Where Chinese sentences stand: the languages of the interface, of refusals, and texts of papers and mails. */
const texts = /^(?:web\/i18n\/zh\/|server\/lib\/refusals\/zh\/|(?:server|web)\/.*(?:[-/]texts|-mails)\.m?[jt]s$)/;
/** Values that are Chinese words themselves: `在{{country}}` reads “在德国”. */
const words = 'country|field|flag|kind|kinds|language|measure|places|reason|start|step';
/** Values that end in a Chinese word: “3 件”, “5 分钟前”. */
const endInWord = 'ago|units';

const han = '\\p{Script=Han}';
const mark = '[，。！？；：、（）《》]';
const faults: readonly { pattern: RegExp; message: string }[] = [
  { pattern: new RegExp(`${han}(?=[A-Za-z0-9$¥€£])|[A-Za-z0-9%](?=${han})`, 'u'), message: 'a space is missing' },
  {
    pattern: new RegExp(
      `${han}(?=\\{\\{(?!(?:${words})[,}]))|(?<!\\{\\{(?:${words}|${endInWord}))\\}\\}(?=${han})`,
      'u',
    ),
    message: 'a space beside the value is missing',
  },
  {
    pattern: new RegExp(`${han} \\{\\{(?:country|places)\\}\\}|\\{\\{(?:country|places)\\}\\} ${han}`, 'u'),
    message: 'a Chinese word has no space',
  },
  { pattern: new RegExp(` (?=${mark})|(?<=${mark}) `, 'u'), message: 'a space beside a Chinese mark' },
];

/** As Chinese papers set mixed text: “共 3 个订单”, “至 DHL 的运费”, and nothing beside “，”. */
export const chineseSpaces: Rule = {
  name: 'chinese-spaces',
  asks: 'A space stands between Chinese and Latin letters, digits or an inserted value, unless that is a Chinese word; none beside Chinese punctuation.',
  check: (tree) =>
    codeFiles(tree)
      .filter(({ path }) => texts.test(path) && !isTest(path))
      .flatMap(checkFile),
};

function checkFile(file: SourceFile): Problem[] {
  const problems: Problem[] = [];
  const check = (text: string, start: number) => {
    if (!/\p{Script=Han}/u.test(text)) return;
    for (const { pattern, message } of faults) {
      if (pattern.test(text))
        problems.push({ path: file.path, line: lineAt(file.text, start), message: `${message}: ${text}` });
    }
  };
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') check(node.value, node.start);
    },
    TemplateLiteral: (node) => check(withHoles(node, file), node.start),
  }).visit(programOf(file));
  return problems;
}

/** The template as the languages write it: `${about.units}` becomes `{{units}}`. */
function withHoles({ quasis, expressions }: ESTree.TemplateLiteral, { text }: SourceFile): string {
  return quasis
    .map(({ value }, at) => {
      const hole = expressions[at];
      const name = hole && /(\w+)\W*$/.exec(text.slice(hole.start, hole.end))?.[1];
      return `${value.cooked ?? ''}${hole ? `{{${name ?? 'value'}}}` : ''}`;
    })
    .join('');
}
