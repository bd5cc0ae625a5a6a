import type { Pool, PoolClient } from 'pg';

// `json`, not `jsonb`: answers keep the order of keys in which Stripe documents them.
const TABLES = `
begin;
select pg_advisory_xact_lock(72154003);
create table if not exists payment_objects (
  id text primary key,
  seq bigint generated always as identity,
  object text not null,
  body json not null,
  open_until timestamptz
);
create index if not exists payment_objects_kind on payment_objects (object, seq);
create index if not exists payment_objects_open on payment_objects (open_until) where open_until is not null;
create table if not exists payment_events (
  id text primary key,
  seq bigint generated always as identity,
  type text not null,
  created bigint not null,
  raw text not null
);
create index if not exists payment_events_seq on payment_events (seq);
create table if not exists payment_deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references payment_events (id),
  state text not null check (state in ('due', 'held', 'delivered', 'given_up', 'lost')),
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_status integer,
  last_error text
);
create index if not exists payment_deliveries_due on payment_deliveries (due_at, id) where state = 'due';
create table if not exists payment_idempotency (
  key text primary key,
  request text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null default now()
);
commit;
`;

/** What runs a query: the pool, or the connection of the transaction at hand. */
export type Db = Pick<PoolClient, 'query'>;

export async function preparePaymentTables(pool: Pool): Promise<void> {
  await pool.query(TABLES);
}

export async function inTransaction<T>(pool: Pool, action: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await action(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
