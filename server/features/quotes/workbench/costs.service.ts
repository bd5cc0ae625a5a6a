import { v7 as uuid } from 'uuid';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type Ctx, notFound, type StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './costs.db.ts';
import { findVersions } from '../records/detail.db.ts';
import { wordsOf } from '../records/search-words.ts';
import { findQuote } from '../records/quotes.db.ts';

/** The margin of a client without a rule of its own. */
const usualMargin = { percent: 25, least: 0, version: 0 };

export const fxOf = rows.findFx;

/** The margin rule of a client. */
export async function marginOf(ctx: Ctx, accountId: string) {
  const own = await rows.findMargin(ctx, accountId);
  return { ...(own ?? usualMargin), own: own !== undefined };
}

/** How the client's prices are made, for the workbench alone. */
export async function costsOf(ctx: StaffCtx, accountId: string, id: string) {
  const quote = await findQuote(ctx, accountId, id, 'desk');
  if (!quote) throw notFound('quote');
  return {
    fx: (await rows.findFx(ctx, quote.currency)) ?? null,
    margin: await marginOf(ctx, accountId),
    lines: await rows.findCosts(ctx, accountId, id),
    agents: await rows.findAgents(ctx),
  };
}

export async function setMargin(
  ctx: StaffCtx,
  accountId: string,
  rule: { percent: number; least: number; version: number },
): Promise<void> {
  if (!(await rows.hasAccount(ctx, accountId))) throw appError('not_found', { text: 'general.no_client' });
  if (!(await rows.saveMargin(ctx, accountId, { ...rule, changed_by: ctx.actor.user_id }))) {
    throw appError('stale_version', { text: 'quotes.margin_changed' }, 'version');
  }
  const details = { percent: rule.percent, least: rule.least };
  await audit(ctx, { action: 'quotes.setMargin', entity: 'accounts', entity_id: accountId, account_id: null, details });
}

/** What a currency costs in yuan from now on; prices that are made already keep the rate they were made with. */
export async function setFxRate(ctx: StaffCtx, rate: { currency: string; yuan: number }): Promise<void> {
  const id = uuid();
  await rows.insertFx(ctx, { id, ...rate, created_by: ctx.actor.user_id });
  await audit(ctx, { action: 'quotes.setFxRate', entity: 'fx_rates', entity_id: id, details: rate });
}

/** Answered quotes for goods with such a name, with the answer to begin from; each client shown leaves an access row. */
export async function likeQuotes(ctx: StaffCtx, accountId: string, id: string) {
  const quote = await findQuote(ctx, accountId, id, 'desk');
  if (!quote) throw notFound('quote');
  const words = wordsOf(quote.title);
  const found =
    words.length === 0 ? [] : await rows.findLike(ctx, { account_id: accountId, id, currency: quote.currency, words });
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.like',
    accounts: found.map((like) => like.account_id),
    staff_user_id: ctx.actor.user_id,
  });
  const made = [];
  for (const { account_id, current_version, ...like } of found) {
    const version = (await findVersions(ctx, account_id, like.id)).find((known) => known.version === current_version);
    if (version) made.push({ ...like, version });
  }
  return made;
}
