import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, forAccount, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import * as rows from '../records/quotes.db.ts';
import { lockQuote } from '../records/write.db.ts';
import { requireQuoteStore, detailOf, getQuote, assertNotActing } from '../records/quotes.service.ts';

const shown = ['quoted', 'accepted'];

/** Makes the link that shows the quote to whoever has it; an earlier link stops working. */
export async function shareQuote(ctx: MerchantCtx, publicUrl: string, id: string): Promise<{ url: string }> {
  assertNotActing(ctx, 'share');
  const quote = await lockQuote(ctx, id); // two tabs make their links one after the other
  if (!quote) throw notFound('quote');
  requireQuoteStore(ctx, quote.store_id);
  if (!shown.includes(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.nothing_to_share' });
  }
  const share = { account_id: ctx.account, quote_id: id };
  await rows.revokeShare(ctx, share);
  const { token, hash } = newToken();
  await rows.insertShare(ctx, { ...share, token_hash: hash, created_by: ctx.actor.user_id });
  await audit(ctx, { action: 'quotes.share', entity: 'quotes', entity_id: id });
  return { url: `${publicUrl}/quoteDetail?token=${token}` };
}

/** Ends the quote's link. */
export async function unshareQuote(ctx: MerchantCtx, id: string): Promise<void> {
  await getQuote(ctx, id);
  await rows.revokeShare(ctx, { account_id: ctx.account, quote_id: id });
  await audit(ctx, { action: 'quotes.unshare', entity: 'quotes', entity_id: id });
}

/** Whether a link to the quote is about. */
export async function shareState(ctx: MerchantCtx, id: string): Promise<{ shared: boolean }> {
  await getQuote(ctx, id);
  return { shared: await rows.isShared(ctx, id) };
}

/**
 * What a link shows: goods, prices and freight of the version that stands; nothing of the account. Unknown, ended and
 * expired links answer alike.
 */
export async function openShare(entry: Entry, token: string) {
  return entry.run('all_accounts', async (ctx) => {
    const share = await rows.findShare(ctx, hashToken(token));
    const quote = share && (await detailOf(forAccount(ctx, share.account_id), share.quote_id));
    const version = quote?.versions.find((one) => one.version === quote.current_version);
    if (!quote || !version || !standing(ctx, quote.status, version.valid_until)) {
      throw appError('not_found', { text: 'quotes.share_gone' });
    }
    const { number, title, picture_url, currency, destinations } = quote;
    return { number, title, picture_url, currency, destinations, version };
  });
}

/** Accepted quotes stand; offered ones until their last day. */
function standing(ctx: Ctx, status: string, validUntil: Date): boolean {
  return status === 'accepted' || (status === 'quoted' && validUntil > ctx.now);
}
