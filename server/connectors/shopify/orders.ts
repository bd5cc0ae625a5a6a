import { z } from 'zod';
import type { ShopAddress, ShopOrder, ShopOrderLine, ShopPage, ShopSession } from '../connector.ts';
import type { Graphql } from './graphql.ts';
import { gid, numericId } from './gid.ts';
import { nextOf, pageInfo } from './graphql-answer.ts';
import { ownEntry } from '../../lib/own-entry.ts';
import { toMinor } from '../minor-units.ts';

const moneySchema = z.object({ amount: z.string(), currencyCode: z.string() });
const moneyBag = z.object({ shopMoney: moneySchema, presentmentMoney: moneySchema });
const text = z.string().nullable();

const addressSchema = z.object({
  firstName: text,
  lastName: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  provinceCode: text,
  zip: text,
  countryCodeV2: text,
  phone: text,
});

export const orderHeaderSchema = z.object({
  id: z.string(),
  legacyResourceId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  processedAt: z.string(),
  updatedAt: z.string(),
  cancelledAt: text,
  test: z.boolean(),
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  email: text,
  phone: text,
  note: text,
  tags: z.array(z.string()),
  currentTotalPriceSet: moneyBag,
  currentTotalTaxSet: z.object({ shopMoney: moneySchema }),
  totalRefundedSet: z.object({ shopMoney: moneySchema }),
  taxesIncluded: z.boolean(),
  shippingAddress: addressSchema.nullable(),
  risk: z.object({ recommendation: z.string() }).nullable(),
});
export type OrderHeader = z.infer<typeof orderHeaderSchema>;

export const orderLineSchema = z.object({
  id: z.string(),
  title: z.string(),
  variantTitle: text,
  sku: text,
  quantity: z.number(),
  currentQuantity: z.number(),
  requiresShipping: z.boolean(),
  isGiftCard: z.boolean(),
  discountedUnitPriceAfterAllDiscountsSet: moneyBag,
  variant: z.object({ legacyResourceId: z.string() }).nullable(),
  image: z.object({ url: z.string() }).nullable(),
});
export type OrderLine = z.infer<typeof orderLineSchema>;

const linesSchema = z.object({ nodes: z.array(orderLineSchema), pageInfo });
const orderSchema = orderHeaderSchema.extend({ lineItems: linesSchema });
type OrderNode = z.infer<typeof orderSchema>;

const pageSchema = z.object({ orders: z.object({ nodes: z.array(orderSchema), pageInfo }) });
const oneSchema = z.object({ order: orderSchema.nullable() });
const linesPageSchema = z.object({ order: z.object({ lineItems: linesSchema }).nullable() });
const countSchema = z.object({ ordersCount: z.object({ count: z.number() }).nullable() });

const financial: Record<string, ShopOrder['financial_status']> = {
  PENDING: 'pending',
  AUTHORIZED: 'authorized',
  PARTIALLY_PAID: 'partially_paid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
  VOIDED: 'voided',
  EXPIRED: 'expired',
};
const fulfillment: Record<string, ShopOrder['fulfillment_status']> = {
  PARTIALLY_FULFILLED: 'partial',
  FULFILLED: 'fulfilled',
  FULFILLMENT_NOT_REQUIRED: 'fulfilled',
  ON_HOLD: 'on_hold',
  RESTOCKED: 'restocked',
};

function addressOf(header: Pick<OrderHeader, 'shippingAddress' | 'phone'>): ShopAddress | null {
  const given = header.shippingAddress;
  if (!given) return null;
  const { address1, address2, city, province, zip, company } = given;
  const name = [given.firstName, given.lastName].filter(Boolean).join(' ').trim();
  return {
    name: name === '' ? null : name,
    company,
    address1,
    address2,
    city,
    province,
    province_code: given.provinceCode,
    zip,
    country: given.countryCodeV2,
    phone: given.phone ?? header.phone,
  };
}

function lineOf(line: OrderLine): ShopOrderLine {
  const { amount, currencyCode } = line.discountedUnitPriceAfterAllDiscountsSet.shopMoney;
  return {
    external_id: numericId(line.id),
    external_variant_id: line.variant?.legacyResourceId ?? null,
    title: line.title,
    variant_title: line.variantTitle,
    sku: line.sku ?? '',
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    unit_price: toMinor(amount, currencyCode),
    requires_shipping: line.requiresShipping && !line.isGiftCard,
    image_url: line.image?.url ?? null,
  };
}

/** Of a header, what tells the state of an order. */
export const stateHeaderSchema = orderHeaderSchema
  .pick({
    id: true,
    legacyResourceId: true,
    name: true,
    processedAt: true,
    updatedAt: true,
    cancelledAt: true,
    test: true,
    displayFinancialStatus: true,
    displayFulfillmentStatus: true,
    phone: true,
    shippingAddress: true,
  })
  .extend({ currentTotalPriceSet: z.object({ shopMoney: moneySchema }) });

/** Placement, state and address of an order, read the same way wherever it is read. */
export function orderStateOf(header: z.infer<typeof stateHeaderSchema>) {
  const { amount, currencyCode } = header.currentTotalPriceSet.shopMoney;
  const total = toMinor(amount, currencyCode);
  return {
    external_id: header.legacyResourceId,
    name: header.name,
    placed_at: new Date(header.processedAt),
    updated_at: new Date(header.updatedAt),
    cancelled_at: header.cancelledAt === null ? null : new Date(header.cancelledAt),
    // An order that costs nothing has no payment state.
    financial_status: ownEntry(financial, header.displayFinancialStatus ?? '') ?? (total === 0 ? 'paid' : 'pending'),
    fulfillment_status: ownEntry(fulfillment, header.displayFulfillmentStatus) ?? 'unfulfilled',
    test: header.test,
    currency: currencyCode,
    total,
    address: addressOf(header),
  };
}

/** One shape for pages, single orders and bulk files. External ids are Shopify's numbers as text, as its own export's Id column has them. */
export function shopOrderOf(header: OrderHeader, lines: readonly OrderLine[]): ShopOrder {
  const { presentmentMoney } = header.currentTotalPriceSet;
  const tax = header.currentTotalTaxSet.shopMoney;
  const refunded = header.totalRefundedSet.shopMoney;
  const risk = header.risk?.recommendation;
  return {
    ...orderStateOf(header),
    tax: toMinor(tax.amount, tax.currencyCode),
    taxes_included: header.taxesIncluded,
    refunded: toMinor(refunded.amount, refunded.currencyCode),
    risk: risk === undefined || risk === 'NONE' ? null : risk.toLowerCase(),
    tags: header.tags,
    presentment_currency: presentmentMoney.currencyCode,
    presentment_total: toMinor(presentmentMoney.amount, presentmentMoney.currencyCode),
    email: header.email,
    note: header.note,
    lines: lines.map(lineOf),
  };
}

/** Search text for what changed at or after a moment (shopify.md §2.4). */
export const changedSince = (since: Date): string => `updated_at:>='${since.toISOString()}'`;

export function orderReader(graphql: Graphql) {
  /** Orders with more lines than one page holds are read on, page by page. */
  async function whole(shop: ShopSession, node: OrderNode): Promise<ShopOrder> {
    const lines = [...node.lineItems.nodes];
    for (let after = nextOf(node.lineItems.pageInfo); after !== null; ) {
      const { order } = await graphql.call(shop, 'OrderLinesPage', { id: node.id, after }, linesPageSchema);
      lines.push(...(order?.lineItems.nodes ?? []));
      after = order ? nextOf(order.lineItems.pageInfo) : null;
    }
    return shopOrderOf(node, lines);
  }

  return {
    async changed(shop: ShopSession, since: Date, cursor: string | null): Promise<ShopPage<ShopOrder>> {
      const { orders } = await graphql.call(
        shop,
        'OrdersChangedSince',
        { search: changedSince(since), after: cursor },
        pageSchema,
      );
      const items: ShopOrder[] = [];
      for (const node of orders.nodes) items.push(await whole(shop, node));
      return { items, next: nextOf(orders.pageInfo) };
    },
    async one(shop: ShopSession, externalId: string): Promise<ShopOrder | null> {
      const { order } = await graphql.call(shop, 'OrderFull', { id: gid('Order', externalId) }, oneSchema);
      return order && whole(shop, order);
    },
    async count(shop: ShopSession, since: Date): Promise<number> {
      const { ordersCount } = await graphql.call(shop, 'OrdersCount', { search: changedSince(since) }, countSchema);
      return ordersCount?.count ?? 0;
    },
  };
}
