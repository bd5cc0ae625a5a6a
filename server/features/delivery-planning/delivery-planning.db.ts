import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';
import { requestedOrders } from '#server/features/sub-accounts/index.ts';

export type UnpaidRow = {
  id: string;
  name: string;
  store: { id: string; name: string };
  channel_id: string | null;
  country: string | null;
  stage: 'imported' | 'quoting' | 'awaiting_payment';
  held: boolean;
  total: number | null;
  blocks: { code: string; owner: 'merchant' | 'provider'; detail: Record<string, unknown> }[];
  /** Variants of its lines that stand for nothing yet, or changed in the shop. */
  variants: { id: string; product_id: string; title: string; state: 'unmapped' | 'suggested' | 'needs_review' }[];
  /** Lines of no variant that we know. */
  unlinked: number;
};

/** Unpaid orders, oldest first, with what keeps each from being paid; nothing of the buyer, and none that waits for an approval. */
export async function findUnpaid(
  ctx: AccountCtx,
  stores: readonly string[] | null,
  limit: number,
): Promise<UnpaidRow[]> {
  const inStores = stores ? sql`AND o.store_id = ANY(${[...stores]}::uuid[])` : sql``;
  const { rows } = await sql<UnpaidRow>`
    SELECT o.id, o.name, json_build_object('id', s.id, 'name', s.name) AS store, o.channel_id, o.country, o.stage, o.held, o.cost_total AS total,
      (SELECT coalesce(json_agg(json_build_object('code', b.code, 'owner', b.owner, 'detail', b.detail) ORDER BY b.code), '[]')
         FROM order_blocks b WHERE b.account_id = o.account_id AND b.order_id = o.id) AS blocks,
      (SELECT coalesce(json_agg(DISTINCT jsonb_build_object('id', v.id, 'product_id', v.product_id, 'title', p.title, 'state', v.mapping_state)), '[]')
         FROM order_lines l JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
         JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
         WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.requires_shipping AND l.current_quantity > 0
           AND v.mapping_state IN ('unmapped', 'suggested', 'needs_review')) AS variants,
      (SELECT count(*)::int FROM order_lines l
         WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.requires_shipping AND l.current_quantity > 0 AND l.variant_id IS NULL) AS unlinked
    FROM (SELECT * FROM orders o WHERE o.account_id = ${ctx.account} AND o.stage IN ('imported', 'quoting', 'awaiting_payment') ${inStores}
            AND o.id NOT IN (${requestedOrders(ctx.account)})
          ORDER BY o.placed_at, o.id LIMIT ${limit}) o
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    ORDER BY o.placed_at, o.id`.execute(ctx.db);
  return rows;
}
