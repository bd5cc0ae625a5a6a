import { EventEmitter, on } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyPluginAsync } from 'fastify';
import type { Pool } from 'pg';
import { mailFaults, type MailFaultSettings } from './mail-faults.ts';
import { mailPages } from './mail-pages.ts';
import { mailServer } from './mail-server.ts';
import { mailStore, matches, type MailFilter, type MailMessage } from './mail-store.ts';

const HOST = '127.0.0.1';
const WAIT_MS = 15_000;

/** A running mail box. */
export type Mail = {
  smtpUrl: string;
  /** Newest first. */
  messages(filter?: MailFilter): Promise<MailMessage[]>;
  /** The newest matching message, at once if it is there already (see `after`), else as soon as it arrives; an error after `timeoutMs`. */
  waitFor(filter: MailFilter & { timeoutMs?: number }): Promise<MailMessage>;
  faults: { set(settings: Partial<MailFaultSettings>): void; clear(): void; get(): MailFaultSettings };
  /** Serves `/mail` (pages) and `/mail/api/messages` (JSON). */
  plugin: FastifyPluginAsync;
  close(): Promise<void>;
};

/** Starts a mail box that takes every message over SMTP on the loopback interface and keeps it in PostgreSQL. Port 0 = any free one. */
export async function startMail(options: { pool: Pool; smtpPort: number }): Promise<Mail> {
  const store = mailStore(options.pool);
  await store.prepare();
  const arrivals = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  const faults = mailFaults();
  const smtp = mailServer({ store, faults, onMessage: (message) => arrivals.emit('message', message) });
  const port = await listen(smtp.server, () => smtp.listen(options.smtpPort, HOST));

  async function waitFor({
    timeoutMs = WAIT_MS,
    ...filter
  }: MailFilter & { timeoutMs?: number }): Promise<MailMessage> {
    const limit = AbortSignal.timeout(timeoutMs);
    // Listening starts before looking, so that nothing falls between the two.
    const stream = on(arrivals, 'message', { signal: AbortSignal.any([limit, closing.signal]) });
    try {
      const [present] = await store.find(filter, 1);
      if (present) return present;
      for await (const [message] of stream as AsyncIterable<[MailMessage]>)
        if (matches(message, filter)) return message;
    } catch (error) {
      if (!limit.aborted && !closing.signal.aborted) throw error;
    } finally {
      await stream.return?.();
    }
    throw new Error(`No mail ${describe(filter)} arrived within ${timeoutMs} ms.`);
  }

  const mail: Omit<Mail, 'plugin'> = {
    smtpUrl: `smtp://${HOST}:${port}`,
    messages: (filter) => store.find(filter),
    waitFor,
    faults,
    async close() {
      closing.abort();
      await new Promise<void>((resolve) => smtp.close(resolve));
    },
  };
  return { ...mail, plugin: mailPages({ store, waitFor }) };
}

function listen(
  server: { once(event: string, action: (error: Error) => void): unknown; address(): AddressInfo | string | null },
  start: () => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => resolve((server.address() as AddressInfo).port)); // a TCP server's address is never a string
    start();
  });
}

function describe(filter: MailFilter): string {
  const parts = [filter.to ? `to ${filter.to}` : '', filter.subject ? `with "${filter.subject}" in its subject` : ''];
  return parts.filter((part) => part !== '').join(' ') || 'at all';
}
