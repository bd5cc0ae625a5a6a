import { accessSync, chmodSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#server/db/embedded-process.ts';

const MEMORY = '/dev/shm';
/** What a run may need: its databases and files take some 300 MB, the soak tests more. */
const NEEDED = 4 * 1024 ** 3;
const NAME = /^tradewind-run-(\d+)$/;

/**
 * Where tests keep what nobody needs afterwards: memory where there is plenty, otherwise the system's folder. Copying
 * the template database makes some 1,300 files, which takes 0.9 core-seconds on ext4 and 0.03 in memory.
 */
export const scratchFolder: string = hasRoom(MEMORY) ? MEMORY : tmpdir();

/** Gives this process and those that it starts a temporary folder of their own; `remove` ends it with all in it. */
export function openRunFolder(): { remove(): void } {
  for (const name of readdirSync(scratchFolder)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) removeLeft(join(scratchFolder, name));
  }
  const folder = join(scratchFolder, `tradewind-run-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o711); // root's database belongs to another account
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return {
    remove() {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes what a run left that was ended by force; a small disk that it had mounted stays until it is unmounted. */
function removeLeft(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EBUSY')) throw error;
  }
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, freemem()) > NEEDED;
  } catch {
    return false;
  }
}
