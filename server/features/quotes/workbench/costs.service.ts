import { v7 as uuid } from 'uuid';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type AccountCtx, forAccount, notFound, type StaffActor, type StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './workbench.db.ts';
import { findVersions } from '../records/detail.db.ts';
import { wordPatterns } from './workbench.service.ts';
import { findQuote } from '../records/quotes.db.ts';

/** The margin of a client without a rule of its own. */
const usualMargin = { percent: 25, least: 0, version: 0 };

export const fxOf = rows.findFx;

/** The margin rule of a client. */
export async function marginOf(ctx: AccountCtx) {
  const own = await rows.findMargin(ctx);
  return { ...(own ?? usualMargin), own: own !== undefined };
}

/** How the client's prices are made, for the workbench alone. */
export async function costsOf(ctx: AccountCtx<StaffActor>, id: string) {
  const quote = await findQuote(ctx, id, 'staff');
  if (!quote) throw notFound('quote');
  return {
    fx: (await rows.findFx(ctx, quote.currency)) ?? null,
    margin: await marginOf(ctx),
    lines: await rows.findCosts(ctx, id),
    agents: await rows.findAgents(ctx),
  };
}

export async function setMargin(
  ctx: AccountCtx<StaffActor>,
  rule: { percent: number; least: number; version: number },
): Promise<void> {
  if (!(await rows.hasAccount(ctx, ctx.account))) throw appError('not_found', { text: 'general.no_client' });
  if (!(await rows.saveMargin(ctx, { ...rule, changed_by: ctx.actor.user_id }))) {
    throw appError('stale_version', { text: 'quotes.margin_changed' }, 'version');
  }
  const details = { percent: rule.percent, least: rule.least };
  await audit(ctx, {
    action: 'quotes.setMargin',
    entity: 'accounts',
    entity_id: ctx.account,
    account_id: null,
    details,
  });
}

/** What a currency costs in yuan from now on; prices that are made already keep the rate they were made with. */
export async function setFxRate(ctx: StaffCtx, rate: { currency: string; yuan: number }): Promise<void> {
  const id = uuid();
  await rows.insertFx(ctx, { id, ...rate, created_by: ctx.actor.user_id });
  await audit(ctx, { action: 'quotes.setFxRate', entity: 'fx_rates', entity_id: id, details: rate });
}

/** Answered quotes for goods with such a name, with the answer to begin from; each client shown leaves an access row. */
export async function likeQuotes(ctx: AccountCtx<StaffActor>, id: string) {
  const quote = await findQuote(ctx, id, 'staff');
  if (!quote) throw notFound('quote');
  const words = wordPatterns(quote.title);
  const found =
    words.length === 0
      ? []
      : await rows.findLike(ctx, { account_id: ctx.account, id, currency: quote.currency, words });
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.like',
    accounts: found.map((like) => like.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const made = [];
  for (const { account_id, current_version, ...like } of found) {
    const version = (await findVersions(forAccount(ctx, account_id), like.id)).find(
      (known) => known.version === current_version,
    );
    if (version) made.push({ ...like, version });
  }
  return made;
}
