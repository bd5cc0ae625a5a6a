import { statfs } from 'node:fs/promises';
import type { Log } from './log.ts';
import type { Phrase } from './refusal-texts.ts';

/** A folder whose disk has less free space than the reserve; sizes in bytes. */
export type Shortage = { folder: string; free: number; reserve: number };

export type DiskSpace = {
  /** Null while every folder has the reserve. */
  shortage(): Shortage | null;
  /** Settles when a shortage begins or ends. */
  changed(): Promise<void>;
  stop(): void;
};

const EVERY = 1_000;

/** A shortage ends with somewhat more than it began with, so that it does not come and go with every file. */
const END = 1.1;

/** A disk that is never full: for processes that do not watch one. */
export const unlimitedDisk: DiskSpace = { shortage: () => null, changed: () => new Promise(() => {}), stop() {} };

/**
 * Watches the free space of the disks that hold `folders`, once a second, and once before it settles.
 * @param reserve Bytes that stay free; 0 watches nothing.
 */
export async function watchDisk(options: {
  folders: readonly string[];
  reserve: number;
  log: Log;
}): Promise<DiskSpace> {
  const { folders, reserve, log } = options;
  if (reserve === 0) return unlimitedDisk;
  let short: Shortage | null = null;
  let waiting: (() => void)[] = [];

  async function look(): Promise<void> {
    const found = await findShortage(folders, short ? reserve * END : reserve, log);
    const turned = (found === null) !== (short === null);
    short = found && { ...found, reserve };
    if (!turned) return;
    if (short) log.error(short, 'the disk is almost full: changes, uploads and background work are refused');
    else log.info({ reserve }, 'the disk has room again: changes are taken');
    const reported = waiting;
    waiting = [];
    for (const report of reported) report();
  }
  await look();
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = null));
  }, EVERY);
  timer.unref();
  return {
    shortage: () => short,
    changed: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => clearInterval(timer),
  };
}

/** The folder with the least room, if that is below `least` bytes. A folder that cannot be asked is no reason to refuse work. */
async function findShortage(
  folders: readonly string[],
  least: number,
  log: Log,
): Promise<{ folder: string; free: number } | null> {
  let worst: { folder: string; free: number } | null = null;
  for (const folder of folders) {
    try {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      if (free < least && (!worst || free < worst.free)) worst = { folder, free };
    } catch (error) {
      log.debug({ err: error, folder }, 'the free space of a folder is not known');
    }
  }
  return worst;
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);

/** For whoever can do something about it. */
export const shortageSentence = ({ free, reserve }: Shortage): Phrase => ({
  text: 'general.disk_almost_full',
  params: { free: megabytes(free), reserve: megabytes(reserve) },
});
