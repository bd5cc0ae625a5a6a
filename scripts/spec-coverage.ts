import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageFile, writtenCoverage } from './structure/coverage.ts';
import { specCovered } from './structure/rules/spec-covered.ts';
import { readTree } from './structure/tree.ts';

// Writes the titles of tests into docs/spec-coverage.md and says which rows have none.
const root = process.cwd();
writeFileSync(join(root, coverageFile), writtenCoverage(readTree(root)));
const problems = specCovered.check(readTree(root));
for (const { path, line, message } of problems)
  console.log(`${path}${line === undefined ? '' : `:${line}`}  ${message}`);
console.log(problems.length === 0 ? `${coverageFile} is complete.` : `${problems.length} gaps.`);
process.exitCode = problems.length === 0 ? 0 : 1;
