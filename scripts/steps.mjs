import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ name: string, args: string[], env?: Record<string, string | undefined>, minutes?: number }} Step */

/** @returns {Counts} */
export function addCounts(/** @type {Counts[]} */ all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) for (const key of Object.keys(sum)) sum[key] += counts[key];
  return sum;
}

/**
 * Runs `node ...args` and prints one line; what it wrote follows only when it failed. Counts as one test.
 * @returns {Promise<Counts>}
 */
export async function runStep(/** @type {Step} */ step) {
  const started = Date.now();
  const { code, output } = await runNode(step);
  printLine(step.name, code === 0, started, lastLine(output));
  if (code !== 0) console.log(output.trimEnd());
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

/**
 * Runs one vitest project and counts its tests by vitest's own report.
 * @returns {Promise<Counts>}
 */
export async function runVitest(/** @type {Omit<Step, 'args'> & { project: string }} */ step) {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-tests-'));
  const report = join(folder, 'report.json');
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', step.project];
  args.push('--reporter', 'default', '--reporter', 'json', `--outputFile.json=${report}`);
  try {
    const started = Date.now();
    const { code, output } = await runNode({ ...step, args });
    const read = readReport(report);
    const counts = countReport(read, code);
    const ok = counts.failed === 0;
    printLine(step.name, ok, started, `${counts.passed} passed, ${counts.failed} failed`);
    // what failed comes first: whoever cuts a long output must not cut this
    if (!ok) for (const text of failuresOf(read)) console.log(text);
    for (const text of secondTries(output)) console.log(text);
    if (!ok) console.log(output.trimEnd());
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sums vitest's JSON report. A file that could not be loaded has no tests and counts as one failure, and so does a run
 * that failed or saw no test at all without saying which.
 * @returns {Counts}
 */
export function countReport(/** @type {any} */ report, /** @type {number | null} */ code) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const broken = report.testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file)).length;
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  let failed = report.numFailedTests + broken;
  if (failed === 0 && (code !== 0 || passed + skipped === 0)) failed = 1;
  return { passed, failed, skipped };
}

/**
 * Each failed test, and each file that could not be loaded, with the beginning of its reason.
 * @returns {string[]}
 */
export function failuresOf(/** @type {any} */ report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const broken =
      file.status === 'failed' && !hasFailedTest(file) ? [`FAILED ${file.name}\n${short(file.message)}`] : [];
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    return [
      ...broken,
      ...failed.map((test) => `FAILED ${file.name}: ${test.fullName}\n${short(test.failureMessages?.[0])}`),
    ];
  });
}

/**
 * The lines of tests that passed at their second try.
 * @returns {string[]}
 */
export function secondTries(/** @type {string} */ output) {
  const lines = output.split('\n').filter((line) => line.includes('(retry x') && line.includes('✓'));
  return lines.map((line) => `second try: ${line.trim()}`);
}

const short = (text = '') => text.split('\n').slice(0, 12).join('\n').slice(0, 1500);

function hasFailedTest(file) {
  return file.assertionResults.some((test) => test.status === 'failed');
}

function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @returns {Promise<{ code: number | null, output: string }>} */
function runNode(/** @type {Step} */ { args, env, minutes = 20 }) {
  return new Promise((resolve) => {
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
      resolve({ code, output: Buffer.concat(chunks).toString() });
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

function printLine(name, ok, started, detail) {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${seconds} s  ${name}${ok && detail ? `  (${detail})` : ''}`);
}
