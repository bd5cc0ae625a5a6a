import type { account } from '#contract/account.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { allows } from '#contract/rights.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
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

type Billing = ParsedOf<typeof account.saveBilling>['body'];

/** What the next invoices say of the account. */
export async function getBilling(ctx: MerchantCtx): Promise<Billing> {
  const { billing, version } = await rows.findBilling(ctx);
  const { address, country, tax_id, vat } = billing;
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { address: text(address), country: text(country) || null, tax_id: text(tax_id) || text(vat), version };
}

export async function saveBilling(ctx: MerchantCtx, { version, ...billing }: Billing): Promise<Billing> {
  if (!(await rows.updateBilling(ctx, billing, version)))
    throw appError('stale_version', { text: 'account.billing_changed' });
  await audit(ctx, { action: 'account.saveBilling', entity: 'accounts', entity_id: ctx.account, details: billing });
  publish(ctx, { account_id: ctx.account, kind: 'account.changed' });
  return getBilling(ctx);
}

/** Looks and acts of the provider's staff, one row per person, day and kind (P28, P39). */
export async function listVisits(ctx: MerchantCtx, query: ListQuery) {
  const data = await rows.findVisits(ctx, pageOf(query));
  return { data, meta: metaOf(query, await rows.countVisits(ctx)) };
}
