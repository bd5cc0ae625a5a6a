import { quoteCan } from '#contract/quote-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { AccountCtx, MerchantCtx } from '#server/db/context.ts';
import { findVersions } from '../records/detail.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import { markAllRead } from '../records/messages.db.ts';
import { shanghaiDay } from '#server/lib/business-time.ts';
import * as actions from '../records/write.db.ts';
import { detailOf, announce, lockOwn, variantsOf } from '../records/quotes.service.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

/** Says no to an answered quote; the agent sees why. */
export async function declineQuote(ctx: MerchantCtx, id: string, why: { reason: string; note?: string | undefined }) {
  const quote = await lockOwn(ctx, id, quoteCan.decline);
  const decline_reason = why.note ? `${why.reason}: ${why.note}` : why.reason;
  await noteEntry(ctx, id, {
    kind: 'declined',
    side: 'client',
    body: why.note ?? '',
    version: quote.current_version,
    data: { reason: why.reason },
  });
  return close(ctx, quote, { status: 'declined', decline_reason });
}

/** Takes a request back that is not answered yet. */
export async function cancelQuote(ctx: MerchantCtx, id: string) {
  const quote = await lockOwn(ctx, id, quoteCan.cancel);
  await noteEntry(ctx, id, { kind: 'cancelled', side: 'client' });
  return close(ctx, quote, { status: 'cancelled' });
}

type Closing = { status: 'declined' | 'cancelled'; decline_reason?: string };

async function close(ctx: MerchantCtx, quote: actions.LockedQuote, change: Closing) {
  await actions.markClosed(ctx, quote.id, change);
  await markAllRead(ctx, { account_id: ctx.account, id: quote.id });
  await resolveNotifications(ctx, quote.id, [
    'quote_quoted',
    'quote_ending',
    'quote_question',
    'staff_quote_asked',
    'staff_quote_countered',
    'staff_quote_message',
  ]);
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await audit(ctx, {
    action: `quotes.${change.status === 'declined' ? 'decline' : 'cancel'}`,
    entity: 'quotes',
    entity_id: quote.id,
  });
  await announce(ctx, quote.id);
  return detailOf(ctx, quote.id);
}

/** So long before its end the client is reminded of a price, once per version. */
export const remindMs = 2 * 86_400_000;
/** A price that was given for less is not worth a reminder. */
const leastMs = 2 * remindMs;

/** Reminds the client of an answered quote that ends soon; says nothing when it was closed or answered again meanwhile. */
export async function remindOfEnd(ctx: AccountCtx, id: string): Promise<void> {
  const quote = await actions.lockQuote(ctx, id);
  if (quote?.status !== 'quoted') return;
  const current = (await findVersions(ctx, id)).find((known) => known.version === quote.current_version);
  if (!current || current.valid_until.getTime() - ctx.now.getTime() > remindMs) return;
  await actions.markEndingNotified(ctx, id, quote.current_version);
  if (current.valid_until.getTime() - current.created_at.getTime() < leastMs) return;
  await notify(ctx, {
    event: 'quote_ending',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    params: { number: `Q-${quote.number}`, title: quote.title, until: shanghaiDay(current.valid_until.getTime()) },
    link: `/quote/index?quote=${id}`,
  });
}

/** Closes an answered quote whose validity is over; false when it was accepted or answered again meanwhile. */
export async function expireQuote(ctx: AccountCtx, id: string): Promise<boolean> {
  const quote = await actions.lockQuote(ctx, id);
  if (quote?.status !== 'quoted') return false;
  const current = (await findVersions(ctx, id)).find((known) => known.version === quote.current_version);
  if (!current || current.valid_until.getTime() >= ctx.now.getTime()) return false;
  await actions.markClosed(ctx, id, { status: 'expired' });
  await noteEntry(ctx, id, { kind: 'expired', side: 'system', version: quote.current_version });
  await resolveNotifications(ctx, id, ['quote_quoted', 'quote_ending']);
  await notify(ctx, {
    event: 'quote_expired',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await audit(ctx, { action: 'quotes.expire', entity: 'quotes', entity_id: id, account_id: ctx.account });
  await announce(ctx, id);
  return true;
}
