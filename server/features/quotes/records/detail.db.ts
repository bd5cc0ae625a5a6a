import { sql } from 'kysely';
import type { FreightFormula, GoodsKind, Weighing } from '#contract/freight.ts';
import type { UnavailableReason } from '#contract/quote-rules.ts';
import type { Money } from '#contract/shared.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { variantTitle } from '#server/db/variant-title.ts';
import { measuredDays } from '#server/features/shipping/index.ts';

/** What the list leaves out. */
export type MoreRow = {
  url: string | null;
  quantity: number | null;
  target_days: number | null;
  branding: boolean;
  sample: boolean;
  unavailable_reason: UnavailableReason | null;
  asked_from: { id: string; number: string } | null;
};

export async function findMore(ctx: AccountCtx, id: string): Promise<MoreRow> {
  const { rows } = await sql<MoreRow>`
    SELECT q.url, q.quantity, q.target_days, q.branding, q.sample, q.unavailable_reason,
      CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'number', 'Q-' || o.number) END AS asked_from
    FROM quotes q LEFT JOIN quotes o ON o.account_id = q.account_id AND o.id = q.asked_from
    WHERE q.account_id = ${ctx.account} AND q.id = ${id}`.execute(ctx.db);
  return rows[0] as MoreRow; // the caller has found the quote
}

export type ItemRow = {
  line: number;
  variant_id: string | null;
  title: string;
  sku: string;
  shop_price: Money | null;
  known: { id: string; code: string; weight_g: number; lead_days: number; price: number | null } | null;
};

/** An item (`k`) with the newest of the account's prices for it. */
const itemAnswer = sql`json_build_object('id', k.id, 'code', k.code, 'weight_g', k.weight_g, 'lead_days', k.lead_days,
    'price', (SELECT r.unit_price FROM prices r WHERE r.account_id = i.account_id AND r.catalog_sku_id = k.id AND r.valid_to IS NULL
      ORDER BY r.id DESC LIMIT 1))`;

/** Which SKU of the catalog an item asks for: its title is the SKU's code and title, or begins with the code of a product's only SKU. */
const namedItem = sql`(
  SELECT ${itemAnswer} FROM catalog_skus k
  WHERE i.variant_id IS NULL AND k.code = split_part(i.title, ' · ', 1) AND k.status <> 'discontinued'
    AND (k.owner_account_id IS NULL OR k.owner_account_id = i.account_id)
    AND (i.title = k.code || ' · ' || k.title
      OR (SELECT count(*) FROM catalog_skus o WHERE o.product_id = k.product_id AND o.status <> 'discontinued') = 1))`;

/** What a variant (`v`) consists of now, where that is one item for all countries, with the newest of its prices. */
const knownItem = sql`(
  SELECT ${itemAnswer}
  FROM mapping_components c JOIN catalog_skus k ON k.id = c.catalog_sku_id AND k.status <> 'discontinued'
  WHERE c.account_id = v.account_id AND c.variant_id = v.id AND c.version = v.mapping_version AND v.mapping_state = 'mapped' AND c.quantity = 1
    AND (SELECT count(*) FROM mapping_components e WHERE e.account_id = c.account_id AND e.variant_id = c.variant_id AND e.version = c.version) = 1)`;

const itemTitle = variantTitle(sql`i.title`, sql`q.title`);

export async function findItems(ctx: AccountCtx, id: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT i.line, i.variant_id, ${itemTitle} AS title, coalesce(v.sku, '') AS sku,
      CASE WHEN v.price IS NOT NULL AND v.currency IS NOT NULL THEN json_build_object('amount', v.price, 'currency', v.currency) END AS shop_price,
      coalesce(${knownItem}, ${namedItem}) AS known
    FROM quote_items i
    JOIN quotes q ON q.account_id = i.account_id AND q.id = i.quote_id
    LEFT JOIN store_variants v ON v.account_id = i.account_id AND v.id = i.variant_id
    WHERE i.account_id = ${ctx.account} AND i.quote_id = ${id} ORDER BY i.line`.execute(ctx.db);
  return rows;
}

export type VersionRow = {
  version: number;
  note: string;
  valid_until: Date;
  price_lock_days: number;
  created_at: Date;
  due_at: Date | null;
  lines: {
    line: number;
    variant_id: string | null;
    title: string;
    sku: { id: string; code: string; title: string; picture_url: string | null };
    unit_price: number;
    weight_g: number;
    volume_mm3: number;
    lead_days: number;
    moq: number;
  }[];
  freight: {
    destination: string;
    channel: { id: string; name: string };
    formula: FreightFormula;
    days_min: number;
    days_max: number;
    transit: { min: number; max: number };
    tax_mode: 'DDP' | 'IOSS' | 'DDU';
    weighing: Weighing;
    max_weight_g: number | null;
    refuses: GoodsKind[];
  }[];
};

/** Versions, newest first, with their lines and freight. */
export async function findVersions(ctx: AccountCtx, id: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT e.version, e.note, e.valid_until, e.price_lock_days, e.created_at, e.due_at,
      (SELECT coalesce(json_agg(json_build_object('line', l.line, 'variant_id', l.variant_id, 'title', ${itemTitle},
          'sku', json_build_object('id', k.id, 'code', k.code, 'title', k.title, 'picture_url', '/api/pictures/' || k.picture), 'unit_price', l.unit_price, 'weight_g', l.weight_g,
          'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0), 'lead_days', l.lead_days, 'moq', l.moq) ORDER BY l.line), '[]')
       FROM quote_lines l
       JOIN quote_items i ON i.account_id = l.account_id AND i.quote_id = l.quote_id AND i.line = l.line
       JOIN catalog_skus k ON k.id = l.catalog_sku_id
       WHERE l.account_id = e.account_id AND l.quote_id = e.quote_id AND l.version = e.version) AS lines,
      (SELECT coalesce(json_agg(json_build_object('destination', f.destination, 'channel', json_build_object('id', c.id, 'name', c.name),
          'formula', f.formula, 'days_min', f.days_min, 'days_max', f.days_max,
          'transit', json_build_object('min', coalesce(measured.days_p50, f.days_min), 'max', coalesce(measured.days_p90, f.days_max)), 'tax_mode', f.tax_mode,
          'weighing', json_build_object('divisor', f.divisor, 'step_g', f.step_g),
          'max_weight_g', f.max_weight_g, 'refuses', f.refuses) ORDER BY f.destination, c.name), '[]')
       FROM quote_freight f JOIN channels c ON c.id = f.channel_id ${measuredDays('f')}
       WHERE f.account_id = e.account_id AND f.quote_id = e.quote_id AND f.version = e.version) AS freight
    FROM quote_versions e JOIN quotes q ON q.account_id = e.account_id AND q.id = e.quote_id
    WHERE e.account_id = ${ctx.account} AND e.quote_id = ${id} ORDER BY e.version DESC`.execute(ctx.db);
  return rows;
}

/** What was accepted when, and which variants and SKUs that is about. */
export type AcceptedRow = { store_id: string | null; closed_at: Date; variant_ids: string[]; sku_ids: string[] };

/** Those of these quotes that are accepted. */
export async function findAccepted(ctx: AccountCtx, ids: readonly string[]): Promise<AcceptedRow[]> {
  const { rows } = await sql<AcceptedRow>`
    SELECT q.store_id, q.closed_at,
      ARRAY(SELECT v.id FROM store_variants v WHERE v.account_id = q.account_id AND v.product_id = q.product_id) AS variant_ids,
      ARRAY(SELECT DISTINCT l.catalog_sku_id FROM quote_lines l
        WHERE l.account_id = q.account_id AND l.quote_id = q.id AND l.version = q.accepted_version) AS sku_ids
    FROM quotes q WHERE q.account_id = ${ctx.account} AND q.id = ANY(${ids}::uuid[]) AND q.status = 'accepted'`.execute(
    ctx.db,
  );
  return rows;
}
