import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from '#server/db/backup.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { embeddedExists } from '#server/db/embedded-place.ts';
import { Refusal } from '#server/db/refusal.ts';
import { readSecretKey } from './launch-secrets.ts';
import { readPlan } from './launch-settings.ts';

// npm run backup -- [folder]: a backup of database, files and secrets, while the portal works or is stopped.

const root = resolve(import.meta.dirname, '..');
const inMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

async function main(folder: string | undefined): Promise<void> {
  const plan = readPlan(process.env, root);
  if (!plan.databaseUrl && !embeddedExists(plan.dataDir))
    throw new Refusal(`There is no portal in ${plan.dataDir} yet. Set DATA_DIR or DATABASE_URL to the one to back up.`);
  const now = new Date();
  const name = `tradewind-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
  const path = resolve(folder ?? join(plan.dataDir, 'backups'), name);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }; // ours
  // The running server is joined, and goes on.
  const embedded = plan.databaseUrl ? null : await startEmbedded({ dataDir: plan.dataDir, log: () => {} });
  try {
    const report = await backUp({
      url: plan.databaseUrl ?? embedded?.url('tradewind') ?? '',
      dataDir: plan.dataDir,
      path,
      passphrase: process.env.BACKUP_PASSPHRASE || undefined,
      secretKey: process.env.SECRET_KEY || readSecretKey(plan.dataDir),
      release: version,
      now,
    });
    console.log(
      `Backup: ${path} (${inMegabytes(report.size)}: ${report.rows} rows of ${report.tables} tables, ${report.files} files)`,
    );
    if (!process.env.BACKUP_PASSPHRASE)
      console.log('It is not encrypted and holds the secrets of this portal: keep it as secret as they are.');
    console.log(`Restore it into an empty DATA_DIR or database: npm run restore -- ${path}`);
    if (report.missing.length > 0) {
      console.error(
        `${report.missing.length} files that the database names are missing or damaged in ${join(plan.dataDir, 'files')}:\n  ${report.missing.join('\n  ')}`,
      );
      process.exitCode = 2;
    }
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
