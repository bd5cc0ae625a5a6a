import { accountOf, type MerchantCtx, type StaffCtx } from '#server/db/context.ts';
import { allows, type StaffRole } from '#contract/rights.ts';
import * as rows from './dashboard.db.ts';
import { getWallet } from '#server/features/wallet/index.ts';

/** Open work and money, all from the snapshot of one transaction (domain.md §4.1). */
export async function getDashboard(ctx: MerchantCtx) {
  const account = accountOf(ctx);
  const counts = await rows.tabCounts(ctx, account);
  const blocks = await rows.topBlocks(ctx, account);
  const figures = await rows.figures(ctx, account);
  const wallet = allows(ctx.actor.rights, 'wallet', 'view') ? await getWallet(ctx) : null;
  const count = (tab: string) => counts[tab] ?? 0;
  return {
    as_of: ctx.now,
    work: {
      action_needed: count('action_needed'),
      quoting: count('quoting'),
      to_pay: count('to_pay'),
      to_pay_amount: figures.to_pay_amount,
      orders_waiting: count('to_pay') + count('action_needed') - figures.to_pay_blocked,
      processing: count('processing'),
      shipped: count('shipped'),
      quotes_to_answer: figures.quotes_to_answer,
      unmapped_products: figures.unmapped_products,
    },
    blocks,
    wallet,
    stores: {
      connected: figures.connected,
      needs_reauth: figures.needs_reauth,
      last_reconciled_at: figures.last_reconciled_at,
    },
    agent: figures.agent_id && figures.agent_name ? { id: figures.agent_id, name: figures.agent_name } : null,
  };
}

/** What waits on the desks of a member of staff: numbers only, so that no client's record is read. */
export async function getDeskWork(ctx: StaffCtx) {
  const serves = (role: StaffRole) => ctx.actor.roles.includes(role) || ctx.actor.roles.includes('admin');
  return {
    quotes: serves('agent') ? await rows.openQuotes(ctx) : null,
    recharges: serves('finance') ? await rows.rechargesToReview(ctx) : null,
    orders: serves('warehouse') ? await rows.ordersToShip(ctx) : null,
    cancellations: serves('agent') || serves('warehouse') ? await rows.cancellationsAsked(ctx) : null,
    claims: serves('agent') || serves('finance') ? await rows.claimsToDecide(ctx) : null,
  };
}
