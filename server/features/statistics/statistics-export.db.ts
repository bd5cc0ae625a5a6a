import { type RawBuilder, sql } from 'kysely';
import type { Days } from '#contract/statistics-rules.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { spanOf, within } from '#server/db/day-span.ts';
import type { Filter } from './statistics.db.ts';
import { saleOfLine } from './statistics-details.db.ts';
import { measures, type Sums } from './statistics-sums.ts';

export type OrderSums = Sums & {
  id: string;
  name: string;
  store: string;
  country: string | null;
  placed_at: Date;
  stage: string;
  cursor: string;
};

/** What an order adds to the sums; of a product, what its lines do. */
function sumsOfOrder(product_id: string | undefined): RawBuilder<unknown> {
  if (product_id === undefined) return sql`statistics_of_order(o)`;
  const known: Record<string, RawBuilder<unknown>> = {
    orders: sql`1::bigint`,
    units: sql`sum(l.current_quantity)::bigint`,
    sales: sql`sum(coalesce(${saleOfLine}, 0))::bigint`,
    no_rate: sql`(o.sale_rate IS NULL)::int::bigint`,
    goods: sql`sum(coalesce(l.unit_cost * l.current_quantity, 0))::bigint`,
    no_cost: sql`count(*) FILTER (WHERE l.unit_cost IS NULL)`,
  };
  return sql`LATERAL (
    SELECT ${sql.join(measures.map((name) => sql`${known[name] ?? sql`0::bigint`} AS ${sql.ref(name)}`))}
    FROM accounts a JOIN order_lines l ON l.account_id = a.id AND l.order_id = o.id AND l.current_quantity > 0
    JOIN store_variants v ON v.account_id = a.id AND v.id = l.variant_id AND v.product_id = ${product_id}
    WHERE a.id = o.account_id AND o.stage <> 'cancelled' HAVING count(*) > 0)`;
}

/** Orders of a period with what each adds to the sums, oldest first, after one of them. */
export async function ordersWithSums(
  ctx: AccountCtx,
  days: Days,
  { stores, country, product_id }: Filter,
  { after, most }: { after: string | null; most: number },
): Promise<OrderSums[]> {
  const [at, id] = after?.split('|') ?? [];
  const conditions = [
    ...within('o.placed_at', await spanOf(ctx, days.from, days.to)),
    ...(stores ? [sql`o.store_id = ANY(${[...stores]}::uuid[])`] : []),
    ...(country ? [sql`o.country = ${country}`] : []),
    ...(at && id ? [sql`(o.placed_at, o.id) > (${at}::timestamptz, ${id}::uuid)`] : []),
  ];
  const { rows } = await sql<OrderSums>`
    SELECT o.id, o.name, s.name AS store, o.country, o.placed_at, o.stage, o.placed_at::text || '|' || o.id AS cursor,
      ${sql.join(measures.map((name) => sql.ref(`f.${name}`)))}
    FROM orders o JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id CROSS JOIN ${sumsOfOrder(product_id)} f
    WHERE o.account_id = ${ctx.account} AND o.stage <> 'merged' AND ${sql.join(conditions, sql` AND `)}
    ORDER BY o.placed_at, o.id LIMIT ${most}`.execute(ctx.db);
  return rows;
}
