import { quoteCan, type QuoteStatus } from '#contract/quotes.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as acts from './quotes-act.db.ts';
import { announce } from './quotes-ask.service.ts';
import type { Needs, PriceRow } from './quotes-needs.ts';
import { findVersions, type VersionRow } from './quotes.db.ts';
import { demandQuoteStore, detailOf, refuseActing } from './quotes.service.ts';

const day = 86_400_000;

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

async function lockOwn(
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

/** Orders with the product's variants, priced or not, no longer wait for this quote. */
async function variantsOf(ctx: Ctx, accountId: string, quote: acts.LockedQuote): Promise<string[]> {
  return quote.product_id ? acts.findAllVariantIds(ctx, accountId, quote.product_id) : [];
}

/**
 * Accepts the version that the merchant saw: writes its prices, maps the variants, closes the quote and moves waiting
 * orders on, all or nothing. Answers how many orders became payable. Two calls at once: one accepts, one is refused.
 */
export async function acceptQuote(ctx: MerchantCtx, needs: Needs, id: string, version: number) {
  refuseActing(ctx, 'Prices are accepted by the client. Stop acting for the client first.');
  const accountId = accountOf(ctx);
  const quote = await lockOwn(ctx, id, quoteCan.accept);
  if (version !== quote.current_version) {
    throw appError(
      'stale_version',
      'The agent has sent another price since you opened this quote. Look at the new one before you accept.',
      'version',
    );
  }
  const answer = (await findVersions(ctx, accountId, id)).find((known) => known.version === version);
  if (!answer) throw notFound('quote');
  if (answer.valid_until.getTime() < ctx.now.getTime()) throw appError('quote_not_open', whyNot.expired);
  await needs.writePrices(ctx, accountId, pricesOf(ctx, quote, answer));
  const live = quote.product_id
    ? new Set((await acts.findVariants(ctx, accountId, quote.product_id)).map((variant) => variant.id))
    : new Set<string>();
  await needs.mapVariants(
    ctx,
    accountId,
    answer.lines.flatMap((line) =>
      line.variant_id && live.has(line.variant_id)
        ? [
            {
              variant_id: line.variant_id,
              source: 'quote' as const,
              components: [{ catalog_sku_id: line.sku.id, quantity: 1 }],
            },
          ]
        : [],
    ),
  );
  await acts.markClosed(ctx, accountId, id, { status: 'accepted', accepted_version: version });
  await needs.settle(ctx, accountId, id, ['quote_quoted']);
  const orders_moved = await needs.reviewOrders(ctx, accountId, {
    variantIds: await variantsOf(ctx, accountId, quote),
    skuIds: [...new Set(answer.lines.map((line) => line.sku.id))],
  });
  await audit(ctx, { action: 'quotes.accept', entity: 'quotes', entity_id: id, details: { version, orders_moved } });
  await announce(ctx, accountId, id);
  return { ...(await detailOf(ctx, accountId, id)), orders_moved };
}

function pricesOf(ctx: Ctx, quote: acts.LockedQuote, answer: VersionRow): PriceRow[] {
  const locked_until = new Date(ctx.now.getTime() + answer.price_lock_days * day);
  const lines = [...new Map(answer.lines.map((line) => [line.sku.id, line])).values()];
  return lines.flatMap((line) =>
    answer.freight.map((row) => ({
      catalog_sku_id: line.sku.id,
      destination: row.destination,
      channel_id: row.channel.id,
      unit_price: line.unit_price,
      currency: quote.currency,
      formula: row.formula,
      days_min: row.days_min,
      days_max: row.days_max,
      tax_mode: row.tax_mode,
      ...row.weighing,
      locked_until,
      quote_id: quote.id,
      quote_version: answer.version,
    })),
  );
}

/** Says no to an answered quote; the agent sees why. */
export async function declineQuote(
  ctx: MerchantCtx,
  needs: Needs,
  id: string,
  why: { reason: string; note?: string | undefined },
) {
  const quote = await lockOwn(ctx, id, quoteCan.decline);
  const decline_reason = why.note ? `${why.reason}: ${why.note}` : why.reason;
  return close(ctx, needs, quote, { status: 'declined', decline_reason });
}

/** Takes a request back that is not answered yet. */
export async function cancelQuote(ctx: MerchantCtx, needs: Needs, id: string) {
  return close(ctx, needs, await lockOwn(ctx, id, quoteCan.cancel), { status: 'cancelled' });
}

type Closing = { status: 'declined' | 'cancelled'; decline_reason?: string };

async function close(ctx: MerchantCtx, needs: Needs, quote: acts.LockedQuote, change: Closing) {
  const accountId = accountOf(ctx);
  await acts.markClosed(ctx, accountId, quote.id, change);
  await needs.settle(ctx, accountId, quote.id, ['quote_quoted', 'desk_quote_asked']);
  await needs.reviewOrders(ctx, accountId, { variantIds: await variantsOf(ctx, accountId, quote) });
  await audit(ctx, {
    action: `quotes.${change.status === 'declined' ? 'decline' : 'cancel'}`,
    entity: 'quotes',
    entity_id: quote.id,
  });
  await announce(ctx, accountId, quote.id);
  return detailOf(ctx, accountId, quote.id);
}

/** Closes an answered quote whose validity is over; false when it was accepted or answered again meanwhile. */
export async function expireQuote(ctx: Ctx, needs: Needs, accountId: string, id: string): Promise<boolean> {
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (quote?.status !== 'quoted') return false;
  const current = (await findVersions(ctx, accountId, id)).find((known) => known.version === quote.current_version);
  if (!current || current.valid_until.getTime() >= ctx.now.getTime()) return false;
  await acts.markClosed(ctx, accountId, id, { status: 'expired' });
  await needs.settle(ctx, accountId, id, ['quote_quoted']);
  await needs.notify(ctx, {
    event: 'quote_expired',
    account_id: accountId,
    subject: id,
    store_id: quote.store_id,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await needs.reviewOrders(ctx, accountId, { variantIds: await variantsOf(ctx, accountId, quote) });
  await audit(ctx, { action: 'quotes.expire', entity: 'quotes', entity_id: id, account_id: accountId });
  await announce(ctx, accountId, id);
  return true;
}
