import { join } from 'node:path';
import { type Embedded, startEmbedded } from '#server/db/embedded.ts';
import { waitForEnd } from '#server/db/embedded-process.ts';
import { migrate } from '#server/db/migrate.ts';
import { scratchFolder } from './scratch-folder.ts';

/** A PostgreSQL as users have it: it answers when the disk has it. */
export type DurableServer = {
  url(database: string): string;
  /** A migrated database; its connection string. */
  createPortal(name: string): Promise<string>;
  createEmpty(name: string): Promise<string>;
  /** SIGKILL for the postmaster, then a start that recovers; the address stays the same. */
  killAndRestart(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts one in a folder, which must be open to the database's account. The shared test server runs without fsync. */
export async function openDurable(dataDir: string): Promise<DurableServer> {
  const start = () =>
    startEmbedded({ dataDir, log: () => {}, durable: true, systemDir: join(scratchFolder, 'tradewind-test-system') });
  let embedded: Embedded = await start();
  const create = async (name: string) => {
    await embedded.createDatabase(name);
    return embedded.url(name);
  };
  return {
    url: (database) => embedded.url(database),
    createEmpty: create,
    async createPortal(name) {
      const url = await create(name);
      await migrate({ url, log: () => {} });
      return url;
    },
    async killAndRestart() {
      process.kill(embedded.pid, 'SIGKILL');
      await waitForEnd(embedded.pid, 30_000);
      await embedded.lost;
      embedded = await start();
    },
    stop: () => embedded.stop(),
  };
}
