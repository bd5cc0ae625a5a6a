import { readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCode } from './refusal.ts';

/** What PostgreSQL writes into `postmaster.pid`. */
export type LockFile = { pid: number; socketDir: string; status: string };

/** The cluster's lock file; undefined without one or while it is half written. */
export function readLockFile(data: string): LockFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socketDir: (lines[4] ?? '').trim(), status: (lines[7] ?? '').trim() };
}

/** Whether a process lives. A zombie, dead but not yet collected by its parent, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (systemCode(error) !== 'EPERM') return false;
  }
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2)); // the name before it may hold anything
  } catch {
    return process.platform !== 'linux';
  }
}

/** Whether `pid` is the server of this cluster and not another process that was given the number of a dead one. */
export function isServerOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    if (statSync(`/proc/${pid}`).uid !== statSync(data).uid) return false;
    return readlinkSync(`/proc/${pid}/cwd`) === data; // PostgreSQL works inside its data directory
  } catch {
    return false;
  }
}

/** Removes a lock file whose number now belongs to a zombie or to a foreign process, at which PostgreSQL would stop. */
export function removeStaleLock(data: string): void {
  const lock = readLockFile(data);
  if (lock && !isServerOf(lock.pid, data)) rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Waits until the process is gone; false when the time is over first. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(5);
  }
  return true;
}
