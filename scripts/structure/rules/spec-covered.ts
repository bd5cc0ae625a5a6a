import { coverageFile, coverageRows, later, titlesById, writtenCoverage } from '../coverage.ts';
import type { Problem, Rule } from '../rule.ts';
import { findFile } from '../tree.ts';

export const specCovered: Rule = {
  name: 'spec-covered',
  asks: `Each row of ${coverageFile} has a test that bears its id, and each such test a row: \`node scripts/run.mjs scripts/spec-coverage.ts\` writes the titles.`,
  check(tree) {
    const rows = coverageRows(tree);
    const titles = titlesById(tree);
    const ids = new Set(rows.map(({ id }) => id));
    const untested = rows
      .filter(({ id, test }) => test !== later && !titles.has(id))
      .map(({ id, rule, line }) => ({ path: coverageFile, line, message: `no test bears ${id} (${rule})` }));
    const early = rows
      .filter(({ id, test }) => test === later && titles.has(id))
      .map(({ id, line }) => ({ path: coverageFile, line, message: `${id} is marked ${later} but has a test` }));
    const unknown = [...titles].flatMap(([id, tests]): Problem[] =>
      ids.has(id) ? [] : tests.map(({ path, line }) => ({ path, line, message: `bears ${id}, which has no row` })),
    );
    const twice = rows
      .filter(({ id }, index) => rows.findIndex((row) => row.id === id) !== index)
      .map(({ id, line }) => ({ path: coverageFile, line, message: `${id} has a row already` }));
    const problems: Problem[] = [...untested, ...early, ...unknown, ...twice];
    if (problems.length > 0) return problems;
    const stale = writtenCoverage(tree) !== (findFile(tree, coverageFile)?.text ?? '');
    return stale ? [{ path: coverageFile, message: 'does not say the titles that the tests have now' }] : [];
  },
};
