import { type LackingLine, nextQuoteStep } from '#contract/order-lacks.ts';
import { mostDestinations, quoteCan } from '#contract/quote-rules.ts';
import { audit } from '#server/db/audit.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { findItems } from '../records/detail.db.ts';
import { findQuote, type QuoteRow } from '../records/quotes.db.ts';
import { announce, lockOwn, variantsOf } from '../records/quotes.service.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as actions from '../records/write.db.ts';
import { requestQuote } from './request.service.ts';
import { lackOfOrder, reviewOrders } from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';

type More = { destinations: readonly string[]; variant_ids: readonly string[] };

/** Asks in an open request for more countries and variants; the time of its answer stays. Adds nothing twice. */
export async function extendQuote(ctx: MerchantCtx, id: string, more: More): Promise<QuoteRow> {
  const quote = await lockOwn(ctx, id, quoteCan.extend);
  const destinations = [...new Set([...quote.destinations, ...more.destinations])];
  if (destinations.length > mostDestinations) throw appError('invalid_input', { text: 'quotes.too_many_destinations' });
  const items = await findItems(ctx, id);
  const asked = new Set(items.map((item) => item.variant_id));
  const shipped = quote.product_id === null ? [] : await actions.findVariants(ctx, quote.product_id);
  const added = shipped.filter((variant) => more.variant_ids.includes(variant.id) && !asked.has(variant.id));
  await actions.addItems(ctx, id, items.length, added);
  await actions.setDestinations(ctx, id, destinations);
  const places = destinations.filter((code) => !quote.destinations.includes(code));
  await noteEntry(ctx, id, { kind: 'extended', side: 'client', body: places.join(', ') });
  await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  const { client } = await actions.findAsker(ctx);
  await notify(ctx, {
    event: 'staff_quote_message',
    account_id: ctx.account,
    subject: id,
    params: { number: `Q-${quote.number}`, title: quote.title, client },
    link: `/staff/quotes?account=${ctx.account}&quote=${id}`,
  });
  const details = { destinations: places, variants: added.length };
  await audit(ctx, { action: 'quotes.extend', entity: 'quotes', entity_id: id, details });
  await announce(ctx, id);
  return (await findQuote(ctx, id)) as QuoteRow; // locked above
}

/**
 * Asks for exactly what an order lacks: its variants to its country, in the open request of each product where there is one,
 * else in a new one. Answers those requests.
 */
export async function requestForOrder(ctx: MerchantCtx, orderId: string): Promise<QuoteRow[]> {
  const { country, lines } = await lackOfOrder(ctx, orderId);
  const products = groupBy(lines, (line) => line.product_id ?? '');
  const made: QuoteRow[] = [];
  for (const [product, lacking] of country === null ? [] : products) {
    const quote = product === '' ? undefined : await requestForProduct(ctx, product, lacking, country ?? '');
    if (quote) made.push(quote);
  }
  return made;
}

/** The same for one order, which is refused where all is asked for already. */
export async function requestForOneOrder(ctx: MerchantCtx, orderId: string): Promise<QuoteRow[]> {
  const made = await requestForOrder(ctx, orderId);
  if (made.length === 0) throw appError('quote_open_already', { text: 'quotes.nothing_to_request' });
  return made;
}

/** Whether an order lacks something that nobody has asked for yet. */
export const canRequest = ({ country, lines }: { country: string | null; lines: readonly LackingLine[] }): boolean =>
  country !== null &&
  lines.some((line) => line.product_id !== null && ['request', 'add'].includes(nextQuoteStep([line])));

/** Undefined where all is asked for, or the answer has to be accepted first. */
async function requestForProduct(
  ctx: MerchantCtx,
  productId: string,
  lines: readonly LackingLine[],
  country: string,
): Promise<QuoteRow | undefined> {
  const step = nextQuoteStep(lines);
  const lacking = new Set(lines.map((line) => line.variant_id));
  const variant_ids = (await actions.findVariants(ctx, productId)).flatMap(({ id }) => (lacking.has(id) ? [id] : []));
  if (step === 'request')
    return requestQuote(ctx, {
      product_id: productId,
      destinations: [country],
      ...(variant_ids.length > 0 && { variant_ids }),
    });
  const open = lines.find(({ quote }) => quote !== null)?.quote;
  return step === 'add' && open ? extendQuote(ctx, open.id, { destinations: [country], variant_ids }) : undefined;
}
