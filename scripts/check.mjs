// npm run check: the fast gate. One line per step; the output of a step only when it failed.
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled } from './install.mjs';
import { addCounts, runStep, runVitest, totalLine } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p'];
const structure = ['--import', 'tsx', 'scripts/structure/main.ts'];

const steps = [
  { name: 'types of contract', args: [...tsc, 'contract'] },
  { name: 'types of server', args: [...tsc, 'server'] },
  { name: 'types of web', args: [...tsc, 'web'] },
  { name: 'types of everything, tests included', args: [...tsc, '.'] },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
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
