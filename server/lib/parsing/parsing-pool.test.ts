import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { type Failure, ParsingPool } from './parsing-pool.ts';
import type { TableRow } from './table-limits.ts';

const small = Buffer.from('a,b\n1,2\n');
const large = Buffer.from(`${'word,'.repeat(60)}\n`.repeat(20_000));

describe('parsing processes', () => {
  let pool = new ParsingPool();
  const failures: Failure[] = [];
  pool.onFailure = (failure) => failures.push(failure);
  const read = async (bytes: Buffer, owner: string | null = null): Promise<TableRow[]> => {
    const rows: TableRow[] = [];
    for await (const batch of pool.stream('files.rows', bytes, undefined, owner)) rows.push(...batch);
    return rows;
  };
  afterEach(() => {
    pool.close();
    pool = new ParsingPool();
    pool.onFailure = (failure) => failures.push(failure);
    failures.splice(0);
  });

  it('read elsewhere and only as fast as rows are taken; one is used again, also after a reader left early', async () => {
    const rows = pool.stream('files.rows', large, undefined);
    expect((await rows.next()).value).toHaveLength(66);
    expect(pool.idlePids('files')).toEqual([]); // held: nothing is read ahead but one batch
    await rows.return(undefined);
    await expect.poll(() => pool.idlePids('files')).toHaveLength(1);
    const [pid] = pool.idlePids('files');
    expect(pid).not.toBe(process.pid);
    expect(await read(small)).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1', '2'] },
    ]);
    expect(pool.idlePids('files')).toEqual([pid]);
    expect(await read(large)).toHaveLength(20_000);
  });

  it('are ended at their limit of processor time and replaced; the sentence names it', async () => {
    await read(small);
    const [before] = pool.idlePids('files');
    pool.limits.files.seconds = 0.02;
    await expect(read(large)).rejects.toMatchObject({
      code: 'time_limit',
      message: 'Reading this file exceeded 0.02 seconds of computing and was stopped. Split the file and try again.',
    });
    expect(failures).toMatchObject([{ operation: 'files.rows', pid: before, why: 'cpu' }]);
    pool.limits.files.seconds = 60;
    expect(await read(small)).toHaveLength(2);
    expect(pool.idlePids('files')).not.toContain(before);
  });

  it('lose nothing by a machine that keeps them waiting, and are ended when they do nothing for too long', async () => {
    await read(small);
    const [pid = 0] = pool.idlePids('files');
    process.kill(pid, 'SIGSTOP');
    pool.limits.files.seconds = 0.5;
    const late = read(small);
    await sleep(600);
    process.kill(pid, 'SIGCONT');
    expect(await late).toHaveLength(2);
    expect(pool.idlePids('files')).toEqual([pid]);
    process.kill(pid, 'SIGSTOP');
    pool.limits.files.wallSeconds = 0.1;
    await expect(read(small)).rejects.toMatchObject({
      code: 'time_limit',
      message: 'Reading this file exceeded 0.1 seconds and was stopped. Split the file and try again.',
    });
    expect(failures).toMatchObject([{ pid, why: 'time' }]);
  });

  it('are ended at their limit of memory, or when the system ends them, and replaced', async () => {
    pool.limits.files.megabytes = 128;
    await expect(read(Buffer.alloc(80_000_000, 'x,y\n'))).rejects.toMatchObject({
      code: 'memory_limit',
      message: 'Reading this file exceeded 128 MB of memory and was stopped. Split the file and try again.',
    });
    pool.limits.files.megabytes = 768;
    for (const [signal, code] of [
      ['SIGKILL', 'memory_limit'],
      ['SIGSEGV', 'crashed'],
    ] as const) {
      await read(small);
      const [pid = 0] = pool.idlePids('files');
      const rows = pool.stream('files.rows', large, undefined);
      await rows.next();
      process.kill(pid, signal);
      await expect(rows.next().then(() => rows.next())).rejects.toMatchObject({ code });
    }
    expect(await read(small)).toHaveLength(2);
  });

  it('are asked in turn, and a queue that is too long is refused', async () => {
    pool.limits.files.processes = 1;
    const held = pool.stream('files.rows', large, undefined);
    await held.next();
    const waiting = Array.from({ length: 100 }, () => read(small));
    await expect(read(small)).rejects.toMatchObject({ code: 'busy' });
    await held.return(undefined);
    expect(new Set((await Promise.all(waiting)).map((rows) => rows.length))).toEqual(new Set([2]));
    expect(pool.idlePids('files')).toHaveLength(1);
  });

  it('of one owner work on half of what they could, and ten tasks wait; others go ahead', async () => {
    const held = pool.stream('files.rows', large, undefined, 'one');
    await held.next();
    let done = 0;
    const waiting = Array.from({ length: 10 }, async () => {
      await read(small, 'one');
      done += 1;
    });
    await expect(read(small, 'one')).rejects.toMatchObject({ code: 'busy' });
    expect(await read(small, 'other')).toHaveLength(2);
    expect(await read(small)).toHaveLength(2);
    expect(done).toBe(0);
    await held.return(undefined);
    await Promise.all(waiting);
    expect(pool.idlePids('files')).toHaveLength(2);
  });

  it('take owners in turn: one who comes later waits for one task of each of the others at most (round 2)', async () => {
    const holders = ['one', 'two'].map((owner) => pool.stream('files.rows', large, undefined, owner));
    for (const holder of holders) await holder.next();
    const done: string[] = [];
    const queue = ['one', 'two', 'one', 'two', 'one', 'two', 'three', 'three'].map(async (owner) => {
      await read(small, owner);
      done.push(owner);
    });
    await holders[0]?.return(undefined);
    await Promise.all(queue.filter((_, at) => at % 2 === 0 || at > 5));
    expect(done.slice(0, 3)).toEqual(['three', 'one', 'three']);
    await holders[1]?.return(undefined);
    await Promise.all(queue);
  });
});
