import type { Ctx, MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import type { OrderCreditNote } from './invoices-credit.service.ts';
import { insertChange } from './invoices-change.db.ts';
import { issuePaid, type Needs, type PayableOrder } from './invoices-pay.service.ts';
import { findBilledTo } from './invoices.db.ts';

type Sums = { goods: number; freight: number; fees: number; total: number };

/** A change of what a paid order costs, as orders tell it. */
export type CostChange = {
  id: string;
  order_id: string;
  order_name: string;
  order_version: number;
  channel_id: string;
  weight_g: number;
  was: Sums & { country: string | null; channel: string | null };
  became: Sums & { country: string; channel: string };
  difference: number;
  currency: string;
  lines: PayableOrder['lines'];
};

type ChangeNeeds = Pick<Needs, 'ledger' | 'seller'> & {
  creditOrder(ctx: Ctx, accountId: string, orderId: string, note: OrderCreditNote): Promise<unknown>;
};

/** What sending a paid order another way asks of invoices: its difference is paid or given back in the same transaction. */
export const changesOfOrders = (needs: ChangeNeeds) => ({
  settleChange: (ctx: MerchantCtx, accountId: string, change: CostChange) =>
    settleChange(ctx, needs, accountId, change),
  balances: needs.ledger.balances,
});

async function settleChange(
  ctx: MerchantCtx,
  needs: ChangeNeeds,
  account_id: string,
  change: CostChange,
): Promise<void> {
  const { id, order_id, order_name, order_version, was, became, difference, currency, lines } = change;
  const invoice = difference > 0 ? await billDifference(ctx, needs, account_id, change) : null;
  if (difference < 0) {
    const reason = `Order ${order_name} by ${became.channel} to ${became.country}`;
    const cause = `order_changes:${id}`;
    await needs.creditOrder(ctx, account_id, order_id, { amount: -difference, reason, cause, as: 'credit_note' });
  }
  const kept = { id, order_id, order_version, was, became, difference, currency, lines };
  await insertChange(ctx, account_id, { ...kept, invoice_id: invoice?.id ?? null }).catch((error: unknown) => {
    // the last word against changing what was seen twice; throwing rolls everything back
    throw isKnown(error) ? appError('stale_version', { text: 'invoices.order_changed' }) : error;
  });
}

async function billDifference(ctx: MerchantCtx, needs: ChangeNeeds, account_id: string, change: CostChange) {
  const { order_id, order_name: name, channel_id, weight_g, was, became, lines } = change;
  const goods = became.goods - was.goods;
  const freight = became.freight - was.freight;
  const fees = became.fees - was.fees;
  const part = { goods, freight, fees, total: goods + freight + fees, lines };
  const order = { order_id, name, addition: true, channel_id, weight_g, ...part };
  const billed = await findBilledTo(ctx, account_id);
  return issuePaid(ctx, needs, { account_id, billed, orders: [order], paid_by: ctx.actor.user_id });
}

function isKnown(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'order_changes_version_key';
}
