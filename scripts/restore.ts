import { join, resolve } from 'node:path';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { Refusal } from '#server/db/refusal.ts';
import { restore } from '#server/db/restore.ts';
import { readPlan } from './launch-settings.ts';

// npm run restore -- <backup>: makes a portal of a backup, in an empty DATA_DIR and database.

const root = resolve(import.meta.dirname, '..');

async function main(path: string | undefined): Promise<void> {
  if (!path) throw new Refusal('Name the backup: npm run restore -- /path/of/the/backup');
  const plan = readPlan(process.env, root);
  let embedded: Embedded | undefined;
  try {
    const report = await restore({
      path: resolve(path),
      passphrase: process.env.BACKUP_PASSPHRASE || undefined,
      dataDir: plan.dataDir,
      secretKey: process.env.SECRET_KEY || undefined,
      log: (sentence) => console.log(sentence),
      async openDatabase() {
        if (plan.databaseUrl) return plan.databaseUrl;
        embedded = await startEmbedded({ dataDir: plan.dataDir, log: (sentence) => console.log(sentence) });
        if (!(await embedded.hasDatabase('tradewind'))) await embedded.createDatabase('tradewind');
        return embedded.url('tradewind');
      },
    });
    console.log(
      `Restored ${report.rows} rows and ${report.files} files into ${plan.dataDir}. Start it with: npm start`,
    );
    if (report.missing.length > 0)
      console.error(
        `The backup lacks ${report.missing.length} files that its database names; they were missing when it was made:\n  ${report.missing.map((hash) => join('files', hash)).join('\n  ')}`,
      );
  } finally {
    await embedded?.stop();
  }
}

try {
  await main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
}
