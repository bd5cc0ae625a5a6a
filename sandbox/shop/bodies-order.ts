import type { HookBody } from './hooks.ts';
import { decimal } from './money.ts';
import { countryName } from './places.ts';
import type { Address, FulfillmentRow, LineRow, OrderRow, Refund, ShopRow } from './rows.ts';
import { shopTime } from './shop-time.ts';
import { type Db, firstRow, rows } from './sql.ts';
import { taxOn } from './taxes.ts';

function moneySet(minor: number, currency: string): HookBody {
  const money = { amount: decimal(minor, currency), currency_code: currency };
  return { shop_money: money, presentment_money: money };
}

function addressBody(address: Address): HookBody {
  return {
    first_name: address.first_name ?? null,
    address1: address.address1 ?? null,
    phone: address.phone ?? null,
    city: address.city ?? null,
    zip: address.zip ?? null,
    province: address.province ?? null,
    country: address.country_code ? countryName(address.country_code) : null,
    last_name: address.last_name ?? null,
    address2: address.address2 ?? null,
    company: address.company ?? null,
    latitude: null,
    longitude: null,
    name: [address.first_name, address.last_name].filter(Boolean).join(' '),
    country_code: address.country_code ?? null,
    province_code: address.province_code ?? null,
  };
}

/** The one tax that a shop of the sandbox charges. */
function taxLines(price: number, { currency, data: { tax } }: OrderRow): HookBody[] {
  if (!tax) return [];
  const owed = taxOn(price, tax);
  const rate = tax.rate_bp / 10_000;
  return [
    { title: 'Tax', rate, price: decimal(owed, currency), price_set: moneySet(owed, currency), channel_liable: false },
  ];
}

function lineBody(line: LineRow, order: OrderRow): HookBody {
  const { currency } = order;
  const fulfillable = Math.max(0, line.current_quantity - line.fulfilled);
  return {
    id: BigInt(line.id),
    admin_graphql_api_id: `gid://shopify/LineItem/${line.id}`,
    attributed_staffs: [],
    current_quantity: line.current_quantity,
    fulfillable_quantity: line.requires_shipping ? fulfillable : 0,
    fulfillment_service: 'manual',
    fulfillment_status: line.fulfilled === 0 ? null : fulfillable === 0 ? 'fulfilled' : 'partial',
    gift_card: line.gift_card,
    grams: Math.round(line.grams),
    name: line.variant_title ? `${line.title} - ${line.variant_title}` : line.title,
    price: decimal(line.price, currency),
    price_set: moneySet(line.price, currency),
    product_exists: line.product_id !== null,
    product_id: line.product_id === null ? null : BigInt(line.product_id),
    properties: line.attributes.map(({ key, value }) => ({ name: key, value })),
    quantity: line.quantity,
    requires_shipping: line.requires_shipping,
    sku: line.sku,
    taxable: true,
    title: line.title,
    total_discount: decimal(line.discount, currency),
    total_discount_set: moneySet(line.discount, currency),
    variant_id: line.variant_id === null ? null : BigInt(line.variant_id),
    variant_inventory_management: 'shopify',
    variant_title: line.variant_title,
    vendor: line.vendor,
    tax_lines: taxLines(line.price * line.quantity - line.discount, order),
    duties: [],
    discount_allocations: [],
  };
}

/** Body of `fulfillments/create` and `fulfillments/update`. */
export function fulfillmentBody(
  shop: ShopRow,
  order: OrderRow,
  fulfillment: FulfillmentRow,
  lines: LineRow[],
): HookBody {
  const sent = fulfillment.lines.flatMap((part) => {
    const line = lines.find((one) => one.id === part.line_id);
    return line ? [{ ...lineBody(line, order), quantity: part.quantity }] : [];
  });
  const shipment = fulfillment.display_status.toLowerCase();
  return {
    id: BigInt(fulfillment.id),
    order_id: BigInt(order.id),
    status: fulfillment.status.toLowerCase(),
    created_at: shopTime(fulfillment.created_at, shop),
    service: 'manual',
    updated_at: shopTime(fulfillment.updated_at, shop),
    tracking_company: fulfillment.tracking.company,
    shipment_status: ['fulfilled', 'canceled'].includes(shipment) ? null : shipment,
    location_id: BigInt(fulfillment.location_id),
    origin_address: null,
    line_items: sent,
    tracking_number: fulfillment.tracking.numbers[0] ?? null,
    tracking_numbers: fulfillment.tracking.numbers,
    tracking_url: fulfillment.tracking.urls[0] ?? null,
    tracking_urls: fulfillment.tracking.urls,
    receipt: {},
    name: fulfillment.name.replace('-F', '.'),
    admin_graphql_api_id: `gid://shopify/Fulfillment/${fulfillment.id}`,
  };
}

/** Body of `refunds/create`. */
export function refundBody(shop: ShopRow, order: OrderRow, refund: Refund, lines: LineRow[]): HookBody {
  const at = shopTime(new Date(refund.created_at), shop);
  return {
    id: BigInt(refund.id),
    order_id: BigInt(order.id),
    created_at: at,
    processed_at: at,
    note: refund.note,
    user_id: null,
    restock: false,
    admin_graphql_api_id: `gid://shopify/Refund/${refund.id}`,
    order_adjustments: [],
    refund_line_items: refund.lines.flatMap((part) => {
      const line = lines.find((one) => one.id === part.line_id);
      if (!line) return [];
      const subtotal = line.price * part.quantity;
      const tax = taxOn(subtotal, order.data.tax);
      return [
        {
          location_id: null,
          restock_type: 'no_restock',
          quantity: part.quantity,
          id: BigInt(refund.id),
          line_item_id: BigInt(line.id),
          subtotal: Number(decimal(subtotal, order.currency)),
          total_tax: Number(decimal(tax, order.currency)),
          subtotal_set: moneySet(subtotal, order.currency),
          total_tax_set: moneySet(tax, order.currency),
          line_item: lineBody(line, order),
        },
      ];
    }),
    transactions:
      refund.amount === 0
        ? []
        : [
            {
              kind: 'refund',
              status: 'success',
              amount: decimal(refund.amount, order.currency),
              currency: order.currency,
            },
          ],
  };
}

function prices(order: OrderRow, lines: LineRow[]): HookBody {
  const goods = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  const discounts = lines.reduce((sum, line) => sum + line.discount, 0);
  const addedTax = order.data.tax?.included ? 0 : order.current_tax;
  const values: Record<string, number> = {
    subtotal_price: goods - discounts,
    total_line_items_price: goods,
    total_discounts: discounts,
    total_price: order.total,
    total_tax: order.tax,
    current_subtotal_price: Math.max(0, order.current_total - addedTax - order.shipping),
    current_total_discounts: discounts,
    current_total_price: order.current_total,
    current_total_tax: order.current_tax,
  };
  const body: HookBody = {
    total_shipping_price_set: moneySet(order.shipping, order.currency),
    total_outstanding: decimal(
      ['PAID', 'REFUNDED', 'VOIDED', 'PARTIALLY_REFUNDED'].includes(order.financial_status) ? 0 : order.total,
      order.currency,
    ),
    total_tip_received: decimal(0, order.currency),
  };
  for (const [key, minor] of Object.entries(values)) {
    body[key] = decimal(minor, order.currency);
    body[`${key}_set`] = moneySet(minor, order.currency);
  }
  return body;
}

const REST_FULFILLMENT: Record<string, string | null> = {
  FULFILLED: 'fulfilled',
  PARTIALLY_FULFILLED: 'partial',
  RESTOCKED: 'restocked',
};

function shippingLine(order: OrderRow): HookBody {
  return {
    id: BigInt(order.id),
    carrier_identifier: null,
    code: order.data.shipping_title,
    discounted_price: decimal(order.shipping, order.currency),
    is_removed: false,
    phone: null,
    price: decimal(order.shipping, order.currency),
    price_set: moneySet(order.shipping, order.currency),
    requested_fulfillment_service_id: null,
    source: 'shopify',
    title: order.data.shipping_title,
    tax_lines: taxLines(order.shipping, order),
    discount_allocations: [],
  };
}

function personal(shop: ShopRow, order: OrderRow): HookBody {
  if (shop.settings.customer_data === false) return { email: null, contact_email: null, phone: null };
  const address = order.data.address;
  const body: HookBody = { email: order.email ?? '', contact_email: order.email, phone: order.phone };
  if (!address) return body;
  return {
    ...body,
    shipping_address: addressBody(address),
    billing_address: addressBody(address),
    customer: {
      id: BigInt(order.id),
      email: order.email,
      first_name: address.first_name ?? null,
      last_name: address.last_name ?? null,
      phone: order.phone,
      admin_graphql_api_id: `gid://shopify/Customer/${order.id}`,
      default_address: addressBody(address),
    },
  };
}

/** Body of every `orders/*` topic but `orders/delete` and `orders/edited`: the REST order (shopify.md §3.5). */
export async function orderBody(db: Db, shop: ShopRow, orderId: string): Promise<HookBody> {
  const order = await firstRow<OrderRow>(db, 'select * from shop_orders where id = $1', [orderId]);
  if (!order) throw new Error(`order ${orderId} vanished`);
  const lines = await rows<LineRow>(db, 'select * from shop_order_lines where order_id = $1 order by position', [
    orderId,
  ]);
  const sent = await rows<FulfillmentRow>(db, 'select * from shop_fulfillments where order_id = $1 order by id', [
    orderId,
  ]);
  return {
    id: BigInt(order.id),
    admin_graphql_api_id: `gid://shopify/Order/${order.id}`,
    app_id: null,
    cancel_reason: order.data.cancel_reason?.toLowerCase() ?? null,
    cancelled_at: order.cancelled_at && shopTime(order.cancelled_at, shop),
    closed_at: order.closed_at && shopTime(order.closed_at, shop),
    confirmed: true,
    created_at: shopTime(order.created_at, shop),
    currency: order.currency,
    discount_codes: [],
    financial_status: order.financial_status.toLowerCase(),
    fulfillment_status: REST_FULFILLMENT[order.fulfillment_status] ?? null,
    name: order.name,
    note: order.data.note,
    note_attributes: order.data.attributes.map(({ key, value }) => ({ name: key, value })),
    number: order.number - 1000,
    order_number: order.number,
    payment_gateway_names: ['manual'],
    presentment_currency: order.currency,
    processed_at: shopTime(order.processed_at, shop),
    source_name: order.data.source_name,
    tags: order.tags.join(', '),
    tax_lines: taxLines(
      lines.reduce((sum, line) => sum + line.price * line.quantity - line.discount, order.shipping),
      order,
    ),
    taxes_included: order.data.tax?.included ?? false,
    test: order.test,
    updated_at: shopTime(order.updated_at, shop),
    ...prices(order, lines),
    ...personal(shop, order),
    line_items: lines.map((line) => lineBody(line, order)),
    fulfillments: sent.map((fulfillment) => fulfillmentBody(shop, order, fulfillment, lines)),
    refunds: order.data.refunds.map((refund) => refundBody(shop, order, refund, lines)),
    shipping_lines: lines.some((line) => line.requires_shipping) ? [shippingLine(order)] : [],
    discount_applications: [],
    payment_terms: null,
  };
}
