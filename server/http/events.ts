import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import { streamReplaced } from '#contract/constants.ts';
import { allows, features, type Rights } from '#contract/rights.ts';
import type { Actor, MerchantActor } from '../db/context.ts';
import { eventChannel } from '../db/at-end.ts';
import type { EventKind, PublishedEvent } from '../db/queue.ts';
import { AppError, appError } from '../lib/app-error.ts';
import type { Log } from '../lib/log.ts';
import { resolveActor } from './actor.ts';
import type { Host } from './host.ts';
import { tokenOf } from './known-callers.ts';

type Listener = (event: PublishedEvent) => void;
type AccessListener = (userId: string) => void;
/** What is told to this process; both answer how to stop listening. */
type Events = {
  subscribe(listener: Listener): () => void;
  /** Listens to whose sessions, rights, stores or roles changed; the database says so itself, whatever changed them. */
  onAccessChange(listener: AccessListener): () => void;
};
const heartbeatMs = 25_000;

/** One LISTEN connection per process, whoever notified (P30). Reconnects by itself. */
export function listenForEvents(pool: pg.Pool, log: Log): Events & { close(): Promise<void> } {
  const listeners = new Set<Listener>();
  const accessListeners = new Set<AccessListener>();
  let closed = false;
  let client: pg.PoolClient | null = null;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    try {
      const fresh = await pool.connect();
      if (closed) return fresh.release();
      client = fresh;
      fresh.on('error', () => again(fresh));
      fresh.on('notification', ({ payload }) => {
        const reported = JSON.parse(payload ?? '{}') as PublishedEvent | { access_of: string };
        if ('access_of' in reported) for (const listener of accessListeners) listener(reported.access_of);
        else for (const listener of listeners) listener(reported);
      });
      await fresh.query(`LISTEN ${eventChannel}`);
    } catch (error) {
      log.warn({ err: error }, 'event channel lost');
      again(client);
    }
  }
  /** A connection that breaks while it is set up says so twice; only one other takes its place. */
  function again(broken: pg.PoolClient | null): void {
    if (broken !== client) return;
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
    onAccessChange(listener) {
      accessListeners.add(listener);
      return () => accessListeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      client?.release(true);
      client = null;
    },
  };
}

/** What a reader who does not read may leave waiting in our memory; then the stream ends, and the page begins again. */
const mostUnread = 1024 * 1024;

/** Streams that one person may have open on this process; a further one takes the place of the oldest. */
export const mostStreams = 20;

/** Told before a stream ends for a newer one: its page asks again when somebody looks at it. */
const replacedEvent = `data: ${JSON.stringify({ kind: streamReplaced, id: '' })}\n\n`;

/** Keeps the newest streams of each person. */
function newestStreams(): {
  open(userId: string, raw: ServerResponse): void;
  close(userId: string, raw: ServerResponse): void;
} {
  const byUser = new Map<string, Set<ServerResponse>>();
  return {
    open(userId, raw) {
      const streams = byUser.get(userId) ?? new Set();
      byUser.set(userId, streams.add(raw));
      const [oldest] = streams;
      if (streams.size <= mostStreams || oldest === undefined) return;
      streams.delete(oldest);
      oldest.end(replacedEvent);
    },
    close(userId, raw) {
      const streams = byUser.get(userId);
      streams?.delete(raw);
      if (streams?.size === 0) byUser.delete(userId);
    },
  };
}

/**
 * `GET /api/events`: a stream of `{kind, id}` lines for whoever may see them; read with a streaming fetch (P27).
 * Staff hear of what concerns no account and of all clients, whose pages they may have open. Ends with the session, and follows what its reader may see.
 */
export function mountEvents(host: Host, events: Events): void {
  const open = new Set<ServerResponse>();
  const newest = newestStreams();
  // Pages would hold the closing server open for as long as they are.
  host.fastify.addHook('preClose', async () => {
    for (const raw of open) raw.end();
  });
  host.fastify.get('/api/events', async (request, reply) => {
    const token = tokenOf(request);
    let actor = await resolveActor(host.ground, token);
    if (actor.kind !== 'merchant' && actor.kind !== 'staff')
      throw appError('not_logged_in', { text: 'general.log_in' });
    const { user_id } = actor; // of staff who act for a client their own
    const { raw } = reply;
    reply.hijack();
    open.add(raw);
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      connection: 'close', // nothing follows the stream
    });
    raw.write(':\n\n');
    newest.open(user_id, raw);
    const stop = events.subscribe((event) => {
      if (raw.writableEnded || !maySee(actor, event)) return;
      raw.write(`data: ${JSON.stringify({ kind: event.kind, id: idFor(actor, event) })}\n\n`);
      if (raw.writableLength > mostUnread) raw.destroy();
    });
    const askAgain = () => {
      resolveActor(host.ground, token).then(
        (now) => {
          actor = now; // rights may have changed
        },
        (error: unknown) => {
          if (error instanceof AppError) raw.end(); // logged out; a database that is away for a moment ends nothing
        },
      );
    };
    const stopAsking = events.onAccessChange((changed) => {
      if (changed === user_id) askAgain();
    });
    const beat = setInterval(() => {
      if (raw.writableEnded) return;
      raw.write(':\n\n');
      askAgain(); // it may have ended by itself
    }, heartbeatMs);
    request.raw.on('close', () => {
      open.delete(raw);
      newest.close(user_id, raw);
      clearInterval(beat);
      stop();
      stopAsking();
    });
  });
}

function maySee(actor: Actor, event: PublishedEvent): boolean {
  if (actor.kind !== 'staff' && actor.kind !== 'merchant') return false;
  if (event.user_id !== undefined) return event.user_id === actor.user_id;
  if (event.everyone) return true;
  if (actor.kind === 'staff' && actor.roles.length === 0) return false;
  // of all clients' events staff need those of the pages that they may have open, not those of their members' bells
  if (actor.kind === 'staff') return event.account_id === null || !event.kind.startsWith('notifications.');
  return event.account_id === actor.account_id && allowsKind(actor.rights, event.kind) && !isOfOtherStore(actor, event);
}

const topicOf = (kind: EventKind): string => kind.split('.')[0] ?? '';

/** Whether an event is about a store that a member does not work for. */
const isOfOtherStore = ({ stores }: MerchantActor, { kind, id }: PublishedEvent): boolean =>
  stores !== null && topicOf(kind) === 'stores' && id !== undefined && !stores.includes(id);

/**
 * The id that a reader is told. Of orders, products and the like an event does not say whose store they are of, so who
 * works for some stores hears that there is something new, never of what; their lists then show what is theirs.
 */
function idFor(actor: Actor, { kind, id }: PublishedEvent): string | undefined {
  if (actor.kind !== 'merchant' || actor.stores === null) return id;
  return ['stores', 'jobs', 'notifications'].includes(topicOf(kind)) ? id : undefined;
}

/** The first word of a kind is a right; without it a member does not learn of the event. */
function allowsKind(rights: Rights, kind: EventKind): boolean {
  const topic = topicOf(kind);
  if (topic === 'jobs' || topic === 'notifications') return true;
  return features.some((feature) => feature === topic && allows(rights, feature, 'view'));
}
