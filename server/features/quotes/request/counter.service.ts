import type { z } from 'zod';
import { mostDestinations, quoteCan } from '#contract/quote-rules.ts';
import type { quoteCounterSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { freshClock } from '../records/due-time.ts';
import { findItems, findMore, findVersions } from '../records/detail.db.ts';
import { findPictures } from '../records/messages.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import { usualDestinations } from '../records/waiting.db.ts';
import * as actions from '../records/write.db.ts';
import { detailOf, assertNotActing, announce, requireCurrent, lockOwn, variantsOf } from '../records/quotes.service.ts';
import { requestQuote } from './request.service.ts';
import { requestSourcing } from './sourcing.service.ts';
import { findQuote, type QuoteRow } from '../records/quotes.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

type Counter = z.output<typeof quoteCounterSchema>;

/** Names target prices: the quote is the agent's again, with a full clock. */
export async function counterQuote(ctx: MerchantCtx, id: string, counter: Counter) {
  assertNotActing(ctx, 'counter');
  const quote = await lockOwn(ctx, id, quoteCan.counter);
  requireCurrent(quote, counter.version);
  const offered = (await findVersions(ctx, id)).find((known) => known.version === counter.version);
  const seen = new Set<number>();
  for (const { line, target_price } of counter.lines) {
    const known = offered?.lines.find((one) => one.line === line);
    if (!known || seen.has(line)) throw appError('quote_incomplete', { text: 'quotes.not_offered' }, 'lines');
    if (target_price >= known.unit_price)
      throw appError('quote_incomplete', { text: 'quotes.target_too_high', params: { title: known.title } }, 'lines');
    seen.add(line);
  }
  await noteEntry(ctx, id, {
    kind: 'countered',
    side: 'client',
    body: counter.reason,
    version: counter.version,
    data: { targets: counter.lines },
  });
  await actions.markWaiting(ctx, id, { status: 'countered', ...(await freshClock(ctx)) });
  await resolveNotifications(ctx, id, ['quote_quoted', 'quote_ending']);
  const { client } = await actions.findAsker(ctx);
  await notify(ctx, {
    event: 'staff_quote_countered',
    account_id: ctx.account,
    subject: id,
    params: { number: `Q-${quote.number}`, title: quote.title, client },
    link: `/staff/quotes?account=${ctx.account}&quote=${id}`,
  });
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  await audit(ctx, {
    action: 'quotes.counter',
    entity: 'quotes',
    entity_id: id,
    details: { version: counter.version },
  });
  await announce(ctx, id);
  return detailOf(ctx, id);
}

/**
 * Asks again for what ended without prices: a new request with the same wishes, which names the old one; for its countries and
 * for those that waiting orders go to by now.
 */
export async function askAgain(ctx: MerchantCtx, id: string): Promise<QuoteRow> {
  const quote = await lockOwn(ctx, id, quoteCan.askAgain);
  const more = await findMore(ctx, id);
  const before = await findQuote(ctx, id);
  const request = {
    destinations: quote.destinations,
    note: before?.note ?? '',
    branding: more.branding,
    sample: more.sample,
    ...(before?.orders_per_day != null && { orders_per_day: before.orders_per_day }),
    ...(before?.target_price != null && { target_price: before.target_price }),
    ...(more.quantity !== null && { quantity: more.quantity }),
    ...(more.target_days !== null && { target_days: more.target_days }),
  };
  if (quote.product_id === null) {
    const pictures = await findPictures(ctx, id);
    const { title, picture } = quote;
    const source = before?.source ?? 'text';
    return requestSourcing(ctx, { ...request, title, picture, pictures, source, url: more.url, asked_from: id });
  }
  const shipped = await actions.findVariants(ctx, quote.product_id);
  const asked = new Set((await findItems(ctx, id)).map((item) => item.variant_id));
  const variant_ids = shipped.flatMap((variant) => (asked.has(variant.id) ? [variant.id] : []));
  const product = { product_id: quote.product_id, ...(variant_ids.length > 0 && { variant_ids }) };
  const { because, countries } = await usualDestinations(ctx, { product_id: quote.product_id });
  const waiting = because === 'waiting' ? countries.map(({ country }) => country) : [];
  const destinations = [...new Set([...waiting, ...quote.destinations])].slice(0, mostDestinations);
  return requestQuote(ctx, { ...request, ...product, destinations }, { asked_from: id });
}
