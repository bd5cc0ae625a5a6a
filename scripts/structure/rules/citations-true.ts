import type { Problem, Rule } from '../rule.ts';
import { findFile, lineAt, type SourceFile, type Tree } from '../tree.ts';

const cites = /\.(?:tsx?|mjs|mts|css|md)$/;
/** Files whose words cannot change, and tests that plant violations. */
const left = /^(?:server\/db\/migrations\/|scripts\/structure\/)/;
const pages: Record<string, string> = { domain: 'docs/product/domain.md', shopify: 'docs/product/shopify.md' };

export const citationsTrue: Rule = {
  name: 'citations-true',
  asks: 'A decision (P22), record (0022), section (domain.md §4.8, spec §8) or page that is cited is in docs/.',
  check(tree) {
    const known = readCitable(tree);
    return tree.files
      .filter(({ path }) => cites.test(path) && !left.test(path))
      .flatMap((file) => checkFile(file, known));
  },
};

type Citable = { decisions: Set<string>; records: Set<string>; sections: Map<string, Set<string>>; names: Set<string> };

function readCitable(tree: Tree): Citable {
  const numbers = (path: string, pattern: RegExp) =>
    new Set([...(findFile(tree, path)?.text ?? '').matchAll(pattern)].map((match) => match[1] ?? ''));
  const paths = [...tree.paths];
  return {
    decisions: numbers('docs/product/decisions.md', /^(\d+)\. /gm),
    records: new Set(paths.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? [])),
    sections: new Map([
      ['spec', numbers('docs/product/spec-rules.md', /^## (\d+)\. /gm)],
      ...Object.entries(pages).map(([name, path]) => [name, numbers(path, /^#{2,3} ([\d.]*\d)\.? /gm)] as const),
    ]),
    names: new Set(paths.map((path) => path.slice(path.lastIndexOf('/') + 1))),
  };
}

function checkFile(file: SourceFile, { decisions, records, sections, names }: Citable): Problem[] {
  const wrong = (pattern: RegExp, says: (match: RegExpMatchArray) => string | false): Problem[] =>
    [...file.text.matchAll(pattern)].flatMap((match) => {
      const message = says(match);
      return message === false ? [] : [{ path: file.path, line: lineAt(file.text, match.index ?? 0), message }];
    });
  return [
    ...wrong(/\b[Dd]ecisions? (\d{1,2})(?![\d-])/g, ([, number]) => `cites decision ${number}: write P${number}`),
    ...wrong(
      /(?<=[(,;–] ?|\band |\/\/ |\bas )P(\d{1,2})\b(?!')/g,
      ([, number = '']) => !decisions.has(number) && `cites P${number}, which is no decision`,
    ),
    ...wrong(
      /\b(?:[Dd]ecisions?|[Rr]ecords?) (\d{4})\b|\((00\d\d)\)/g,
      ([, named, number = named ?? '']) =>
        !records.has(number) && `cites record ${number}, which is not in docs/decisions`,
    ),
    ...wrong(/\b(domain|shopify|spec|shell)(?:\.md)? ?§ ?(\d+(?:\.\d+)?)/g, ([, page = '', section = '']) => {
      const known = sections.get(page)?.has(section) === true;
      return !known && `cites ${page} §${section}, which is not in docs/product`;
    }),
    ...wrong(
      /(?<![\w/.*-])([A-Za-z][\w-]*\.md)\b/g,
      ([, name = '']) => !names.has(name) && `names ${name}, which does not exist`,
    ),
    ...wrong(/\bissue(?: \d+,?)? item \d+/g, ([words]) => `cites an ${words}: issues are not in the repository`),
  ];
}
