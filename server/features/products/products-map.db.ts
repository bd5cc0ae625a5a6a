import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type MappingInput = {
  variant_id: string;
  source: 'manual' | 'auto_option' | 'auto_sku' | 'image' | 'agent' | 'quote' | 'file';
  components: { catalog_sku_id: string; quantity: number }[];
};

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

/** Which of the SKUs may be given to the account now: shared ones and its own, not discontinued. */
export async function findUsableSkus(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM catalog_skus
    WHERE id = ANY(${ids}::uuid[]) AND (owner_account_id IS NULL OR owner_account_id = ${accountId}) AND status <> 'discontinued'`.execute(
    ctx.db,
  );
  return new Set(rows.map((row) => row.id));
}

export async function insertMappings(
  ctx: Ctx,
  accountId: string,
  mappings: readonly { variant_id: string; version: number; source: string }[],
  userId: string | null,
): Promise<void> {
  await sql`
    INSERT INTO mappings (account_id, variant_id, version, source, variant_snapshot, created_by, created_at)
    SELECT ${accountId}, r.variant_id, r.version, r.source, jsonb_build_object('title', v.title, 'options', v.options, 'sku', v.sku),
           ${userId}, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(mappings)}::json) AS r(variant_id uuid, version int, source text)
    JOIN store_variants v ON v.account_id = ${accountId} AND v.id = r.variant_id`.execute(ctx.db);
}

export async function insertComponents(
  ctx: Ctx,
  accountId: string,
  components: readonly {
    variant_id: string;
    version: number;
    line: number;
    catalog_sku_id: string;
    quantity: number;
  }[],
): Promise<void> {
  await sql`
    INSERT INTO mapping_components (account_id, variant_id, version, line, catalog_sku_id, quantity)
    SELECT ${accountId}, r.variant_id, r.version, r.line, r.catalog_sku_id, r.quantity
    FROM json_to_recordset(${JSON.stringify(components)}::json)
      AS r(variant_id uuid, version int, line int, catalog_sku_id uuid, quantity int)`.execute(ctx.db);
}

export async function markMapped(
  ctx: Ctx,
  accountId: string,
  mappings: readonly { variant_id: string; version: number }[],
): Promise<void> {
  await sql`
    UPDATE store_variants v SET mapping_state = 'mapped', mapping_version = r.version
    FROM json_to_recordset(${JSON.stringify(mappings)}::json) AS r(variant_id uuid, version int)
    WHERE v.account_id = ${accountId} AND v.id = r.variant_id`.execute(ctx.db);
}
