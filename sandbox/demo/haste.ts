import type pg from 'pg';
import { takeOffForeignKeys } from '#server/db/foreign-keys.ts';

// Should the machine fail now, the launcher begins again: commits need not wait for the disk. And the plans that are
// made while tables are empty must not scan them when they are full.
const SETTINGS = { synchronous_commit: 'off', enable_seqscan: 'off', plan_cache_mode: 'force_generic_plan' };

/** Tables whose rows change again and again while the demo's history is told, each time in all their indexes. */
const BUSY = [
  'notifications',
  'order_lines',
  'order_products',
  'order_terms',
  'order_watch_times',
  'orders',
  'parcel_trackings',
  'parcels',
  'store_products',
  'webhook_inbox',
];
/** Their indexes that the history itself looks up by; the others serve lists, and are made when all rows are there. */
const NEEDED = [
  'notifications_subject_idx',
  'order_lines_order_idx',
  'order_lines_origin_idx',
  'order_lines_replaces_idx',
  'order_lines_unlinked_idx',
  'order_lines_variant_idx',
  'orders_known_idx',
  'orders_quote_idx',
  'orders_reship_idx',
  'orders_split_idx',
];

/**
 * Makes this database quick to fill, and slow or unsafe for anything else: for connections opened from now on. Answers what
 * ends that, which checks all foreign keys and leaves the schema as it was.
 */
export async function hasten(owner: pg.Pool): Promise<() => Promise<void>> {
  const name = await databaseName(owner);
  for (const [setting, value] of Object.entries(SETTINGS))
    await owner.query(`ALTER DATABASE ${name} SET ${setting} = ${value}`);
  const putBackForeignKeys = await takeOffForeignKeys(owner, { acting: 'kept' });
  const indexes = await listIndexes(owner);
  for (const index of indexes) await owner.query(`DROP INDEX ${index.name}`);
  return async () => {
    for (const { definition } of indexes) await owner.query(definition);
    await putBackForeignKeys();
    for (const setting of Object.keys(SETTINGS)) await owner.query(`ALTER DATABASE ${name} RESET ${setting}`);
  };
}

async function databaseName(owner: pg.Pool): Promise<string> {
  const found = await owner.query<{ name: string }>('SELECT quote_ident(current_database()) AS name');
  return found.rows[0]?.name ?? '';
}

async function listIndexes(owner: pg.Pool): Promise<{ name: string; definition: string }[]> {
  const found = await owner.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = ANY($1::regclass[]) AND NOT i.indisunique AND c.relname <> ALL($2) ORDER BY 1`,
    [BUSY, NEEDED],
  );
  return found.rows;
}
