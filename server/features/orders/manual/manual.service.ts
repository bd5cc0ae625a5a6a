import { v7 as uuid } from 'uuid';
import { addressFields, anyCarrier } from '#contract/address-rules.ts';
import { bareTaxId } from '#contract/tax-id-rules.ts';
import { type AccountCtx, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { addressErrors } from '../rules/parcel-blocks.ts';
import { findAddress, rememberSame } from '../records/address.db.ts';
import { termOf, termsOf } from '../rules/search-terms.ts';
import { saveTerms } from '../records/write.db.ts';
import * as rows from './manual.db.ts';
import { findAccountCurrency, findStore } from '../records/orders.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { manualStore } from '#server/features/stores/index.ts';
import { variantsOfSkus } from '#server/features/products/index.ts';
import { audit } from '#server/db/audit.ts';
import { publish } from '#server/db/queue.ts';

type StoreRef = { account_id: string; id: string };
export type ManualLine = { variant_id: string | null; sku_id: string | null; quantity: number };
/** An order as somebody writes it. */
export type ManualOrder = {
  id: string;
  /** Made when it is empty. */
  name: string;
  recipient: rows.ManualRecipient;
  lines: readonly ManualLine[];
  channel_id: string | null;
  remark: string;
  /** It is a sample of this quote. */
  quote: { id: string; version: number; number: string } | null;
};

const refuse = (sentence: Phrase, field: string) => appError('order_not_placeable', sentence, field);

/** The member's store that an order is written for; that of no shop for null. */
export async function manualOrderStore(ctx: MerchantCtx, storeId: string | null): Promise<StoreRef> {
  const { account_id } = ctx.actor;
  if (storeId === null) return { account_id, id: await manualStore(ctx) };
  requireStore(ctx.actor, storeId);
  const store = await findStore(ctx, storeId);
  if (!store) throw notFound('store');
  if (store.status === 'disconnected') throw refuse({ text: 'orders.store_disconnected' }, 'store_id');
  return { account_id, id: store.id };
}

/** What was typed, without what people type around it. */
export function tidyRecipient(typed: rows.ManualRecipient): rows.ManualRecipient {
  const tidy = Object.fromEntries(
    [...addressFields, 'email' as const].map((field) => [field, typed[field]?.trim() || null]),
  ) as rows.ManualRecipient; // made of exactly these fields
  return {
    ...tidy,
    country: tidy.country?.toUpperCase() ?? null,
    tax_id: tidy.tax_id === null ? null : bareTaxId(tidy.tax_id),
  };
}

/** Writes the rows of a manual order, neither priced nor looked at. Throws when a line or the number is none of the store's. */
export async function writeManualOrder(ctx: AccountCtx, storeId: string, order: ManualOrder): Promise<string> {
  const plain = await variantsOfSkus(
    ctx,
    { account_id: ctx.account, id: storeId },
    order.lines.flatMap((line) => line.sku_id ?? []),
  );
  const bySku = new Map(plain.map(({ sku_id, variant_id }) => [sku_id, variant_id]));
  const wanted = order.lines.map((line) => line.variant_id ?? bySku.get(line.sku_id ?? '') ?? '');
  const known = await rows.findHandVariants(
    ctx,
    { account_id: ctx.account, id: storeId },
    order.lines.flatMap((line) => line.variant_id ?? []),
    [...bySku.values()],
  );
  const variants = new Map(known.map((variant) => [variant.id, variant]));
  const lines = order.lines.map((line, index) => {
    const variant = variants.get(wanted[index] ?? '');
    if (!variant) throw refuse({ text: 'orders.line_not_offered' }, `lines.${index}`);
    const { id: variant_id, external_id: external_variant_id, ...shown } = variant;
    return {
      ...shown,
      id: uuid(),
      external_id: `hand:${index + 1}`,
      variant_id,
      external_variant_id,
      quantity: line.quantity,
      position: index + 1,
    };
  });
  const name = await nameFor(ctx, storeId, order.name);
  const { currency } = (await findStore(ctx, storeId)) ?? {};
  const added = await rows.insertHandOrder(
    ctx,
    { account_id: ctx.account, id: storeId },
    {
      ...order,
      name,
      external_id: `manual:${name.toLowerCase()}`,
      currency: currency ?? (await findAccountCurrency(ctx)),
      units: lines.reduce((sum, line) => sum + line.quantity, 0),
      lines,
    },
  );
  if (!added) throw taken(name);
  const terms = termsOf([name, ...lines.map((line) => line.sku)]);
  await saveTerms(
    ctx,
    terms.map((term) => ({ order_id: order.id, term })),
  );
  return name;
}

const taken = (name: string) =>
  appError('order_number_taken', { text: 'orders.number_taken', params: { name } }, 'name');

async function nameFor(ctx: AccountCtx, storeId: string, given: string): Promise<string> {
  const free = async (name: string) =>
    !(await rows.nameTaken(ctx, { account_id: ctx.account, id: storeId }, name, termOf(name)));
  if (given !== '') {
    if (await free(given)) return given;
    throw taken(given);
  }
  for (;;) {
    const made = await rows.nextName(ctx);
    if (await free(made)) return made;
  }
}

/**
 * Places an order manually: from here on it is like any other, but that no shop is notified of it. Throws when no parcel would
 * arrive at its address, by the rules of the country and of its channel's carrier.
 */
export async function placeManualOrder(ctx: AccountCtx, storeId: string, order: ManualOrder): Promise<string> {
  if (order.lines.length === 0) throw refuse({ text: 'orders.no_lines' }, 'lines');
  requireArrival(order.recipient, anyCarrier);
  const name = await writeManualOrder(ctx, storeId, order);
  const quote = order.quote === null ? {} : { quote: order.quote.number, quote_id: order.quote.id };
  await noteEvents(ctx, [{ order_id: order.id, kind: order.quote ? 'sample_ordered' : 'written', data: quote }]);
  const alike = await rememberSame(ctx, [order.id]);
  await reviewOrders(ctx, { orderIds: [order.id, ...alike] });
  const { carrier } = (await findAddress(ctx, order.id)) ?? {};
  requireArrival(order.recipient, carrier ?? anyCarrier);
  return name;
}

function requireArrival(recipient: rows.ManualRecipient, carrier: typeof anyCarrier): void {
  const found = addressErrors(recipient, carrier);
  if (Object.keys(found).length === 0) return;
  const fields = Object.fromEntries(
    Object.entries(found).map(([key, sentences]) => [key.replace('address.', 'recipient.'), sentences]),
  );
  throw new AppError('address_invalid', { text: 'orders.not_deliverable' }, { fields });
}

/** A sample as a quote has it ordered. */
type Sample = Pick<ManualOrder, 'name' | 'recipient' | 'lines' | 'channel_id'> & {
  /** The quote's store; null where it has none. */
  store_id: string | null;
  quote: { id: string; version: number; number: string };
};

/** Orders a sample: a manual order that its quote prices, whatever the price list says. Answers it by id and name. */
export async function placeSample(
  ctx: MerchantCtx,
  { store_id, ...sample }: Sample,
): Promise<{ id: string; name: string }> {
  const store = await manualOrderStore(ctx, store_id);
  const id = uuid();
  const name = await placeManualOrder(ctx, store.id, { ...sample, id, remark: '' });
  const details = { name, quote: sample.quote.number };
  await audit(ctx, { action: 'orders.sample', entity: 'orders', entity_id: id, details });
  publish(ctx, { account_id: store.account_id, kind: 'orders.changed', id });
  return { id, name };
}
