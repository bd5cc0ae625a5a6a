import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
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
  const embedded = plan.embedded ? await keepEmbedded(plan, running, log) : undefined;
  if (embedded) {
    if (!plan.databaseUrl) await ensureDatabase(embedded, PORTAL, log);
    if (plan.sandbox && !plan.sandboxDatabaseUrl && !(await embedded.hasDatabase(SANDBOX))) {
      await embedded.createDatabase(SANDBOX);
    }
  }
  const database = plan.databaseUrl ?? embedded?.url(PORTAL) ?? '';
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

/** Starts the embedded server, and again should it ever be killed; its address stays the same. */
async function keepEmbedded(plan: Plan, running: Running, log: (sentence: string) => void): Promise<Embedded> {
  running.embedded = startEmbedded({ dataDir: plan.dataDir, log });
  const embedded = await running.embedded;
  void embedded.lost.then(async () => {
    if (running.ending) return;
    log('PostgreSQL ended unexpectedly; starting it again.');
    try {
      await keepEmbedded(plan, running, log);
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      await running.end(1);
    }
  });
  return embedded;
}
