import type { OrderEventKind } from '#contract/order-events.ts';
import { type Address, addressFields, anyCarrier, type CarrierDemands } from '#contract/address-rules.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { bareTaxId } from '#contract/tax-id-rules.ts';
import { audit } from '#server/db/audit.ts';
import { demand, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { addressErrors, changedFields } from '../rules/parcel-blocks.ts';
import * as rows from '../records/address.db.ts';
import { lockFor } from '../review/actions.service.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';

type Edit = ParsedOf<typeof orders.address>['body'];
type Stored = rows.StoredAddress;
/** An address as it is written down. */
export type Written = Record<(typeof addressFields)[number] | 'province_code', string | null>;

/** Corrects where an order goes; what the shop said is kept beside it (domain.md §4.8). */
export async function editAddress(ctx: MerchantCtx, id: string, body: Edit) {
  const { order, stored } = await lockEditable(ctx, id, body.version);
  const address = tidy(body.address, stored);
  requirePaidCountry(order.payment, stored, address);
  const fields = changedFields(stored, address);
  if (fields.length > 0) {
    requireDeliverable(address, stored.carrier ?? anyCarrier);
    await rows.saveAddress(ctx, id, address, {
      original: stored.original ?? shopPart(stored),
      later: stored.later,
    });
    await recordAddress(ctx, id, 'address_edited', fields);
  }
  return readOrder(ctx, id);
}

/** Goes back to the shop's address, or keeps the correction although the shop changed its own. */
export async function chooseAddress(
  ctx: MerchantCtx,
  id: string,
  { take, version }: { take: boolean; version: number },
) {
  const { order, stored } = await lockEditable(ctx, id, version);
  const { original, later } = stored;
  if (!original || (!take && !later)) throw appError('order_not_editable', { text: 'orders.address_is_stores' });
  const shop = later ?? original;
  const address = take ? fromShop(shop, stored) : written(stored);
  requirePaidCountry(order.payment, stored, address);
  await rows.saveAddress(ctx, id, address, { original: take ? null : shop, later: null });
  await recordAddress(ctx, id, take ? 'address_taken' : 'address_kept', changedFields(stored, address));
  return readOrder(ctx, id);
}

/** The order under lock, as long as its address may change. */
async function lockEditable(ctx: MerchantCtx, id: string, version: number) {
  demand(ctx.actor, 'customers', 'view');
  const order = await lockFor(ctx, id, 'edit_address', version);
  const stored = await rows.findAddress(ctx, id);
  if (!stored || stored.redacted) throw appError('order_not_editable', { text: 'orders.address_erased' });
  return { order, stored };
}

/** After an address changed: suspects, blocks and cost again, and a line in the timeline that names fields only. */
async function recordAddress(ctx: MerchantCtx, id: string, kind: OrderEventKind, fields: string[]): Promise<void> {
  const alike = await rows.rememberSame(ctx, [id]);
  await noteEvents(ctx, [{ order_id: id, kind, data: { fields } }]);
  await reviewOrders(ctx, { orderIds: [id, ...alike] });
  await audit(ctx, { action: `orders.${kind}`, entity: 'orders', entity_id: id, fields });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
}

/** The freight of a paid order was paid for its country: another one would be sent at the wrong price. */
function requirePaidCountry(payment: string, stored: Stored, address: Pick<Written, 'country'>): void {
  if (payment === 'none' || address.country === stored.country) return;
  const sentence: Phrase =
    stored.country === null
      ? { text: 'orders.freight_paid' }
      : { text: 'orders.freight_paid_to', params: { country: stored.country } };
  throw new AppError('order_not_editable', sentence, { fields: { 'address.country': [sentence] } });
}

/** Throws a sentence for each field of an address at which the carrier’s parcel would not arrive. */
export function requireDeliverable(address: Address, carrier: CarrierDemands): void {
  const fields = addressErrors(address, carrier);
  if (Object.keys(fields).length > 0)
    throw new AppError('address_invalid', { text: 'orders.not_deliverable' }, { fields });
}

/** What was typed, without what people type around it. */
export function tidy(input: Edit['address'], stored: Stored): Written {
  const typed = Object.fromEntries(addressFields.map((field) => [field, input[field]?.trim() || null]));
  const address = typed as Record<(typeof addressFields)[number], string | null>; // made of exactly these fields
  const country = address.country?.toUpperCase() ?? null;
  const tax_id = address.tax_id === null ? null : bareTaxId(address.tax_id);
  const same = address.province === stored.province && country === stored.country;
  return { ...address, country, tax_id, province_code: same ? stored.province_code : null };
}

const written = (stored: Stored): Written => ({
  ...Object.fromEntries(addressFields.map((field) => [field, stored[field]])),
  ...(shopPart(stored) as Written), // all fields but the tax id, which the line above has
});

/** The address as the shop reported it: the tax id is our own field. */
export const shopPart = ({
  name,
  company,
  address1,
  address2,
  city,
  province,
  province_code,
  zip,
  country,
  phone,
}: Stored) => ({
  name,
  company,
  address1,
  address2,
  city,
  province,
  province_code,
  zip,
  country,
  phone,
});

/** The shop's address in place of ours; a tax id stays while the country does. */
export function fromShop(shop: Record<string, string | null>, stored: Stored): Written {
  const part = (field: string) => shop[field] ?? null;
  const country = part('country');
  return {
    ...shopPart({
      ...stored,
      ...Object.fromEntries(Object.keys(shopPart(stored)).map((field) => [field, part(field)])),
    }),
    tax_id: country === stored.country ? stored.tax_id : null,
  };
}
