import { sql } from 'kysely';
import type { AccountCtx } from '#server/db/context.ts';

/** As orders keep the words by which they are found: without `#`, in lower case, see order_terms. */
export const termOf = (q: string | undefined) => (q ?? '').trim().replace(/^#/, '').toLowerCase().slice(0, 120);

const catalogSkus = (sku: string) => [...new Set([sku.trim(), sku.trim().toUpperCase()])];

/** Ids of billed orders with goods of this SKU: the store's, by which orders are found too, or the catalog's, which bills name. */
export const billedWith = (ctx: AccountCtx, sku: string) => sql`
  SELECT b.id FROM invoice_orders b WHERE b.account_id = ${ctx.account}
    AND b.order_id = ANY(ARRAY(SELECT t.order_id FROM order_terms t WHERE t.account_id = ${ctx.account} AND t.term = ${termOf(sku)}))
  UNION SELECT l.invoice_order_id FROM invoice_lines l WHERE l.account_id = ${ctx.account} AND l.sku = ANY(${catalogSkus(sku)}::text[])`;

/** Ids of invoices with goods of this SKU, on an order or on a line of their own. */
export const invoicesWith = (ctx: AccountCtx, sku: string) => sql`
  SELECT b.invoice_id FROM invoice_orders b WHERE b.account_id = ${ctx.account} AND b.id = ANY(ARRAY(${billedWith(ctx, sku)}))
  UNION SELECT m.invoice_id FROM invoice_items m WHERE m.account_id = ${ctx.account} AND m.sku = ANY(${catalogSkus(sku)}::text[])`;

/** Lines of goods that a list names; the bill has them all. */
const shownItems = 3;
const goodsOf = (ctx: AccountCtx) => sql`
  invoice_lines g WHERE g.account_id = ${ctx.account} AND g.invoice_order_id = b.id AND g.code = 'goods' AND g.sku IS NOT NULL`;

/** The first goods of a billed order `b`, or all of them, and how many lines of goods it has. */
export const goodsColumns = (ctx: AccountCtx, items?: 'all') => sql`
  (SELECT coalesce(json_agg(json_build_object('sku', f.sku, 'title', f.title, 'quantity', f.quantity) ORDER BY f.line), '[]')
    FROM (SELECT g.sku, g.title, g.quantity, g.line FROM ${goodsOf(ctx)} ORDER BY g.line LIMIT ${items === 'all' ? null : shownItems}::bigint) f) AS items,
  (SELECT count(*)::int FROM ${goodsOf(ctx)}) AS items_count`;
