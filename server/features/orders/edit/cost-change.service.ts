import type { MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { creditOrder } from '../pay/credit.service.ts';
import type { Sums } from '../rules/change.ts';
import { insertChange } from './cost-change.db.ts';
import { findBilledTo, issuePaid } from '#server/features/invoices/index.ts';
import type { CostLine } from '#server/features/shipping/index.ts';

/** A change of what a paid order costs; amounts in minor units of `currency`. */
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
  lines: CostLine[];
};

/** Pays the difference from the wallet or gives it back, and keeps what was and what became. Throws `stale_version` for a change seen twice. */
export async function settleChange(ctx: MerchantCtx, account_id: string, change: CostChange): Promise<void> {
  const { id, order_id, order_name, order_version, was, became, difference, currency, lines } = change;
  const invoice = difference > 0 ? await billDifference(ctx, account_id, change) : null;
  if (difference < 0) {
    const reason = `Order ${order_name} by ${became.channel} to ${became.country}`;
    const cause = `order_changes:${id}`;
    await creditOrder(ctx, account_id, order_id, { amount: -difference, reason, cause, as: 'credit_note' });
  }
  const kept = { id, order_id, order_version, was, became, difference, currency, lines };
  await insertChange(ctx, account_id, { ...kept, invoice_id: invoice?.id ?? null }).catch((error: unknown) => {
    // the last word against changing what was seen twice; throwing rolls everything back
    throw isKnown(error) ? appError('stale_version', { text: 'invoices.order_changed' }) : error;
  });
}

async function billDifference(ctx: MerchantCtx, account_id: string, change: CostChange) {
  const { order_id, order_name: name, channel_id, weight_g, was, became, lines } = change;
  const goods = became.goods - was.goods;
  const freight = became.freight - was.freight;
  const fees = became.fees - was.fees;
  const part = { goods, freight, fees, total: goods + freight + fees, lines };
  const order = { order_id, name, addition: true, channel_id, weight_g, ...part };
  const billed = await findBilledTo(ctx, account_id);
  return issuePaid(ctx, { account_id, billed, orders: [order], paid_by: ctx.actor.user_id });
}

function isKnown(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'order_changes_version_key';
}
