import { sql } from 'kysely';
import type { AlternativeKind } from '#contract/quote-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type AlternativeRow = {
  id: string;
  kind: AlternativeKind;
  sku: { id: string; code: string; title: string; picture_url: string | null; weight_g: number; volume_mm3: number };
  unit_price: number;
  lead_days: number;
  moq: number;
  note: string;
  taken_version: number | null;
};

/** Alternatives that stand or were taken, in the order in which they were offered. */
export async function findAlternatives(ctx: AccountCtx, quoteId: string): Promise<AlternativeRow[]> {
  const { rows } = await sql<AlternativeRow>`
    SELECT a.id, a.kind, json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'picture_url', '/api/pictures/' || k.picture,
        'weight_g', k.weight_g, 'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0)) AS sku,
      a.unit_price, a.lead_days, a.moq, a.note, a.taken_version
    FROM quote_alternatives a JOIN catalog_skus k ON k.id = a.catalog_sku_id
    WHERE a.account_id = ${ctx.account} AND a.quote_id = ${quoteId} AND a.removed_at IS NULL ORDER BY a.created_at, a.id`.execute(
    ctx.db,
  );
  return rows;
}

export type NewAlternative = {
  account_id: string;
  quote_id: string;
  id: string;
  kind: AlternativeKind;
  catalog_sku_id: string;
  unit_price: number;
  lead_days: number;
  moq: number;
  note: string;
  created_by: string;
};

export async function insertAlternative(ctx: Ctx, row: NewAlternative): Promise<void> {
  await ctx.db
    .insertInto('quote_alternatives')
    .values({ ...row, created_at: ctx.now })
    .execute();
}

/** Takes an alternative back, or notes the version that it became; false when it is not there or taken already. */
export async function changeAlternative(
  ctx: Ctx,
  key: { account_id: string; quote_id: string; id: string },
  change: { removed_at: Date } | { taken_version: number },
): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('quote_alternatives')
    .set(change)
    .where('account_id', '=', key.account_id)
    .where('quote_id', '=', key.quote_id)
    .where('id', '=', key.id)
    .where('removed_at', 'is', null)
    .where('taken_version', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
