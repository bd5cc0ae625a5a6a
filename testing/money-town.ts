import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { bareValues } from './app-values.ts';
import { createTestDatabase } from './database.ts';
import type { MoneyCall } from './money-account.ts';
import { portalClient } from './portal-client.ts';
import { startServerProcess } from './server-process.ts';
import { givenBank } from './wallet-fixtures.ts';

/** Two server processes on one database; calls go to either. */
export async function openMoneyTown() {
  const database = await createTestDatabase();
  const log = createLog('silent');
  const ground: Ground = {
    db: createDatabase(createPool({ url: database.url, max: 4, log })),
    clock: systemClock,
    log,
    app: bareValues(),
  };
  // a busy machine must not turn a call that waits for others of its account into a refusal
  const env = { SECRET_KEY: Buffer.alloc(32, 7).toString('base64'), CALL_SECONDS: '60' };
  const first = await startServerProcess({ databaseUrl: database.url, env });
  const second = await startServerProcess({ databaseUrl: database.url, env: { ...env, ROLE: 'web' } });
  const servers = [first, second];
  await givenBank({ ground });
  let calls = 0;
  const anyServer = () => servers[(calls += 1) % servers.length] ?? first;
  const call: MoneyCall = (method, path, token, body, key) =>
    portalClient(anyServer().url, token)(method, path, body, key);
  return {
    ground,
    call,
    async uploadProof(token: string): Promise<string> {
      const form = new FormData();
      form.append('purpose', 'recharge_proof');
      form.append('file', new Blob(['%PDF-1.4\n%the shortest thing that is one\n']), 'proof.pdf');
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${first.url}/api/files`, { method: 'POST', headers, body: form });
      const { data } = (await answer.json()) as { data: { id: string } }; // the portal answers nothing but this
      return data.id;
    },
    async close() {
      for (const server of servers) await server.stop();
      await ground.db.destroy();
      await database.drop();
    },
  };
}
