// npm run check: the fast gate. One line per step; the output of a step only when it failed.
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled } from './install.mjs';
import { addCounts, runStep, runVitest, totalLine } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// One checker: several check the types that they share once each, which takes more than twice the core-seconds.
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1', '-p'];
// Compiler and linter are Go programs that end soon: they collect garbage less often.
const env = { GOGC: '400' };
const structure = ['--import', 'tsx', 'scripts/structure/main.ts'];

const steps = [
  { name: 'types of contract', args: [...tsc, 'contract'], env },
  { name: 'types of server', args: [...tsc, 'server'], env },
  { name: 'types of web', args: [...tsc, 'web'], env },
  { name: 'types of everything, tests included', args: [...tsc, '.'], env },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'], env },
  { name: 'format', args: ['node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary', '.'] },
  { name: 'import directions', args: [...structure, 'imports'] },
  { name: 'structure', args: [...structure, 'structure'] },
];

export async function runChecks() {
  process.chdir(root);
  const counts = [];
  for (const step of steps) counts.push(await runStep(step));
  counts.push(await runVitest({ name: 'unit tests', project: 'unit' }));
  return addCounts(counts);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode();
  ensureInstalled(root, { tools: true });
  const sum = await runChecks();
  console.log(totalLine(sum));
  const { passed, failed } = sum;
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
