import type { Embedded } from '#server/db/embedded.ts';
import { keepEmbedded } from '#server/db/embedded-kept.ts';
import { migrate } from '#server/db/migrate.ts';
import { Refusal } from '#server/db/refusal.ts';
import { isHalfFilled } from './launch-demo.ts';
import type { Running } from './launch-running.ts';
import type { Plan } from './launch-settings.ts';

const PORTAL = 'tradewind';
const SANDBOX = 'tradewind_sandbox';

/** Brings up the databases that the plan needs, the portal's one migrated. */
export async function prepareDatabases(
  plan: Plan,
  running: Running,
  /** That the portal will use at most. */
  connections: number,
): Promise<{ database: string; sandboxDatabase: string | undefined }> {
  const log = (sentence: string) => console.log(sentence);
  const embedded = plan.embedded
    ? await keepEmbedded(
        { dataDir: plan.dataDir, log },
        {
          ending: () => running.ending,
          started: (next) => {
            running.embedded = next;
          },
          report: (databaseProblem) => running.report({ databaseProblem }),
        },
      )
    : undefined;
  if (embedded) {
    if (!plan.databaseUrl) await ensureDatabase(embedded, PORTAL, log);
    if (plan.sandbox && !plan.sandboxDatabaseUrl && !(await embedded.hasDatabase(SANDBOX))) {
      await embedded.createDatabase(SANDBOX);
    }
  }
  const database = plan.databaseUrl ?? embedded?.url(PORTAL) ?? '';
  // Nobody but its owner may empty a database of their own; and while it was filled, nothing checked its rows.
  if (plan.databaseUrl && (await isHalfFilled(database))) {
    throw new Refusal(
      'A former start left the demo workspace in the database of DATABASE_URL unfinished. Drop that database and create it again, or name another one.',
    );
  }
  await migrate({ url: database, log, connections });
  return { database, sandboxDatabase: plan.sandboxDatabaseUrl ?? embedded?.url(SANDBOX) };
}

async function ensureDatabase(embedded: Embedded, name: string, log: (sentence: string) => void): Promise<void> {
  if ((await embedded.hasDatabase(name)) && (await isHalfFilled(embedded.url(name)))) {
    log('The demo workspace was left unfinished by a former start: beginning again.');
    await embedded.dropDatabase(SANDBOX);
    await embedded.dropDatabase(name);
  }
  if (!(await embedded.hasDatabase(name))) await embedded.createDatabase(name);
}
