import type { ShopOrder, ShopProduct } from '#server/connectors/connector.ts';
import { variantKey } from '#server/connectors/file/order-rows.ts';
import type { NewProduct } from '../shop/catalogue.ts';
import type { NewOrder, NewShipment } from '../shop/order-records.ts';
import type { ChannelPlan } from './data/channels.ts';
import { lessRefund, type Tax, taxed } from '../shop/taxes.ts';
import type { Order, Parcel, Product, Store } from './world.ts';

// Each record is written twice from here: as the sandbox's shop keeps it, and as the portal's connector reads it there.

const FALLBACK = 'Default Title';

/** A product as the sandbox's shop takes it. */
export function shopProduct(store: Store, product: Product): NewProduct {
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    status: 'ACTIVE',
    vendor: store.name,
    productType: product.kind,
    tags: [product.kind.toLowerCase()],
    description: `<p>${product.title} by ${store.name}.</p>`,
    options: product.options,
    picture: product.picture,
    createdAt: product.created_at,
    updatedAt: product.created_at,
    variants: product.variants.map((variant, index) => ({
      id: variant.id,
      values: variant.values,
      sku: variant.sku,
      price: variant.price,
      compareAt: variant.compare_at,
      grams: variant.grams,
      stock: 30 + ((index * 17) % 60),
    })),
  };
}

/** Where a shop of the sandbox shows itself and its pictures. */
export type Place = { base: string; domain: string };

const pictureAt = (place: Place, product: Product) => `${place.base}/${place.domain}/cdn/${product.id}.png`;

/** The same product as the connector reads it. `items`: inventory items by variant, which the shop numbers itself. */
export function seenProduct(
  store: Store,
  product: Product,
  place: Place | null,
  items: ReadonlyMap<string, string>,
): ShopProduct {
  const [first] = product.variants;
  const externalId = place ? product.id : variantKey(first?.sku ?? '', product.title, null);
  return {
    external_id: externalId,
    title: product.title,
    handle: place && product.handle,
    status: 'active',
    vendor: place && store.name,
    product_type: place && product.kind,
    tags: place ? [product.kind.toLowerCase()] : [],
    url: place && `${place.base}/${place.domain}/catalogue#${product.handle}`,
    image_url: place && pictureAt(place, product),
    created_at: product.created_at,
    updated_at: product.created_at,
    variants: product.variants.map((variant, index) => ({
      external_id: place ? variant.id : externalId,
      title: place ? variant.title : 'Default',
      sku: variant.sku,
      barcode: null,
      options: place ? optionsOf(product, variant.values) : [],
      price: variant.price,
      compare_at: place && variant.compare_at,
      weight_g: place && variant.grams,
      inventory_item_id: items.get(variant.id) ?? null,
      requires_shipping: true,
      position: index + 1,
    })),
  };
}

function optionsOf(product: Product, values: readonly string[]) {
  if (product.options.length === 0) return [{ name: 'Title', value: FALLBACK }];
  return product.options.map((option, index) => ({ name: option.name, value: values[index] ?? FALLBACK }));
}

const isRefunded = ({ claim }: Order): boolean => claim?.end === 'refund';
const finance = (order: Order) =>
  order.cancelled_at ? 'REFUNDED' : isRefunded(order) ? 'PARTIALLY_REFUNDED' : order.financial;
const codes = {
  PAID: 'paid',
  PENDING: 'pending',
  AUTHORIZED: 'authorized',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
} as const;

/** Taxes on what is sold within a country, in hundredths of a percent: in prices, but where they are added to them. */
const rates: Record<string, number> = {
  AT: 2000,
  AU: 1000,
  BE: 2100,
  CA: 1300,
  CN: 1300,
  DE: 1900,
  ES: 2100,
  FR: 2000,
  GB: 2000,
  IT: 2200,
  NZ: 1500,
  PL: 2300,
  SE: 2500,
  SG: 900,
  US: 725,
};
const addsTaxes = new Set(['CA', 'US']);
const union = new Set(['AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'PL', 'SE']);

/** How a store taxes an order: at home, and within the European Union at the buyer's rate. */
function taxOf({ home }: Pick<Store, 'home'>, { country }: Order): Tax | null {
  const rate = rates[country];
  const taxes = country === home || (union.has(home) && union.has(country));
  return taxes && rate !== undefined ? { rate_bp: rate, included: !addsTaxes.has(home) } : null;
}

/** Of the goods that we gave money back for, the merchant gives his buyer so much of the price. */
const PAID_BACK = 0.75;

/** What a shop paid its buyer back of an order that was sent. */
function paidBack(store: Pick<Store, 'home'>, order: Order): number {
  if (!isRefunded(order)) return 0;
  const goods = order.lines.reduce((sum, line) => sum + line.variant.price * line.quantity, 0);
  return Math.round(taxed(goods, taxOf(store, order)).total * PAID_BACK);
}

/** An order as the sandbox's shop takes it, with the parcels that left. */
export function shopOrder(
  store: Pick<Store, 'home'>,
  order: Order,
  channels: ReadonlyMap<string, ChannelPlan>,
): NewOrder {
  const byHand: NewShipment[] = order.sent_by_hand_at ? [{ at: order.sent_by_hand_at }] : [];
  return {
    id: order.id,
    number: order.number,
    lines: order.lines.map(({ id, variant, quantity }) => ({ id, variantId: variant.id, quantity })),
    address: order.address,
    buyer: { email: order.email },
    financialStatus: finance(order),
    createdAt: order.placed_at,
    updatedAt: order.updated_at,
    ...(order.cancelled_at && { cancelledAt: order.cancelled_at }),
    shipping: order.shipping,
    tax: taxOf(store, order),
    ...(order.claim && isRefunded(order) && { refund: { at: order.claim.decided_at, amount: paidBack(store, order) } }),
    note: order.note,
    shipments: [...byHand, ...order.parcels.map((parcel) => shipmentOf(parcel, channels))],
  };
}

function shipmentOf(parcel: Parcel, channels: ReadonlyMap<string, ChannelPlan>): NewShipment {
  const channel = channels.get(parcel.channel);
  const url = channel?.tracking_url?.replace('{number}', parcel.tracking);
  return {
    at: parcel.at,
    quantities: Object.fromEntries(Object.entries(parcel.quantities)),
    tracking: { company: channel?.carrier ?? null, numbers: [parcel.tracking], urls: url ? [url] : [] },
    displayStatus: parcel.delivered_at ? 'DELIVERED' : 'IN_TRANSIT',
    byApp: true,
  };
}

/** What the buyer pays and gets back; who keeps a list of orders writes no taxes and refunds into it. */
function chargedFor(store: Store, order: Order, place: Place | null, when: 'placed' | 'now') {
  const rate = place ? taxOf(store, order) : null;
  const cost = order.lines.reduce((sum, line) => sum + line.variant.price * line.quantity, order.shipping);
  const whole = taxed(cost, rate);
  const refunded = order.cancelled_at ? whole.total : place && when === 'now' ? paidBack(store, order) : 0;
  const { total, tax } = lessRefund(whole, refunded);
  return { total, tax: place && tax, taxes_included: rate?.included ?? false, refunded: place && refunded };
}

/** An order as the connector reads it: when it was `placed`, or as the shop has it `now`. */
export function seenOrder(store: Store, order: Order, place: Place | null, when: 'placed' | 'now'): ShopOrder {
  const { address } = order;
  const charged = chargedFor(store, order, place, when);
  return {
    external_id: order.id,
    name: `#${order.number}`,
    placed_at: order.placed_at,
    // A cancelled order comes as cancelled: it was cancelled within hours.
    updated_at: when === 'now' || order.cancelled_at ? order.updated_at : order.placed_at,
    cancelled_at: order.cancelled_at,
    financial_status: codes[when === 'placed' && !order.cancelled_at ? order.financial : finance(order)],
    fulfillment_status: when === 'now' && place ? fulfillment(order) : 'unfulfilled',
    test: false,
    risk: place && 'accept',
    tags: [],
    currency: store.currency,
    ...charged,
    presentment_currency: place && store.currency,
    presentment_total: place && charged.total,
    email: order.email,
    note: order.note,
    address: address && {
      name: [address.first_name, address.last_name].filter(Boolean).join(' '),
      company: address.company ?? null,
      address1: address.address1 ?? null,
      address2: address.address2 ?? null,
      city: address.city ?? null,
      province: address.province ?? null,
      province_code: address.province_code ?? null,
      zip: address.zip ?? null,
      country: address.country_code ?? null,
      phone: address.phone ?? null,
    },
    lines: order.lines.map(({ id, product, variant, quantity }, index) => ({
      external_id: place ? id : `file:${index + 1}`,
      external_variant_id: place ? variant.id : variantKey(variant.sku, product.title, null),
      title: product.title,
      variant_title: place && variant.title !== FALLBACK ? variant.title : null,
      sku: variant.sku,
      quantity,
      current_quantity: order.cancelled_at ? 0 : quantity,
      unit_price: variant.price,
      requires_shipping: true,
      image_url: place && pictureAt(place, product),
    })),
  };
}

function fulfillment(order: Order): ShopOrder['fulfillment_status'] {
  if (order.sent_by_hand_at) return 'fulfilled';
  const ordered = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const sent = order.parcels.reduce(
    (sum, parcel) => sum + Object.values(parcel.quantities).reduce((a, b) => a + b, 0),
    0,
  );
  if (sent === 0) return 'unfulfilled';
  return sent < ordered ? 'partial' : 'fulfilled';
}

/** Whether the shop changed the order after it was placed. */
export const hasMoved = (order: Order): boolean => order.parcels.length > 0 || order.sent_by_hand_at !== null;
