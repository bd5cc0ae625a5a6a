import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { ManualRecipient } from './manual.db.ts';
import type { ManualLine } from './manual.service.ts';

/** Who reads: members with a store scope see drafts of no store only where they wrote them; `buyers` may know who bought. */
export type Readers = { accountId: string; stores: readonly string[] | null; userId: string; buyers: boolean };

export type DraftValues = {
  store_id: string | null;
  name: string;
  recipient: ManualRecipient;
  lines: readonly ManualLine[];
  channel_id: string | null;
  remark: string;
};
export type DraftRow = DraftValues & {
  id: string;
  store: { id: string; name: string } | null;
  updated_at: Date;
  version: number;
};

function readable({ accountId, stores, userId }: Readers): RawBuilder<unknown> {
  if (!stores) return sql`d.account_id = ${accountId}`;
  return sql`d.account_id = ${accountId} AND (d.store_id = ANY(${[...stores]}::uuid[]) OR (d.store_id IS NULL AND d.created_by = ${userId}))`;
}

const columns = sql`d.id, d.store_id, d.name, d.recipient, d.lines, d.channel_id, d.remark, d.updated_at, d.version,
  (SELECT json_build_object('id', s.id, 'name', s.name) FROM stores s WHERE s.account_id = d.account_id AND s.id = d.store_id) AS store`;

/** Drafts with one of these words in number or buyer; the latest first. */
export async function findDrafts(
  ctx: Ctx,
  who: Readers,
  q: string | undefined,
  page: { offset: number; limit: number },
): Promise<{ rows: DraftRow[]; total: number }> {
  const text = (q ?? '').trim().toLowerCase();
  const where = sql`${readable(who)} AND (${text} = '' OR strpos(lower(d.name || ' ' || ${who.buyers ? sql`coalesce(d.recipient ->> 'name', '')` : sql`''`}), ${text}) > 0)`;
  const { rows } = await sql<DraftRow>`
    SELECT ${columns} FROM order_drafts d WHERE ${where}
    ORDER BY d.updated_at DESC, d.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  const counted = await sql<{ n: number }>`SELECT count(*)::int AS n FROM order_drafts d WHERE ${where}`.execute(
    ctx.db,
  );
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

/** One draft; `lock` keeps it still until the transaction ends. */
export async function findDraft(ctx: Ctx, who: Readers, id: string, lock = false): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    SELECT ${columns} FROM order_drafts d WHERE ${readable(who)} AND d.id = ${id} ${lock ? sql`FOR UPDATE OF d` : sql``}`.execute(
    ctx.db,
  );
  return rows[0];
}

const json = (values: DraftValues) => ({
  recipient: JSON.stringify(values.recipient),
  lines: JSON.stringify(values.lines),
});

export async function insertDraft(ctx: Ctx, who: Readers, id: string, values: DraftValues): Promise<void> {
  await ctx.db
    .insertInto('order_drafts')
    .values({
      ...values,
      ...json(values),
      account_id: who.accountId,
      id,
      created_by: who.userId,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .execute();
}

export async function updateDraft(ctx: AccountCtx, id: string, values: DraftValues): Promise<void> {
  await ctx.db
    .updateTable('order_drafts')
    .set((set) => ({ ...values, ...json(values), updated_at: ctx.now, version: set('version', '+', 1) }))
    .where('account_id', '=', ctx.account)
    .where('id', '=', id)
    .execute();
}

export async function deleteDraft(ctx: AccountCtx, id: string): Promise<void> {
  await ctx.db.deleteFrom('order_drafts').where('account_id', '=', ctx.account).where('id', '=', id).execute();
}

/** Drafts that nobody has touched since then: the buyers in them are not kept for ever. Answers how many went. */
export async function deleteOldDrafts(ctx: Ctx, before: Date): Promise<number> {
  const gone = await ctx.db.deleteFrom('order_drafts').where('updated_at', '<', before).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * Drafts of a store for the buyers of these orders (by e-mail, or by name and address), or all of the store: they go with an
 * erasure. The orders' recipients must still be there.
 */
export async function deleteDraftsOfBuyers(
  ctx: AccountCtx,
  storeId: string,
  orderIds: readonly string[] | null,
): Promise<void> {
  const ofBuyers = sql`AND EXISTS (SELECT 1 FROM order_recipients r
    WHERE r.account_id = d.account_id AND r.order_id = ANY(${orderIds ?? []}::uuid[]) AND (
      lower(r.email) = lower(d.recipient ->> 'email')
      OR (lower(r.name) = lower(d.recipient ->> 'name') AND lower(r.address1) = lower(d.recipient ->> 'address1'))))`;
  await sql`DELETE FROM order_drafts d WHERE d.account_id = ${ctx.account} AND d.store_id = ${storeId} ${orderIds ? ofBuyers : sql``}`.execute(
    ctx.db,
  );
}

type CopyRow = { store_id: string; recipient: ManualRecipient | null; lines: ManualLine[] };

/** What an order's draft begins with: its address, and what of its lines is still to be had. */
export async function findCopy(ctx: AccountCtx, orderId: string): Promise<CopyRow | undefined> {
  const { rows } = await sql<CopyRow>`
    SELECT o.store_id,
      (SELECT json_build_object('name', r.name, 'company', r.company, 'address1', r.address1, 'address2', r.address2, 'city', r.city,
         'province', r.province, 'zip', r.zip, 'country', r.country, 'phone', r.phone, 'tax_id', r.tax_id, 'email', r.email)
       FROM order_recipients r WHERE r.account_id = o.account_id AND r.order_id = o.id AND r.redacted_at IS NULL) AS recipient,
      (SELECT coalesce(json_agg(json_build_object('variant_id', CASE WHEN v.sku_id IS NULL THEN v.id END, 'sku_id', v.sku_id,
         'quantity', l.quantity) ORDER BY l.position), '[]')
       FROM order_lines l
       CROSS JOIN LATERAL (SELECT x.id, CASE WHEN left(x.external_id, 4) = 'sku:' THEN substr(x.external_id, 5)::uuid END AS sku_id, x.removed_at
         FROM store_variants x WHERE x.account_id = l.account_id AND x.id = l.variant_id) v
       WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.quantity BETWEEN 1 AND 10000
         AND (v.sku_id IS NOT NULL OR v.removed_at IS NULL)) AS lines
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.id = ${orderId}`.execute(ctx.db);
  return rows[0];
}
