import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { quoteRequestSchema } from '#contract/quotes.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { freshClock } from '../records/due-time.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as actions from '../records/write.db.ts';
import { announce } from '../records/quotes.service.ts';
import * as rows from '../records/quotes.db.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';

export type QuoteRequest = z.output<typeof quoteRequestSchema> & { product_id: string };

const mostVariants = 250;

/**
 * Asks for the price of a product. One open request per product: a second is refused with `quote_open_already`, which
 * names the open one and carries its id under the field `quote_id`. Waiting orders move to quoting.
 */
export async function requestQuote(
  ctx: MerchantCtx,
  request: QuoteRequest,
  from: { asked_from?: string } = {},
): Promise<rows.QuoteRow> {
  const product = await actions.findProduct(ctx, request.product_id);
  if (!product) throw notFound('product');
  requireStore(ctx.actor, product.store_id);
  const items = await chosenVariants(ctx, request);
  const id = uuid();
  const added = await actions.insertQuote(ctx, {
    id,
    title: product.title,
    store_id: product.store_id,
    product_id: product.id,
    picture: null,
    source: 'product',
    url: null,
    ...(await wishesOf(ctx, request)),
    ...from,
    currency: product.currency,
    assignee_user_id: product.agent_user_id,
  });
  if (!added) throw await openAlready(ctx, { product_id: product.id, url: null });
  await actions.insertItems(ctx, id, items);
  await reviewOrders(ctx, { variantIds: await actions.findAllVariantIds(ctx, product.id) });
  return announceRequest(
    ctx,
    { id, number: added.number, title: product.title, client: product.client },
    {
      product_id: product.id,
      variants: items.length,
    },
  );
}

/** What every request says, whatever it is about, with the clock that it starts. */
export async function wishesOf(ctx: MerchantCtx, request: Omit<QuoteRequest, 'product_id' | 'variant_ids'>) {
  const { sla_due_at } = await freshClock(ctx);
  return {
    note: request.note ?? '',
    destinations: [...new Set(request.destinations)],
    orders_per_day: request.orders_per_day ?? null,
    quantity: request.quantity ?? null,
    target_price: request.target_price ?? null,
    target_days: request.target_days ?? null,
    branding: request.branding ?? false,
    sample: request.sample ?? false,
    sla_due_at,
    created_by: ctx.actor.user_id,
  };
}

/** Lets staff, the audit and open pages know of a new request. */
export async function announceRequest(
  ctx: MerchantCtx,
  quote: { id: string; number: number; title: string; client: string },
  details: Record<string, unknown>,
): Promise<rows.QuoteRow> {
  const { id, title, client } = quote;
  await noteEntry(ctx, id, { kind: 'asked', side: 'client' });
  await notify(ctx, {
    event: 'staff_quote_asked',
    account_id: ctx.account,
    subject: id,
    params: { number: `Q-${quote.number}`, title, client },
    link: `/staff/quotes?account=${ctx.account}&quote=${id}`,
  });
  await audit(ctx, { action: 'quotes.request', entity: 'quotes', entity_id: id, details });
  await announce(ctx, id);
  return (await rows.findQuote(ctx, id)) as rows.QuoteRow; // added in the same transaction
}

async function chosenVariants(ctx: AccountCtx, request: QuoteRequest): Promise<{ id: string; title: string }[]> {
  const all = await actions.findVariants(ctx, request.product_id);
  const chosen = request.variant_ids ? all.filter((variant) => request.variant_ids?.includes(variant.id)) : all;
  if (request.variant_ids && chosen.length < new Set(request.variant_ids).size) throw notFound('variant');
  if (chosen.length === 0) throw appError('invalid_input', { text: 'quotes.nothing_shipped' }, 'variant_ids');
  if (chosen.length > mostVariants) {
    throw appError(
      'invalid_input',
      { text: 'quotes.too_many_variants', params: { most: mostVariants } },
      'variant_ids',
    );
  }
  return chosen;
}

/** Why a second request is refused, with the id of the first. */
export async function openAlready(
  ctx: AccountCtx,
  about: { product_id: string | null; url: string | null },
): Promise<AppError> {
  const open = await actions.findOpen(ctx, about);
  const what = about.product_id === null ? 'page' : 'product';
  if (!open) return new AppError('quote_open_already', { text: `quotes.${what}_open` });
  return new AppError(
    'quote_open_already',
    { text: `quotes.${what}_open_in`, params: { number: open.number } },
    { fields: { quote_id: [{ text: 'quotes.id', params: { id: open.id } }] } },
  );
}
