import { type RawBuilder, sql } from 'kysely';
import type { DeliveryDays } from '#contract/delivery-days.ts';
import type { AccountCtx } from '#server/db/context.ts';
import { requestedOrders } from '#server/features/sub-accounts/index.ts';
import { additionsToPay, and, conditions, type Filter, showsAdditions, stagesOf } from './filter.db.ts';

/** What paying orders costs now, in minor units of the wallet's currency. */
export type Payable = {
  orders: number;
  total: number;
  /** What own stock covers of their goods: it is not in the total. */
  own_stock: number;
  /** Of them: samples, and paid orders to which something came. */
  samples: number;
  samples_total: number;
  additions: number;
  additions_total: number;
  /** Orders that match and whose payment waits for a colleague's approval: not among those above. */
  requested: number;
  requested_total: number;
  /** Orders that match and wait for the payment of an invoice that they are on. */
  invoiced: number;
};

/** The orders that match and can be paid now, each with what it costs: `amount`, its parts, `sample`, `addition`, `requested`, `channel_id`, `days`. */
export function payableOrders(accountId: string, filter: Filter): RawBuilder<unknown> {
  const where = conditions(accountId, filter);
  const stages = stagesOf(filter);
  const unpaid = !stages || stages.includes('awaiting_payment') ? sql`true` : sql`false`;
  const requested = sql`o.id IN (${requestedOrders(accountId)})`;
  const inTab = !stages || showsAdditions(filter) ? sql`true` : sql`o.stage = ANY(${stages}::text[])`;
  return sql`
    SELECT o.id, o.name, o.store_id, o.placed_at, coalesce(o.cost_total, 0) AS amount, o.cost_goods AS goods, o.cost_freight AS freight, o.cost_fees AS fees,
      coalesce(o.cost_own_stock, 0) AS own_stock, o.quote_id IS NOT NULL AS sample, false AS addition, ${requested} AS requested, o.channel_id,
      CASE WHEN o.days_max IS NOT NULL THEN json_build_object('ready', coalesce(o.ready_days, 0), 'min', o.days_min, 'max', o.days_max) END AS days
    FROM orders o WHERE ${and(where)} AND o.stage = 'awaiting_payment' AND NOT o.held AND ${unpaid}
    UNION ALL
    SELECT o.id, o.name, o.store_id, o.placed_at, (b.detail ->> 'total')::bigint, NULL, NULL, NULL, 0, false, true, ${requested}, NULL, NULL
    FROM orders o
    JOIN order_blocks b ON b.account_id = o.account_id AND b.order_id = o.id AND b.code = 'CHANGED_AFTER_PAYMENT'
    WHERE ${and(where)} AND ${additionsToPay(accountId)} AND ${inTab}`;
}

/** How many of the orders that match are on an unpaid invoice, by which they are paid. */
function countInvoiced(accountId: string, filter: Filter): RawBuilder<number> {
  const stages = stagesOf(filter);
  if (stages && !stages.includes('paying')) return sql`0`;
  return sql`(SELECT count(*)::int FROM orders o
    WHERE ${and(conditions(accountId, filter))} AND o.stage = 'paying' AND o.payment = 'invoiced')`;
}

/**
 * How many of the orders that match can be paid now, and what that costs: the one figure of tile, wallet, bar and list. Those that
 * wait for an approval are counted apart: nobody is offered to pay them once more.
 */
export async function sumPayable(ctx: AccountCtx, filter: Filter): Promise<Payable> {
  const { rows } = await sql<Payable>`
    SELECT count(*) FILTER (WHERE ready)::int AS orders, coalesce(sum(amount) FILTER (WHERE ready), 0)::bigint AS total,
      coalesce(sum(own_stock) FILTER (WHERE ready), 0)::bigint AS own_stock,
      count(*) FILTER (WHERE ready AND sample)::int AS samples, coalesce(sum(amount) FILTER (WHERE ready AND sample), 0)::bigint AS samples_total,
      count(*) FILTER (WHERE ready AND addition)::int AS additions,
      coalesce(sum(amount) FILTER (WHERE ready AND addition), 0)::bigint AS additions_total,
      count(*) FILTER (WHERE NOT ready)::int AS requested, coalesce(sum(amount) FILTER (WHERE NOT ready), 0)::bigint AS requested_total,
      ${countInvoiced(ctx.account, filter)} AS invoiced
    FROM (SELECT *, NOT requested AS ready FROM (${payableOrders(ctx.account, filter)}) o) p`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('a sum without a row');
  return row;
}

export type MatchingOrder = {
  id: string;
  name: string;
  store: string;
  amount: number;
  /** Of whole orders; an addition's parts are known once it is evaluated. */
  goods: number | null;
  freight: number | null;
  fees: number | null;
  own_stock: number;
  sample: boolean;
  addition: boolean;
  /** The shipping method; null for what came to a paid order. */
  channel_id: string | null;
  /** What paying promises; null for what came to a paid order. */
  days: DeliveryDays | null;
};

/** The orders that match and can be paid now, those that wait longest first, at most `most`. */
export async function findPayable(ctx: AccountCtx, filter: Filter, most: number): Promise<MatchingOrder[]> {
  const { rows } = await sql<MatchingOrder>`
    SELECT p.id, p.name, s.name AS store, p.amount, p.goods, p.freight, p.fees, p.own_stock, p.sample, p.addition, p.channel_id, p.days
    FROM (${payableOrders(ctx.account, filter)}) p JOIN stores s ON s.account_id = ${ctx.account} AND s.id = p.store_id
    ORDER BY p.placed_at, p.id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

/** What paying all orders that the reader may see costs now. */
export const payableNow = (ctx: AccountCtx): Promise<Payable> =>
  sumPayable(ctx, { tab: 'to_pay', stores: ctx.actor.kind === 'merchant' ? ctx.actor.stores : null });
