import { claimRate } from '#contract/claim-verdict-rules.ts';
import type { claims } from '#contract/claims.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { findRate } from './claims-facts.db.ts';
import * as rows from './claims.db.ts';

/** Claims per paid orders of 90 days, in hundredths of a percent. */
export async function rateOf(ctx: AccountCtx): Promise<number> {
  const { claims, orders } = await findRate(ctx);
  return claimRate(Math.max(0, claims - 1), orders); // the one at hand is in the table already
}

/** Up to where a client's claims are approved by themselves. */
export async function getLimits(ctx: AccountCtx<StaffActor>) {
  const currency = await rows.findCurrency(ctx);
  if (currency === undefined) throw notFound('client');
  const found = await rows.findLimits(ctx);
  await noteAccess(ctx, {
    feature: 'claims',
    route: 'claims.limits',
    accounts: [ctx.account],
    staff_user_id: ctx.actor.user_id,
  });
  const limits = found ?? { auto_amount: 0, max_rate_bp: 200, version: 0 };
  return { ...limits, set: found !== undefined, rate_bp: await rateOf(ctx), currency };
}

/** Sets them; an amount of zero ends that claims are approved by themselves. */
export async function setLimits(
  ctx: AccountCtx<StaffActor>,
  limits: ParsedOf<typeof claims.setLimits>['body'],
): Promise<{ done: true }> {
  if ((await rows.findCurrency(ctx)) === undefined) throw notFound('client');
  if (!(await rows.saveLimits(ctx, limits, ctx.actor.name)))
    throw appError('stale_version', { text: 'claims.limits_changed' });
  const { auto_amount, max_rate_bp } = limits;
  await audit(ctx, {
    action: 'claims.set_limits',
    account_id: ctx.account,
    entity: 'claim_limits',
    entity_id: ctx.account,
    details: { auto_amount, max_rate_bp },
  });
  return { done: true };
}
