import { type ActFacts, type OrderAct, refusalInState } from '#contract/order-acts.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import type { Refusal } from '#server/http/list-acts.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { factsOf } from './actions.service.ts';
import { findActRows, findUnits, type ManyRow } from './bulk-actions.db.ts';
import { lockOrders } from '../records/facts.db.ts';

/** An order with what decides about acts on it. */
export type ManyOrder = ManyRow & { facts: ActFacts };

/** The reader's orders among these, with what the table of acts looks at; the same as for one, in two statements for all. */
export async function findForActs(ctx: MerchantCtx, ids: readonly string[]): Promise<ManyOrder[]> {
  const accountId = accountOf(ctx);
  const rows = await findActRows(ctx, accountId, ids, ctx.actor.stores);
  const lines = await findUnits(
    ctx,
    accountId,
    rows.map((row) => row.id),
  );
  const byOrder = groupBy(lines, (line) => line.order_id);
  return rows.map((row) => ({
    ...row,
    facts: factsOf(row, byOrder.get(row.id) ?? [], row.blocks, row.payment !== 'none'),
  }));
}

/** The same, locked in the sequence that every act keeps until the transaction ends. */
export async function lockForActs(ctx: MerchantCtx, ids: readonly string[]): Promise<ManyOrder[]> {
  await lockOrders(ctx, accountOf(ctx), ids);
  return findForActs(ctx, ids);
}

/** Why the table of acts refuses an order, as a row of a run says it. */
export function refusalFor(act: OrderAct, facts: ActFacts): Refusal | null {
  const reason = refusalInState(act, facts);
  return reason && { code: 'order_act_refused', reason: { text: `order-reasons.${reason}` } };
}
