import { testTitles, type TestTitle } from './test-titles.ts';
import { findFile, type Tree } from './tree.ts';

export const coverageFile = 'docs/spec-coverage.md';
/** Third cell of a rule whose page is not built yet. */
export const later = 'later';

export type Row = { id: string; rule: string; test: string; line: number };

const rowPattern = /^\| ([A-Z]\d{1,2}-\d\d|[A-Z]\d\d) \| (.*) \| (.*) \|$/;
/** `S2-14` is a rule of the specification, `D2-04` one of a business page, `T05` a row of the shell's checklist. */
const idPattern = /\b(?:[SD]\d{1,2}-\d\d|[TRSMNPGAH]\d\d)\b/g;

/** The rows of the coverage page. */
export function coverageRows(tree: Tree): Row[] {
  const lines = findFile(tree, coverageFile)?.text.split('\n') ?? [];
  return lines.flatMap((text, index): Row[] => {
    const [, id, rule, test] = rowPattern.exec(text) ?? [];
    if (id === undefined || rule === undefined || test === undefined) return [];
    return [{ id, rule, test: test.trim(), line: index + 1 }];
  });
}

/** Titles of tests by the ids that they bear. */
export function titlesById(tree: Tree): Map<string, TestTitle[]> {
  const titles = new Map<string, TestTitle[]>();
  for (const one of testTitles(tree)) {
    if (one.path.startsWith('scripts/structure/')) continue; // these tests plant ids
    for (const id of new Set(one.title.match(idPattern))) titles.set(id, [...(titles.get(id) ?? []), one]);
  }
  return titles;
}

/** What the third cell of a row says: the titles that bear its id. */
export function titleCell(titles: readonly TestTitle[]): string {
  return titles.map(({ title }) => title.replaceAll('|', '\\|')).join('<br>');
}

/** The page with its third column and its figures written anew from the tests. */
export function writtenCoverage(tree: Tree): string {
  const titles = titlesById(tree);
  const rows = coverageRows(tree);
  const text = findFile(tree, coverageFile)?.text ?? '';
  const written = text.split('\n').map((line) => {
    const [, id, rule, test] = rowPattern.exec(line) ?? [];
    if (id === undefined) return line;
    const cell = titleCell(titles.get(id) ?? []);
    return `| ${id} | ${rule} | ${cell === '' && test?.trim() === later ? later : cell} |`;
  });
  // as the rows read now: one that has just got its test is not later any more
  const count = rows.filter(({ id, test }) => test === later && !titles.has(id)).length;
  return written
    .join('\n')
    .replace(/^\d+ rows, \d+ of them `later`\.$/m, `${rows.length} rows, ${count} of them \`later\`.`);
}
