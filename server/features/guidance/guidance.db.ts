import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

type Which = { accountId: string; stores: readonly string[] | null };

/** Store scope as SQL; a member learns of no other store's progress (P3). */
function inScope({ stores }: Which, column: string) {
  return stores ? sql<boolean>`${sql.ref(column)} = ANY(${[...stores]}::uuid[])` : sql<boolean>`true`;
}

/** The statements of the steps, each ended by its first row; for the check of their plans. */
export const statements = {
  shop: (which: Which) => sql<{ store: boolean; shop: boolean; ordered: boolean; map: boolean; price: boolean }>`
    SELECT
      EXISTS (SELECT 1 FROM stores s WHERE s.account_id = ${which.accountId} AND s.status <> 'pending'
        AND ${inScope(which, 's.id')}) AS store,
      EXISTS (SELECT 1 FROM stores s WHERE s.account_id = ${which.accountId} AND s.status <> 'pending' AND s.platform <> 'file'
        AND ${inScope(which, 's.id')}) AS shop,
      EXISTS (SELECT 1 FROM orders o WHERE o.account_id = ${which.accountId} AND ${inScope(which, 'o.store_id')}) AS ordered,
      EXISTS (SELECT 1 FROM store_products p WHERE p.account_id = ${which.accountId} AND p.mapping_state = 'mapped'
        AND p.removed_at IS NULL AND ${inScope(which, 'p.store_id')})
        OR EXISTS (SELECT 1 FROM quotes q WHERE q.account_id = ${which.accountId} AND ${inScope(which, 'q.store_id')}) AS map,
      EXISTS (SELECT 1 FROM prices WHERE account_id = ${which.accountId}) AS price`,
  order: (which: Which) => sql<{ pay: boolean; tracking: boolean }>`
    SELECT
      EXISTS (SELECT 1 FROM invoices i WHERE i.account_id = ${which.accountId} AND i.status IN ('paid', 'partly_credited', 'credited')) AS pay,
      EXISTS (SELECT 1 FROM parcels p WHERE p.account_id = ${which.accountId} AND EXISTS (SELECT 1 FROM orders o
        WHERE o.account_id = p.account_id AND o.id = p.order_id AND ${inScope(which, 'o.store_id')})) AS tracking`,
  invoice: ({ accountId }: Which) => sql<{ recharge: boolean }>`
    SELECT EXISTS (SELECT 1 FROM recharges r WHERE r.account_id = ${accountId} AND r.status = 'credited') AS recharge`,
};

async function only<T>(ctx: Ctx, statement: ReturnType<typeof sql<T>>): Promise<T> {
  const [row] = (await statement.execute(ctx.db)).rows;
  if (!row) throw new Error('a statement without FROM answers one row');
  return row;
}

export const findShop = (ctx: Ctx, which: Which) => only(ctx, statements.shop(which));
export const findOrder = (ctx: Ctx, which: Which) => only(ctx, statements.order(which));
export const findInvoice = (ctx: Ctx, which: Which) => only(ctx, statements.invoice(which));

/** Who looks after the account. */
export async function findAgent(ctx: AccountCtx): Promise<{ id: string; name: string } | null> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT u.id, coalesce(nullif(u.nick_name, ''), u.username) AS name
    FROM accounts a JOIN users u ON u.id = a.agent_user_id WHERE a.id = ${ctx.account}`.execute(ctx.db);
  return rows[0] ?? null;
}
