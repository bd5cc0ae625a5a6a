import { join } from 'node:path';
import { blobFolder } from '#server/lib/blob-folder.ts';
import { readConfig } from '#server/lib/config.ts';
import { createLog } from '#server/lib/log.ts';
import { readSandboxConfig } from '../config.ts';
import { seedDemo } from './seed.ts';

/** The demo workspace as a process of its own: fills both databases once, tells the logins, and ends. */
async function main(): Promise<void> {
  const config = readConfig();
  const sandbox = readSandboxConfig();
  if (!config.DATABASE_URL) throw new Error('DATABASE_URL: is needed to fill the demo workspace');
  // A launcher that is gone cannot mark the work as complete; the next start begins again.
  process.on('disconnect', () => process.exit(1));
  const start = performance.now();
  const { logins } = await seedDemo({
    size: 'full',
    config,
    databaseUrl: config.DATABASE_URL,
    blobs: blobFolder(join(config.DATA_DIR, 'files')),
    log: createLog('warn'),
    sandbox: { databaseUrl: sandbox.databaseUrl, app: sandbox.app },
    onPart: (part, ms) => process.send?.({ part, ms }),
  });
  const ms = performance.now() - start;
  process.send?.({ part: 'all', ms });
  process.stdout.write(`demo workspace: filled in ${(ms / 1000).toFixed(1)} s\n`);
  await new Promise<void>((sent) => (process.send ? process.send({ ready: true, logins }, () => sent()) : sent()));
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The demo workspace could not be made. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
