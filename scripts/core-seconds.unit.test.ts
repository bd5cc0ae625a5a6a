import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { countCoreSeconds, type Process, processTree } from './core-seconds.mjs';

/** The processes of a machine at one moment: id, parent, seconds used, seconds of the children it waited for. */
const machine = (...rows: [pid: number, parent: number, own: number, waited?: number][]) =>
  new Map<number, Process>(
    rows.map(([pid, parent, own, waited = 0]) => [pid, { parent, started: `at ${pid}`, own, waited }]),
  );

/** What is counted for process 10 and all below it. */
function secondsOf(...samples: Map<number, Process>[]): number {
  const tree = processTree(10);
  for (const sample of samples) tree.sample(sample);
  return tree.seconds();
}

const idle = machine([1, 0, 50], [10, 1, 4, 20]);

describe('core-seconds of a step', () => {
  it('are those since the first sample, of the process and all below it, of nothing else', () => {
    expect(secondsOf(idle)).toBe(0);
    const busy = machine([1, 0, 90], [10, 1, 5, 20], [11, 10, 3], [12, 11, 2], [20, 1, 70]);
    expect(secondsOf(idle, busy)).toBe(1 + 3 + 2);
  });

  it('count a child once that was seen and then waited for, with its last moments', () => {
    expect(secondsOf(idle, machine([10, 1, 4, 20], [11, 10, 3]), machine([10, 1, 4, 20 + 3.5]))).toBe(3.5);
  });

  it('count children that were waited for and never seen', () => {
    expect(secondsOf(idle, machine([10, 1, 4, 20 + 2]))).toBe(2);
  });

  it('count what outlives its parent, and what is killed together with its parent', () => {
    const [parent, child] = [
      [11, 10, 1],
      [12, 11, 6],
    ] as const;
    const both = machine([10, 1, 4, 20], [...parent], [...child]);
    const orphaned = machine([1, 0, 50], [10, 1, 4, 21], [12, 1, 8]);
    expect(secondsOf(idle, both, orphaned)).toBe(1 + 8);
    expect(secondsOf(idle, both, orphaned, machine([10, 1, 4, 21]))).toBe(1 + 8);
    expect(secondsOf(idle, both, machine([10, 1, 4, 21]))).toBe(1 + 6);
  });

  it('take a process of the same number for another one when it started at another time', () => {
    const again = new Map([
      ...machine([10, 1, 4, 23]),
      [11, { parent: 1, started: 'later', own: 40, waited: 0 }] as const,
    ]);
    expect(secondsOf(idle, machine([10, 1, 4, 20], [11, 10, 3]), again)).toBe(3);
  });

  it('are read from the machine, detached and killed processes included', async () => {
    const work = 'while (process.cpuUsage().user < 50_000);';
    const killed = `${work} process.stdout.write('worked'); setInterval(() => {}, 1000);`;
    const cpu = countCoreSeconds();
    const child = spawn(process.execPath, ['-e', killed], { detached: true });
    await once(child.stdout, 'data');
    await vi.waitFor(() => expect(cpu.soFar()).toBeGreaterThan(0.05), 20_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(cpu.end()).toBeGreaterThan(0.05);
  });
});
