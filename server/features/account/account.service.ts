import { allows } from '#contract/rights.ts';
import type { ListQuery } from '#contract/shared.ts';
import { type Ctx, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './account.db.ts';

/** The own e-mail, and for merchants the account (P4). How it is reached is for those who may view it. */
export async function getAccount(ctx: Ctx) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const { email, email_verified_at, username, nick_name } = await rows.findUser(ctx, actor.user_id);
  const own = { email, email_verified: email_verified_at !== null, username, nick_name };
  if (actor.kind === 'staff') return { ...own, account: null, contacts: [], market_note: null };
  const { market_note, ...account } = await rows.findAccount(ctx, actor.account_id);
  if (!allows(actor.rights, 'account', 'view')) return { ...own, account, contacts: [], market_note: null };
  return { ...own, account, contacts: await rows.listContacts(forAccount(ctx, actor.account_id)), market_note };
}

/** Looks and acts of the provider's staff, one row per person, day and kind (P28, P39). */
export async function listVisits(ctx: MerchantCtx, query: ListQuery) {
  const data = await rows.findVisits(ctx, pageOf(query));
  return { data, meta: metaOf(query, await rows.countVisits(ctx)) };
}
