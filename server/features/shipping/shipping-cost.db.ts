import { sql } from 'kysely';
import type { FreightFormula, Weighing } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';

export type Part = {
  sku_id: string;
  code: string;
  title: string;
  weight_g: number;
  volume_mm3: number;
  flags: string[];
  quantity: number;
};
export type VariantRow = {
  store_id: string;
  title: string;
  price: number | null;
  currency: string | null;
  parts: Part[];
};

const part = sql`'sku_id', s.id, 'code', s.code, 'title', s.title, 'weight_g', s.weight_g,
  'volume_mm3', coalesce(s.length_mm::bigint * s.width_mm * s.height_mm, 0), 'flags', s.flags`;

/** A store variant with what it stands for now; no parts while it is not mapped. */
export async function findVariant(ctx: Ctx, accountId: string, id: string): Promise<VariantRow | undefined> {
  const { rows } = await sql<VariantRow>`
    SELECT v.store_id, v.title, v.price, v.currency,
      (SELECT coalesce(json_agg(json_build_object(${part}, 'quantity', c.quantity) ORDER BY c.line), '[]')
       FROM mapping_components c JOIN catalog_skus s ON s.id = c.catalog_sku_id
       WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND c.rule = 0
         AND v.mapping_state IN ('mapped', 'needs_review')) AS parts
    FROM store_variants v WHERE v.account_id = ${accountId} AND v.id = ${id}`.execute(ctx.db);
  return rows[0];
}

/** Catalogue SKUs that the account may see. */
export async function findSkus(ctx: Ctx, ids: readonly string[]): Promise<Part[]> {
  const { rows } = await sql<{ part: Part }>`
    SELECT json_build_object(${part}, 'quantity', 1) AS part FROM catalog_skus s WHERE s.id = ANY(${ids}::uuid[])`.execute(
    ctx.db,
  );
  return rows.map((row) => row.part);
}

export type AgreedPrice = {
  id: string;
  sku_id: string;
  channel_id: string;
  channel: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_min: number;
  days_max: number;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
};

/** The merchant's current prices of these SKUs to one country. */
export async function findAgreed(
  ctx: Ctx,
  accountId: string,
  skuIds: readonly string[],
  destination: string,
): Promise<AgreedPrice[]> {
  const { rows } = await sql<AgreedPrice>`
    SELECT p.id, p.catalog_sku_id AS sku_id, p.channel_id, c.name AS channel, p.unit_price, p.currency, p.formula,
      json_build_object('divisor', p.divisor, 'step_g', p.step_g) AS weighing, p.days_min, p.days_max, p.tax_mode
    FROM prices p JOIN channels c ON c.id = p.channel_id AND c.active
    WHERE p.account_id = ${accountId} AND p.catalog_sku_id = ANY(${skuIds}::uuid[]) AND p.destination = ${destination} AND p.valid_to IS NULL
    ORDER BY p.id`.execute(ctx.db);
  return rows;
}
