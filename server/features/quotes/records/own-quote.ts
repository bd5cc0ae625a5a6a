import type { QuoteStatus } from '#contract/quote-rules.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as acts from './write.db.ts';
import { demandQuoteStore } from './quotes.service.ts';

/** What a quote in this state says to an act that it does not allow. */
const whyNot: Record<QuoteStatus, string> = {
  submitted: 'This request is not answered yet. Wait for the price.',
  in_progress: 'This request is not answered yet. Wait for the price.',
  need_info: 'The agent has a question about this request. Answer it first.',
  countered: 'The agent is looking at your counter-offer. Wait for the new price.',
  quoted: 'This quote is answered already. Accept or decline it.',
  accepted: 'This quote is accepted already. Its prices are in your price list.',
  declined: 'This quote is declined. Ask for a new price.',
  unavailable: 'This product cannot be supplied. Ask for another one.',
  expired: 'This quote has expired. Ask for a new price.',
  cancelled: 'This request was taken back. Ask for a new price.',
};

/** The member's quote, kept still; refuses what its state does not allow. */
export async function lockOwn(
  ctx: MerchantCtx,
  id: string,
  allowed: (status: QuoteStatus) => boolean,
): Promise<acts.LockedQuote> {
  const quote = await acts.lockQuote(ctx, accountOf(ctx), id);
  if (!quote) throw notFound('quote');
  demandQuoteStore(ctx, quote.store_id);
  if (!allowed(quote.status)) throw appError('quote_not_open', whyNot[quote.status]);
  return quote;
}

/** Throws unless it is the version that stands. */
export function demandCurrent(quote: acts.LockedQuote, version: number): void {
  if (version === quote.current_version) return;
  throw appError(
    'stale_version',
    'The agent has sent another price since you opened this quote. Look at the new one before you accept.',
    'version',
  );
}

/** Orders with the product's variants, priced or not, that a quote holds up or moves on. */
export async function variantsOf(ctx: Ctx, accountId: string, quote: acts.LockedQuote): Promise<string[]> {
  return quote.product_id ? acts.findAllVariantIds(ctx, accountId, quote.product_id) : [];
}
