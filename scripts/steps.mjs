import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countCoreSeconds } from './core-seconds.mjs';

/**
 * What ran and what it took. `seconds` is time on the clock, `coreSeconds` the CPU time (user + system) of all
 * processes of the step, which hardly depends on what else the machine does; see countCoreSeconds.
 * @typedef {{ passed: number, failed: number, skipped: number, seconds: number, coreSeconds?: number }} Counts
 */
/** @typedef {{ file: string, seconds: number }} FileTime */
/** @typedef {{ name: string, args: string[], env?: Record<string, string | undefined>, minutes?: number }} Step */
/**
 * One project of vitest; with `since`, the tests alone that reach a file which changed since that commit, if any do.
 * @typedef {Omit<Step, 'args'> & { project: string, since?: string }} VitestStep
 */

/** How many tests of one run may need a second try: the retry is for a busy machine, not for unsteady tests. */
const secondTriesAllowed = 3;

/** @returns {Counts} */
export function addCounts(/** @type {Counts[]} */ all) {
  const sum = { passed: 0, failed: 0, skipped: 0, seconds: 0, coreSeconds: 0 };
  for (const counts of all) for (const key of Object.keys(sum)) sum[key] += counts[key] ?? 0;
  return sum;
}

/** The line that sums the steps up, as `npm test` and `npm run check` print it before their last. */
export function totalLine(/** @type {Counts} */ { seconds, coreSeconds }) {
  return `     ${timesOf({ seconds, coreSeconds })}  all steps`;
}

/**
 * Runs `node ...args` and prints one line; what it wrote follows only when it failed. Counts as one test.
 * @returns {Promise<Counts>}
 */
export async function runStep(/** @type {Step} */ step) {
  const { code, output, times } = await runNode(step);
  printLine(step.name, code === 0, times, lastLine(output));
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, ...times };
}

/**
 * Runs one vitest project and counts its tests by vitest's own report. Prints the ten slowest files, and which tests
 * needed a second try: more than `secondTriesAllowed` are a failure of their own.
 * @returns {Promise<Counts>}
 */
export async function runVitest(/** @type {VitestStep} */ step) {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-tests-'));
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', step.project];
  if (step.since) args.push('--changed', step.since);
  const env = { ...step.env, TEST_REPORTS: folder };
  try {
    const { code, output, times } = await runNode({ ...step, args, env });
    const read = readJson(join(folder, 'report.json'));
    const again = secondTries(read);
    const counts = { ...countReport(read, code, step.since !== undefined), ...times };
    const tooMany = again.length > secondTriesAllowed;
    if (tooMany) counts.failed += 1;
    const ok = counts.failed === 0;
    printLine(step.name, ok, times, `${counts.passed} passed, ${counts.failed} failed`);
    // what failed comes first: whoever cuts a long output must not cut this
    if (!ok) for (const text of failuresOf(read)) console.log(text);
    if (tooMany) console.log(`FAILED ${again.length} tests needed a second try, ${secondTriesAllowed} may`);
    for (const text of again) console.log(text);
    for (const text of slowest(readJson(join(folder, 'files.json')) ?? [])) console.log(text);
    if (!ok) console.log(output.trimEnd());
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sums vitest's JSON report. A file that could not be loaded has no tests and counts as one failure, and so does a run
 * that failed or saw no test at all without saying which. Only a run over what changed may be empty.
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countReport(/** @type {any} */ report, /** @type {number | null} */ code, mayBeEmpty = false) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file)).length;
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  let failed = report.numFailedTests + broken;
  const isEmpty = passed + skipped === 0 && !mayBeEmpty;
  if (failed === 0 && (code !== 0 || isEmpty)) failed = 1;
  return { passed, failed, skipped };
}

/**
 * Each failed test, and each file that could not be loaded, with the beginning of its reason; where the tries of a test
 * failed for different ones, of each.
 * @returns {string[]}
 */
export function failuresOf(/** @type {any} */ report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const broken =
      file.status === 'failed' && !hasFailedTest(file) ? [`FAILED ${file.name}\n${short(file.message)}`] : [];
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    return [
      ...broken,
      ...failed.map((test) => `FAILED ${file.name}: ${test.fullName}\n${tries(test.failureMessages)}`),
    ];
  });
}

/**
 * Each test that passed at its second try, with the beginning of the reason of its first.
 * @returns {string[]}
 */
export function secondTries(/** @type {any} */ report) {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages?.length > 0)
      .map((test) => `second try: ${file.name}: ${test.fullName}\n${tries(test.failureMessages)}`),
  );
}

/**
 * The lines of the ten slowest files, slowest first; a file's seconds are those of its tests and hooks and of loading it.
 * @returns {string[]}
 */
export function slowest(/** @type {FileTime[]} */ files) {
  const sorted = files.toSorted((a, b) => b.seconds - a.seconds);
  return sorted.slice(0, 10).map(({ file, seconds }) => `     ${inSeconds(seconds)}  ${file}`);
}

const tries = (messages = []) => [...new Set(messages.map(short))].join('\nand then:\n');
const short = (text = '') => text.split('\n').slice(0, 20).join('\n').slice(0, 3000);

function hasFailedTest(file) {
  return file.assertionResults.some((test) => test.status === 'failed');
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns {Promise<{ code: number | null, output: string, times: { seconds: number, coreSeconds?: number } }>} */
function runNode(/** @type {Step} */ { args, env, minutes = 20 }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const cpu = countCoreSeconds();
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env },
      detached: true,
    });
    const chunks = [];
    const take = (chunk) => chunks.push(chunk);
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    // a run that hangs is a failed run: the gate must end by itself
    const timer = setTimeout(() => {
      take(Buffer.from(`\nended after ${minutes} minutes\n`));
      endGroup(child.pid);
    }, minutes * 60_000);
    const onSignal = () => {
      endGroup(child.pid);
      process.exit(130);
    };
    process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
    child.on('error', (error) => take(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      const times = { seconds: (performance.now() - started) / 1000, coreSeconds: cpu.end() };
      resolve({ code, output: Buffer.concat(chunks).toString(), times });
    });
  });
}

/** The child leads a process group of its own, so that what it started ends with it. */
function endGroup(/** @type {number | undefined} */ pid) {
  try {
    if (pid) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // it has ended already
  }
}

function lastLine(output) {
  const line = output.trimEnd().split('\n').at(-1) ?? '';
  return line.length <= 60 ? line : '';
}

function printLine(name, ok, times, detail) {
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${timesOf(times)}  ${name}${ok && detail ? `  (${detail})` : ''}`);
}

const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(6)} s`;

function timesOf({ seconds, coreSeconds }) {
  return coreSeconds === undefined
    ? inSeconds(seconds)
    : `${inSeconds(seconds)} ${coreSeconds.toFixed(1).padStart(6)} core-s`;
}
