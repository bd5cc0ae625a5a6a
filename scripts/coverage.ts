import { specRules, testCases } from './structure/coverage.ts';
import { readTree } from './structure/tree.ts';

// npm run coverage [-- S2-14 …]: the rules of the specification, or those named, each with its tests.
const wanted = process.argv.slice(2);
const tree = readTree(process.cwd());
const rules = specRules(tree);
const cases = testCases(tree);
const unknown = wanted.filter((id) => !rules.some((rule) => rule.id === id));
let untested = 0;
for (const { id, text } of rules) {
  const tests = cases.filter(({ tags }) => tags.includes(id));
  if (tests.length === 0) untested += 1;
  if (wanted.length > 0 && !wanted.includes(id)) continue;
  console.log(`${id}  ${text}`);
  for (const { path, line, title } of tests) console.log(`      ${path}:${line}  ${title}`);
}
console.log(`${rules.length} rules, ${untested} of them without a test.`);
if (unknown.length > 0) console.error(`There is no rule ${unknown.join(', ')}.`);
process.exitCode = untested === 0 && unknown.length === 0 ? 0 : 1;
