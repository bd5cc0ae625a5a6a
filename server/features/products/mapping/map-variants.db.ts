import { sql } from 'kysely';
import type { mappingOutcomes, mappingSources } from '#contract/mappings.ts';
import type { Ctx } from '#server/db/context.ts';
import { confirmedPicture, snapshotOf } from './drift.db.ts';
import type { Component, Rule } from '../records/components.ts';
export type MappingInput = {
  variant_id: string;
  source: (typeof mappingSources)[number];
  components: Component[];
  confidence?: number;
  rules?: Rule[];
  /** The merchant knows that an item is discontinued and uses what is left. */
  until_sold_out?: boolean;
  /** `mapped` when left out; the others have no components. */
  outcome?: (typeof mappingOutcomes)[number];
  restored_from?: number | null;
};
export type Versioned = MappingInput & { version: number };

/** The variants with the number their next mapping gets, locked in the order of their ids. */
export async function lockVariants(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
): Promise<{ id: string; product_id: string; next_version: number }[]> {
  // NO KEY: orders with these variants may be written meanwhile. Numbers are read after the wait, in a statement of their own.
  await sql`SELECT FROM store_variants WHERE account_id = ${accountId} AND id = ANY(${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  );
  const { rows } = await sql<{ id: string; product_id: string; next_version: number }>`
    SELECT v.id, v.product_id,
           1 + coalesce((SELECT max(m.version) FROM mappings m WHERE m.account_id = v.account_id AND m.variant_id = v.id), 0) AS next_version
    FROM store_variants v WHERE v.account_id = ${accountId} AND v.id = ANY(${ids}::uuid[])
    ORDER BY v.id`.execute(ctx.db);
  return rows;
}

export type OfferedSku = { id: string; code: string; title: string; discontinued: boolean };

/** Those of the SKUs that may be given to the account: shared ones and its own. */
export async function findOffered(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<OfferedSku[]> {
  const { rows } = await sql<OfferedSku>`
    SELECT id, code, title, status = 'discontinued' AS discontinued FROM catalog_skus
    WHERE id = ANY(${ids}::uuid[]) AND (owner_account_id IS NULL OR owner_account_id = ${accountId})`.execute(ctx.db);
  return rows;
}

/** Writes versions with what the shop shows of each variant now; drift is told by that. */
export async function insertMappings(ctx: Ctx, accountId: string, mappings: readonly Versioned[]): Promise<void> {
  const userId = 'user_id' in ctx.actor ? ctx.actor.user_id : null;
  const author = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`
    INSERT INTO mappings (account_id, variant_id, version, source, confidence, outcome, until_sold_out, restored_from, variant_snapshot, picture,
      created_by, author_name, created_at)
    SELECT ${accountId}, r.variant_id, r.version, r.source, coalesce(r.confidence, 1), coalesce(r.outcome, 'mapped'),
           coalesce(r.until_sold_out, false), r.restored_from, ${snapshotOf}, ${confirmedPicture}, ${userId}, ${author}, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(mappings)}::json)
      AS r(variant_id uuid, version int, source text, confidence real, outcome text, until_sold_out boolean, restored_from int)
    JOIN store_variants v ON v.account_id = ${accountId} AND v.id = r.variant_id
    JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id`.execute(ctx.db);
}

/** Writes what versions consist of: rule 0 for everywhere, then the rules of places and days. */
export async function insertRecipes(ctx: Ctx, accountId: string, mappings: readonly Versioned[]): Promise<void> {
  const rules = mappings.flatMap(({ variant_id, version, rules: list = [] }) =>
    list.map((rule, index) => ({ variant_id, version, rule: index + 1, ...rule })),
  );
  if (rules.length > 0) {
    await sql`
      INSERT INTO mapping_rules (account_id, variant_id, version, rule, countries, valid_from, valid_to)
      SELECT ${accountId}, r.variant_id, r.version, r.rule, ARRAY(SELECT json_array_elements_text(r.countries)), r.valid_from, r.valid_to
      FROM json_to_recordset(${JSON.stringify(rules)}::json)
        AS r(variant_id uuid, version int, rule int, countries json, valid_from date, valid_to date)`.execute(ctx.db);
  }
  const everywhere = mappings.map((mapping) => ({ ...mapping, rule: 0 }));
  const parts = [...everywhere, ...rules].flatMap(({ variant_id, version, rule, components }) =>
    components.map((part, index) => ({ variant_id, version, rule, line: index + 1, ...part })),
  );
  if (parts.length === 0) return;
  await sql`
    INSERT INTO mapping_components (account_id, variant_id, version, rule, line, catalog_sku_id, quantity, sku_snapshot)
    SELECT ${accountId}, r.variant_id, r.version, r.rule, r.line, r.catalog_sku_id, r.quantity, k.attributes
    FROM json_to_recordset(${JSON.stringify(parts)}::json)
      AS r(variant_id uuid, version int, rule int, line int, catalog_sku_id uuid, quantity int)
    JOIN catalog_skus k ON k.id = r.catalog_sku_id`.execute(ctx.db);
}

/** Makes the versions those that count from now on. */
export async function markCurrent(ctx: Ctx, accountId: string, mappings: readonly Versioned[]): Promise<void> {
  await sql`
    UPDATE store_variants v SET mapping_state = coalesce(r.outcome, 'mapped'), mapping_version = r.version, drift = NULL
    FROM json_to_recordset(${JSON.stringify(mappings)}::json) AS r(variant_id uuid, version int, outcome text)
    WHERE v.account_id = ${accountId} AND v.id = r.variant_id`.execute(ctx.db);
}

/** Orders that are not paid yet and have a line of the variants, the orders of a mapping that changes. */
const openOrders = (accountId: string, variantIds: readonly string[]) => sql`
  SELECT o.id FROM order_lines l JOIN orders o ON o.account_id = l.account_id AND o.id = l.order_id
  WHERE l.account_id = ${accountId} AND l.variant_id = ANY(${variantIds}::uuid[]) AND l.current_quantity > 0
    AND o.stage IN ('imported', 'quoting', 'awaiting_payment')`;

export async function countOpenOrders(ctx: Ctx, accountId: string, variantIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(DISTINCT id)::int AS n FROM (${openOrders(accountId, variantIds)}) found`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/**
 * Lets open orders keep the version that their variants have now, or follow the newest again. Orders are locked before their
 * lines, as everywhere.
 */
export async function pinOpenOrders(
  ctx: Ctx,
  accountId: string,
  variantIds: readonly string[],
  keep: boolean,
): Promise<void> {
  await sql`
    SELECT FROM orders WHERE account_id = ${accountId} AND id IN (${openOrders(accountId, variantIds)}) ORDER BY id FOR NO KEY UPDATE`.execute(
    ctx.db,
  );
  const pinned = keep
    ? sql`(SELECT m.version FROM store_variants v JOIN mappings m ON m.account_id = v.account_id AND m.variant_id = v.id AND m.version = v.mapping_version
            WHERE v.account_id = l.account_id AND v.id = l.variant_id AND m.outcome <> 'unmapped')`
    : sql`NULL`;
  await sql`
    UPDATE order_lines l SET pinned_version = ${pinned}
    FROM orders o
    WHERE l.account_id = ${accountId} AND l.variant_id = ANY(${variantIds}::uuid[])
      AND o.account_id = l.account_id AND o.id = l.order_id AND o.stage IN ('imported', 'quoting', 'awaiting_payment')
      AND (l.pinned_version IS NULL) = ${keep}::boolean`.execute(ctx.db);
}
