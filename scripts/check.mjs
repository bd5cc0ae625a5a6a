// npm run check: the fast gate. One line per step; the output of a step only when it failed. With `-- --changed` it runs
// the unit and server tests that can reach what is not on main, in place of all unit tests.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkNode, ensureInstalled } from './install.mjs';
import { addCounts, runStep, runVitest, totalLine } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

// One checker: several check the types that they share once each, which takes more than twice the core-seconds.
const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1', '-p'];
// Compiler and linter are Go programs that end soon: they collect garbage less often, the compiler only near 3 GiB.
const compiler = { GOGC: 'off', GOMEMLIMIT: '3GiB' };
const linter = { GOGC: '400' };
const structure = ['--import', 'tsx', 'scripts/structure/main.ts'];

const steps = [
  { name: 'types of contract', args: [...tsc, 'contract'], env: compiler },
  { name: 'types of server', args: [...tsc, 'server'], env: compiler },
  { name: 'types of web', args: [...tsc, 'web'], env: compiler },
  { name: 'types of everything, tests included', args: [...tsc, '.'], env: compiler },
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'], env: linter },
  { name: 'format', args: ['node_modules/@biomejs/biome/bin/biome', 'format', '--reporter=summary', '.'] },
  { name: 'import directions', args: [...structure, 'imports'] },
  { name: 'structure', args: [...structure, 'structure'] },
];

/** @param {{ changed?: boolean }} options `changed` runs what the change can reach, server tests included */
export async function runChecks({ changed = false } = {}) {
  process.chdir(root);
  const since = changed ? commitOnMain() : undefined;
  const counts = [];
  for (const step of steps) counts.push(await runStep(step));
  counts.push(await runVitest({ name: 'unit tests', project: 'unit', since }));
  if (since) counts.push(await runVitest({ name: 'server tests', project: 'server', since }));
  return addCounts(counts);
}

/** The last commit of this branch that is on main, too. */
function commitOnMain() {
  const { status, stdout, stderr } = spawnSync('git', ['merge-base', 'HEAD', 'main'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`What changed since main cannot be told: ${stderr.trim()}`);
  return stdout.trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  checkNode();
  ensureInstalled(root, { tools: true });
  const sum = await runChecks({ changed: process.argv.includes('--changed') });
  console.log(totalLine(sum));
  const { passed, failed } = sum;
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
