import type pg from 'pg';
import { type Db, firstRow, rows } from '../shop/sql.ts';

export type Doc = Record<string, unknown>;
export type Kind =
  | 'product'
  | 'variation'
  | 'order'
  | 'refund'
  | 'note'
  | 'fulfillment'
  | 'wc-shipment-tracking/v3'
  | 'wc-ast/v3'
  | 'webhook';
export type WooRecord = { id: string; parent: string | null; doc: Doc; created_at: Date; modified_at: Date };
export type WooShop = {
  slug: string;
  name: string;
  currency: string;
  weight_unit: string;
  timezone: string;
  permalinks: boolean;
  plugins: string[];
  faults: unknown;
};

export type WooRuntime = {
  pool: pg.Pool;
  now: () => Date;
  /** Address of the server, known once it listens. */
  baseUrl: () => string;
  /** Tells the sender that deliveries may wait. */
  poke: () => void;
};

export async function newWooId(db: Db): Promise<number> {
  const made = await firstRow<{ id: string }>(db, `select nextval('woo_ids')::text as id`);
  return Number(made?.id);
}

/** WordPress keeps whole seconds. */
export const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1_000) * 1_000);
export const gmt = (at: Date): string => at.toISOString().slice(0, 19);

export const findShop = (db: Db, slug: string) =>
  firstRow<WooShop>(db, 'select * from woo_shops where slug = $1', [slug]);

export async function insertRecord(
  rt: WooRuntime,
  shop: string,
  kind: Kind,
  doc: Doc,
  options: { parent?: number | string; at?: Date; id?: number } = {},
): Promise<WooRecord> {
  const id = options.id ?? (await newWooId(rt.pool));
  const at = wholeSecond(options.at ?? rt.now());
  await rt.pool.query(
    `insert into woo_records (shop, kind, id, parent, doc, created_at, modified_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [shop, kind, id, options.parent ?? null, JSON.stringify({ id, ...doc }), at],
  );
  return { id: String(id), parent: String(options.parent ?? ''), doc: { id, ...doc }, created_at: at, modified_at: at };
}

export const findRecord = (db: Db, shop: string, kind: Kind, id: string | number) =>
  firstRow<WooRecord>(db, 'select * from woo_records where shop = $1 and kind = $2 and id = $3', [shop, kind, id]);

/** Merges into a record's JSON; what is changed is changed now. */
export async function changeRecord(
  rt: WooRuntime,
  shop: string,
  kind: Kind,
  id: string | number,
  change: Doc,
): Promise<void> {
  await rt.pool.query(
    'update woo_records set doc = doc || $4::jsonb, modified_at = $5 where shop = $1 and kind = $2 and id = $3',
    [shop, kind, id, JSON.stringify(change), wholeSecond(rt.now())],
  );
}

export async function removeRecord(db: Db, shop: string, kind: Kind, id: string | number): Promise<void> {
  await db.query('delete from woo_records where shop = $1 and kind = $2 and id = $3', [shop, kind, id]);
}

/** Records of a kind, of one parent or of all. */
export const recordsOf = (db: Db, shop: string, kind: Kind, parent?: string | number) =>
  rows<WooRecord>(
    db,
    'select * from woo_records where shop = $1 and kind = $2 and ($3::bigint is null or parent = $3) order by id',
    [shop, kind, parent ?? null],
  );

type Listed = { after?: Date; perPage: number; page: number; byChange: boolean; trash: boolean };

/** A page of a list with its total, as `orderby=modified` and `modified_after` choose it. */
export async function listRecords(db: Db, shop: string, kind: Kind, want: Listed) {
  const where = `from woo_records where shop = $1 and kind = $2 and ($3::timestamptz is null or modified_at > $3)
    and ($4 or doc ->> 'status' is distinct from 'trash')`;
  const values = [shop, kind, want.after ?? null, want.trash];
  const total = await firstRow<{ n: number }>(db, `select count(*)::int as n ${where}`, values);
  const order = want.byChange ? 'modified_at, id' : 'created_at desc, id desc';
  const found = await rows<WooRecord>(db, `select * ${where} order by ${order} limit $5 offset $6`, [
    ...values,
    want.perPage,
    (want.page - 1) * want.perPage,
  ]);
  return { found, total: total?.n ?? 0 };
}

/** A record as REST answers it. */
export const shown = ({ doc, created_at, modified_at }: WooRecord): Doc => ({
  ...doc,
  date_created: gmt(created_at),
  date_created_gmt: gmt(created_at),
  date_modified: gmt(modified_at),
  date_modified_gmt: gmt(modified_at),
});
