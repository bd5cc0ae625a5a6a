import type { ParsedOf } from '#contract/endpoint.ts';
import type { subAccounts } from '#contract/sub-accounts.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import * as rows from './sub-accounts-limits.db.ts';

/** Sets what a member may pay without asking. The owner has no limits, and nobody sets their own. */
export async function setLimits(
  ctx: MerchantCtx,
  userId: string,
  limits: ParsedOf<typeof subAccounts.setLimits>['body'],
): Promise<rows.Limits> {
  const role = await rows.findRole(ctx, userId);
  if (role === undefined) throw notFound('member');
  if (role === 'owner' || userId === ctx.actor.user_id)
    throw appError('forbidden', { text: 'paymentRequests.no_limits' });
  if (!(await rows.saveLimits(ctx, { user_id: userId, set_by: ctx.actor.user_id }, limits)))
    throw appError('stale_version', { text: 'paymentRequests.limits_changed' });
  const { version: _version, ...details } = limits;
  await audit(ctx, { action: 'subAccounts.setLimits', entity: 'member_limits', entity_id: userId, details });
  publish(ctx, { account_id: ctx.account, kind: 'sub-accounts.changed', id: userId });
  return { ...limits, version: limits.version + 1 };
}

export type OverLimit = { limit: 'per_payment' | 'per_day' | 'per_month'; most: number; left: number };

/** Which limit of the member a payment of so much exceeds now; null where it is within all. */
export async function exceeded(ctx: AccountCtx, amount: number): Promise<OverLimit | null> {
  const { actor } = ctx;
  if (actor.kind !== 'merchant') return null;
  const limits = await rows.findLimits(ctx, actor.user_id);
  if (!limits) return null;
  const { today, month } = await rows.findSpent(ctx, actor.user_id);
  const spent = { per_payment: 0, per_day: today, per_month: month };
  for (const limit of ['per_payment', 'per_day', 'per_month'] as const) {
    const most = limits[limit];
    if (most !== null && spent[limit] + amount > most) return { limit, most, left: Math.max(0, most - spent[limit]) };
  }
  return null;
}

/**
 * Throws `approval_needed` when a payment is above a limit of the member who makes it. Under the lock of the ledger it is the
 * last word: two payments of one member at the same moment count each other.
 */
export async function requireWithinLimits(ctx: AccountCtx, amount: number, currency: string): Promise<void> {
  const over = await exceeded(ctx, amount);
  if (!over) return;
  const params = { most: moneyText(over.most, currency), left: moneyText(over.left, currency) };
  throw appError('approval_needed', { text: `paymentRequests.over_${over.limit}`, params });
}
