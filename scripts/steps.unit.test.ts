import { describe, expect, it, vi } from 'vitest';
import { addCounts, countReport, failuresOf, runStep, secondTries, slowest, totalLine } from './steps.mjs';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (passed: number, failed: number, pending: number, ...testResults: unknown[]) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: pending,
  numTodoTests: 0,
  testResults,
});

describe('the closing line', () => {
  it('counts what vitest counted', () => {
    const seen = report(2, 1, 1, file('passed', 'passed', 'pending'), file('failed', 'passed', 'failed'));
    expect(countReport(seen, 1)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  it('counts a file that could not be loaded as a failure', () => {
    expect(countReport(report(1, 0, 0, file('passed', 'passed'), file('failed')), 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    });
  });

  it('counts a run that failed without a failed test, that left no report, or that saw no test', () => {
    expect(countReport(report(1, 0, 0, file('passed', 'passed')), 1).failed).toBe(1);
    expect(countReport(undefined, 0).failed).toBe(1);
    expect(countReport(report(0, 0, 0), 0).failed).toBe(1);
  });

  it('lets only a run over what changed see no test', () => {
    expect(countReport(report(0, 0, 0), 0, true)).toEqual({ passed: 0, failed: 0, skipped: 0 });
    expect(countReport(report(0, 0, 0), 1, true).failed).toBe(1);
    expect(countReport(undefined, 0, true).failed).toBe(1);
  });

  it('sums the runs, with their seconds and core-seconds', () => {
    const one = { passed: 1, failed: 0, skipped: 2, seconds: 10.25, coreSeconds: 18 };
    const other = { passed: 3, failed: 1, skipped: 0, seconds: 100, coreSeconds: 150.5 };
    const sum = addCounts([one, other]);
    expect(sum).toEqual({ passed: 4, failed: 1, skipped: 2, seconds: 110.25, coreSeconds: 168.5 });
    expect(totalLine(sum)).toBe('      110.3 s  168.5 core-s  all steps');
  });

  it('names the ten slowest files, slowest first', () => {
    const files = Array.from({ length: 12 }, (_, n) => ({ file: `${n}.test.ts`, seconds: (n * 5) % 12 }));
    const lines = slowest(files);
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, 2)).toEqual(['       11.0 s  7.test.ts', '       10.0 s  2.test.ts']);
    expect(lines.at(-1)).toBe('        2.0 s  10.test.ts');
  });

  it('names what failed, with the beginning of its reason', () => {
    const failed = {
      status: 'failed',
      fullName: 'pays twice',
      failureMessages: ['Error: paid twice\n  at pay', 'Error: late', 'Error: late'],
    };
    const seen = {
      testResults: [
        { name: 'a.test.ts', status: 'failed', assertionResults: [{ status: 'passed', fullName: 'pays' }, failed] },
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c.test.ts', status: 'passed', assertionResults: [] },
      ],
    };
    expect(failuresOf(seen)).toEqual([
      'FAILED a.test.ts: pays twice\nError: paid twice\n  at pay\nand then:\nError: late',
      'FAILED b.test.ts\nno such module',
    ]);
    expect(failuresOf(undefined)).toEqual([]);
  });

  it('names what needed a second try', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'steady', failureMessages: [] },
      { status: 'passed', fullName: 'unsteady', failureMessages: ['Error: too early'] },
      { status: 'failed', fullName: 'lost', failureMessages: ['Error: away', 'Error: away'] },
    ];
    const seen = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults }] };
    expect(secondTries(seen)).toEqual(['second try: a.test.ts: unsteady\nError: too early']);
    expect(secondTries(undefined)).toEqual([]);
  });

  it('counts a step by its exit code and shows its output only when it failed', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const step = (code: number) => ({ name: 'a step', args: ['-e', `console.log('said'); process.exit(${code})`] });
    expect(await runStep(step(0))).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
    expect(log.mock.calls.flat().join('\n')).toMatch(/^ok +\d+\.\d s +\d+\.\d core-s {2}a step {2}\(said\)$/);
    log.mockClear();
    expect(await runStep(step(3))).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(log.mock.calls.flat().join('\n')).toMatch(/^FAIL .* a step\nsaid$/);
  });

  it('ends a step that hangs, with what it started', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const args = ['-e', "require('child_process').spawnSync(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])"];
    expect(await runStep({ name: 'a step', args, minutes: 0.01 })).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
    expect(log.mock.calls.flat().join('\n')).toContain('ended after 0.01 minutes');
  });
});
