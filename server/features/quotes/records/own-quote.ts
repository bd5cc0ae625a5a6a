import type { QuoteStatus } from '#contract/quote-rules.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as acts from './write.db.ts';
import { demandQuoteStore } from './quotes.service.ts';

/** The member's quote, kept still; refuses what its state does not allow. */
export async function lockOwn(
  ctx: MerchantCtx,
  id: string,
  allowed: (status: QuoteStatus) => boolean,
): Promise<acts.LockedQuote> {
  const quote = await acts.lockQuote(ctx, accountOf(ctx), id);
  if (!quote) throw notFound('quote');
  demandQuoteStore(ctx, quote.store_id);
  if (!allowed(quote.status)) throw appError('quote_not_open', { text: `quotes.is_${quote.status}` });
  return quote;
}

/** Throws unless it is the version that stands. */
export function demandCurrent(quote: acts.LockedQuote, version: number): void {
  if (version === quote.current_version) return;
  throw appError('stale_version', { text: 'quotes.new_price' }, 'version');
}

/** Orders with the product's variants, priced or not, that a quote holds up or moves on. */
export async function variantsOf(ctx: Ctx, accountId: string, quote: acts.LockedQuote): Promise<string[]> {
  return quote.product_id ? acts.findAllVariantIds(ctx, accountId, quote.product_id) : [];
}
