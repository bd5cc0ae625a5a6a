import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Databases } from '#testing/database.ts';
import { openDurable, type DurableServer } from '#testing/durable-server.ts';

export type Answered = { status: number; body: Buffer };

/** A keep-alive HTTP client on one connection, thin enough not to be what is measured. */
export function openConnection(url: string, token?: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const authorization = token ? { authorization: `Bearer ${token}` } : {};
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<Answered>((resolve, reject) => {
      const call = request(`${url}${path}`, { method, agent, headers: { ...authorization, ...headers } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
      });
      call.on('error', reject);
      call.end(body);
    });
  return { send, close: () => agent.destroy() };
}

/** Throws unless the call was answered with 200, so that refusals are not measured as work. */
export function requireOk(answer: Answered): void {
  if (answer.status !== 200)
    throw new Error(`answered ${answer.status}: ${answer.body.toString('utf8').slice(0, 300)}`);
}

/** An embedded PostgreSQL as users have it (fsync on), in a folder of its own, for as long as `act` runs. */
export async function withDatabase<T>(action: (server: DurableServer) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-bench-'));
  chmodSync(folder, 0o711); // root's database belongs to another account, which must get in
  const server = await openDurable(folder);
  try {
    return await action(server);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Databases of a stage on that server; they go with its folder. */
export function databasesOn(server: DurableServer): Databases {
  let made = 0;
  const next = () => `stage_${(made += 1)}`;
  const drop = async () => {};
  const database = (url: string) => ({ url, appUrl: url, drop });
  return {
    createMigrated: async () => database(await server.createPortal(next())),
    createEmpty: async () => database(await server.createEmpty(next())),
  };
}
