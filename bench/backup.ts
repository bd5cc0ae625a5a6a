import { execFile } from 'node:child_process';
import { cpSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '#testing/free-port.ts';
import { buildWeb } from './build.ts';
import { timed } from './measure.ts';
import { inFolder, root, startPortal } from './start.ts';
import { ratio, type Table } from './table.ts';

/** Seconds that backup and restore of the demo workspace take, beside a cold copy of the stopped portal's folder. */
export async function backup(): Promise<Table[]> {
  await buildWeb();
  return inFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const kept = join(folder, 'kept');
    const copy = join(folder, 'copy');
    const portal = await startPortal({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    if (!portal) throw new Error('the portal did not start');
    let running: { ms: number };
    try {
      running = await timed(() => run('backup', kept, dataDir));
    } finally {
      await portal.stop();
    }
    const stopped = await timed(() => run('backup', kept, dataDir));
    const [path = ''] = readdirSync(kept).toSorted();
    const cold = await timed(async () => cpSync(dataDir, copy, { recursive: true }));
    const restored = await timed(() => run('restore', join(kept, path), join(folder, 'restored')));
    const row = (name: string, ms: number, bytes: number) => [name, ms / 1000, ratio(ms, cold.ms), bytes / 1e6];
    const size = sizeOf(join(kept, path));
    return [
      {
        title: 'Backup and restore of the demo workspace',
        columns: ['', 'seconds', 'of a cold copy', 'MB'],
        rows: [
          row('cold copy of DATA_DIR', cold.ms, sizeOf(copy)),
          row('npm run backup, portal working', running.ms, size),
          row('npm run backup, portal stopped', stopped.ms, size),
          row('npm run restore', restored.ms, sizeOf(join(folder, 'restored'))),
        ],
        notes: [
          'Backup and restore are whole commands: with the start of Node, and of PostgreSQL where it is stopped.',
        ],
      },
    ];
  });
}

async function run(command: 'backup' | 'restore', argument: string, dataDir: string): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, DATA_DIR: dataDir };
  delete env.DATABASE_URL;
  const args = [join(root, 'scripts/run.mjs'), `scripts/${command}.ts`, argument];
  await promisify(execFile)(process.execPath, args, { cwd: root, env });
}

/** Bytes of all files below a folder. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
