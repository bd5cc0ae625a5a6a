import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder on a disk that a test can fill. */
export type SmallDisk = {
  folder: string;
  /** False where this account may not mount: the disk is then a part of a large one, and `fill` leaves room on it. */
  mounted: boolean;
  /** MB that are free before `fill`, and not after it. */
  reserveMb: number;
  fill(): void;
  empty(): void;
  remove(): void;
};

const MB = 1_048_576;
const FILLER = 64;

/** Mounts a disk of `megabytes` in memory. */
export function openSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-disk-'));
  chmodSync(folder, 0o711); // root's database belongs to another account
  const options = `size=${megabytes}m,mode=0711`;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  const filler = join(folder, 'filler');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    mounted,
    reserveMb: mounted ? Math.floor(megabytes / 4) : Math.floor(free() / MB) - FILLER / 2,
    fill: () => writeFileSync(filler, Buffer.alloc(mounted ? free() : FILLER * MB)),
    empty: () => rmSync(filler, { force: true }),
    remove() {
      if (mounted) spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
