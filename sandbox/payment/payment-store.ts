import type { Db } from './payment-tables.ts';
import { eventObject, type AnyObject, type EventObject, type EventType } from './stripe-objects.ts';
import { noSuch } from './stripe-error.ts';

/** What a session needs beside its public form. */
export type SessionExtras = {
  line_items: unknown;
  intent_metadata: Record<string, string>;
  intent_description: string | null;
  intent: string | null;
};
/** The number of a saved card, which no answer tells. */
type CardExtras = { card: string };

type Kinds = {
  'checkout.session': Extract<AnyObject, { object: 'checkout.session' }>;
  payment_intent: Extract<AnyObject, { object: 'payment_intent' }>;
  charge: Extract<AnyObject, { object: 'charge' }>;
  refund: Extract<AnyObject, { object: 'refund' }>;
  dispute: Extract<AnyObject, { object: 'dispute' }>;
  setup_intent: Extract<AnyObject, { object: 'setup_intent' }>;
  payment_method: Extract<AnyObject, { object: 'payment_method' }>;
  customer: Extract<AnyObject, { object: 'customer' }>;
};
type Kind = keyof Kinds;
type Stored<K extends Kind> = { value: Kinds[K]; extras: K extends 'payment_method' ? CardExtras : SessionExtras };

const PARAM: Record<Kind, string> = {
  'checkout.session': 'session',
  payment_intent: 'intent',
  charge: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  setup_intent: 'intent',
  payment_method: 'payment_method',
  customer: 'customer',
};

/** Reads one object; `lock` keeps others from changing it until the transaction ends. */
export async function load<K extends Kind>(
  db: Db,
  kind: K,
  id: string,
  options: { lock?: boolean; param?: string } = {},
): Promise<Stored<K>> {
  const { rows } = await db.query<{ body: Stored<K> }>(
    `select body from payment_objects where id = $1 and object = $2 ${options.lock ? 'for update' : ''}`,
    [id, kind],
  );
  const stored = rows[0]?.body;
  if (!stored) throw noSuch(kind, id, options.param ?? PARAM[kind]);
  return stored;
}

/** Writes an object, new or changed. Only an open session has a time until which it is open. */
export async function save(db: Db, value: AnyObject, extras: SessionExtras | CardExtras | null = null): Promise<void> {
  const openUntil =
    value.object === 'checkout.session' && value.status === 'open' ? new Date(value.expires_at * 1000) : null;
  await db.query(
    `insert into payment_objects (id, object, body, open_until) values ($1, $2, $3, $4)
     on conflict (id) do update set body = excluded.body, open_until = excluded.open_until`,
    [value.id, value.object, JSON.stringify({ value, extras }), openUntil],
  );
}

export async function newestSessions(db: Db, limit: number): Promise<Kinds['checkout.session'][]> {
  const { rows } = await db.query<{ body: Stored<'checkout.session'> }>(
    `select body from payment_objects where object = 'checkout.session' order by seq desc limit $1`,
    [limit],
  );
  return rows.map((row) => row.body.value);
}

/** Ids of open sessions whose time is over. */
export async function overdueSessions(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from payment_objects where open_until <= $1 order by open_until',
    [now],
  );
  return rows.map((row) => row.id);
}

/** Stores an event with a snapshot of its object, as it is sent. */
export async function addEvent(db: Db, type: EventType, object: AnyObject, now: number): Promise<EventObject> {
  const event = eventObject(type, object, now);
  await db.query('insert into payment_events (id, type, created, raw) values ($1, $2, $3, $4)', [
    event.id,
    type,
    now,
    JSON.stringify(event, null, 2),
  ]);
  return event;
}

export type EventFilter = {
  types?: string[];
  createdFrom?: number;
  createdAfter?: number;
  startingAfter?: string;
  endingBefore?: string;
  limit: number;
};

/** Newest first, at most `limit`, with the information whether there are more. */
export async function listEvents(db: Db, filter: EventFilter): Promise<{ data: EventObject[]; hasMore: boolean }> {
  const upwards = filter.endingBefore !== undefined;
  const { rows } = await db.query<{ raw: string }>(
    `select raw from payment_events
     where ($1::text[] is null or type = any($1))
       and created >= $2 and created > $3
       and ($4::text is null or seq < (select seq from payment_events where id = $4))
       and ($5::text is null or seq > (select seq from payment_events where id = $5))
     order by seq ${upwards ? 'asc' : 'desc'} limit $6`,
    [
      filter.types ?? null,
      filter.createdFrom ?? 0,
      filter.createdAfter ?? -1,
      filter.startingAfter ?? null,
      filter.endingBefore ?? null,
      filter.limit + 1,
    ],
  );
  const data = rows.slice(0, filter.limit).map((row) => JSON.parse(row.raw) as EventObject);
  return { data: upwards ? data.toReversed() : data, hasMore: rows.length > filter.limit };
}

export async function findEvent(db: Db, id: string): Promise<EventObject> {
  const { rows } = await db.query<{ raw: string }>('select raw from payment_events where id = $1', [id]);
  if (!rows[0]) throw noSuch('event', id, 'id');
  return JSON.parse(rows[0].raw) as EventObject;
}
