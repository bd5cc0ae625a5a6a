import type pg from 'pg';
import { allows } from '#contract/rights.ts';
import { eventChannel } from '../db/queue.ts';
import { appError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { resolveActor, tokenOf } from './actor.ts';
import type { Host } from './host.ts';

type Event = { account_id: string | null; kind: string; id?: string };
type Listener = (event: Event) => void;
const heartbeatMs = 25_000;

/** One LISTEN connection per process, whoever notified (decision 30). Reconnects by itself. */
export function listenForEvents(
  pool: pg.Pool,
  log: Log,
): { subscribe(listener: Listener): () => void; close(): Promise<void> } {
  const listeners = new Set<Listener>();
  let closed = false;
  let client: pg.PoolClient | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    try {
      const fresh = await pool.connect();
      if (closed) return fresh.release();
      client = fresh;
      fresh.on('error', () => again());
      fresh.on('notification', ({ payload }) => {
        const event = JSON.parse(payload ?? '{}') as Event;
        for (const listener of listeners) listener(event);
      });
      await fresh.query(`LISTEN ${eventChannel}`);
    } catch (error) {
      log.warn({ err: error }, 'event channel lost');
      again();
    }
  }
  function again(): void {
    client?.release(true);
    client = null;
    if (!closed) retry = setTimeout(() => void connect(), 1_000);
  }
  void connect();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      client = null;
    },
  };
}

/** `GET /api/events`: a stream of `{kind, id}` lines for whoever may see them; read with a streaming fetch (decision 27). */
export function mountEvents(host: Host, events: { subscribe(listener: Listener): () => void }): void {
  host.fastify.get('/api/events', async (request, reply) => {
    const actor = await resolveActor(host.ground, tokenOf(request));
    if (actor.kind === 'anonymous') throw appError('not_logged_in', 'Log in first.');
    const sees = (event: Event) =>
      actor.kind === 'staff' ||
      (actor.kind === 'merchant' && event.account_id === actor.account_id && allowsKind(actor, event.kind));
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    reply.raw.write(':\n\n');
    const stop = events.subscribe((event) => {
      if (sees(event)) reply.raw.write(`data: ${JSON.stringify({ kind: event.kind, id: event.id })}\n\n`);
    });
    const beat = setInterval(() => reply.raw.write(':\n\n'), heartbeatMs);
    request.raw.on('close', () => {
      clearInterval(beat);
      stop();
    });
  });
}

/** Event kinds are `feature.verb`; members without the feature's view right do not learn of them. */
function allowsKind(actor: { rights: Parameters<typeof allows>[0] }, kind: string): boolean {
  const feature = kind.split('.')[0] ?? '';
  return allows(actor.rights, feature as Parameters<typeof allows>[1], 'view') || feature === 'jobs';
}
