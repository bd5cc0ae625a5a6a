import type { Capabilities } from '#contract/store-capabilities.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** One shape for every shop platform (P9): what a connector reads and writes, whatever the shop speaks. */
export type Platform = 'shopify' | 'file' | 'woocommerce';

export type ShopAddress = {
  name: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  province: string | null;
  province_code: string | null;
  zip: string | null;
  country: string | null; // ISO 3166-1 alpha-2
  phone: string | null;
};

export type ShopOrderLine = {
  external_id: string;
  external_variant_id: string | null;
  title: string;
  variant_title: string | null;
  sku: string;
  /** As ordered; `current_quantity` is what is left after edits, removals and refunds. */
  quantity: number;
  current_quantity: number;
  unit_price: number | null; // minor units of the order's currency
  requires_shipping: boolean;
  image_url: string | null;
};

export type ShopOrder = {
  external_id: string;
  name: string;
  placed_at: Date;
  /** A file without a column of dates: `placed_at` is when it was read, and tells nothing about which order it is. */
  undated?: true;
  updated_at: Date;
  cancelled_at: Date | null;
  financial_status:
    | 'pending'
    | 'authorized'
    | 'partially_paid'
    | 'paid'
    | 'partially_refunded'
    | 'refunded'
    | 'voided'
    | 'expired';
  fulfillment_status: 'unfulfilled' | 'partial' | 'fulfilled' | 'on_hold' | 'restocked';
  test: boolean;
  risk: string | null;
  tags: string[];
  currency: string;
  total: number; // minor units
  /** Of the total, the tax that the store owes to others, after refunds; null where it is not told. */
  tax: number | null;
  /** Whether the prices of the lines contain it. */
  taxes_included: boolean;
  /** What was paid back to the buyer, with its tax and shipping; null where it is not told. */
  refunded: number | null;
  presentment_currency: string | null;
  presentment_total: number | null;
  email: string | null;
  note: string | null;
  /** null when the order needs no shipping or the shop may not tell us (shopify.md §1.8). */
  address: ShopAddress | null;
  lines: ShopOrderLine[];
};

export type ShopVariant = {
  external_id: string;
  title: string;
  sku: string;
  barcode: string | null;
  options: { name: string; value: string }[];
  price: number | null; // minor units of the shop's currency
  compare_at: number | null;
  weight_g: number | null;
  inventory_item_id: string | null;
  requires_shipping: boolean;
  position: number;
  /** The variant's own picture, where the shop has one beside the product's. */
  image_url?: string | null;
};

export type ShopProduct = {
  external_id: string;
  title: string;
  handle: string | null;
  status: 'active' | 'draft' | 'archived' | 'unlisted';
  vendor: string | null;
  product_type: string | null;
  tags: string[];
  url: string | null;
  image_url: string | null;
  created_at: Date | null;
  updated_at: Date;
  variants: ShopVariant[];
};

export type ShopIdentity = {
  name: string;
  currency: string;
  time_zone: string | null;
  plan: string | null;
  scopes: string[];
};

/** One order of a shop's list, for comparing what is there and since when it is as it is. */
export type OrderMark = Pick<ShopOrder, 'external_id' | 'placed_at' | 'updated_at'>;

/** What two readings of one order must agree on: its state, its quantities, where it goes. */
export type OrderFacts = OrderMark &
  Pick<ShopOrder, 'name' | 'cancelled_at' | 'financial_status' | 'fulfillment_status' | 'test' | 'address'> & {
    lines: Pick<ShopOrderLine, 'external_id' | 'current_quantity'>[];
  };

export type TimeRange = { from: Date; to: Date };

/**
 * Reads all orders placed within a range, page by page, oldest first; an order may come twice. Nobody waits for it: it
 * stands back for everything else that is asked of the shop.
 */
export type OrderCensus = {
  marks(shop: ShopSession, range: TimeRange): AsyncIterable<OrderMark[]>;
  facts(shop: ShopSession, range: TimeRange): AsyncIterable<OrderFacts[]>;
};

/** A product that is to be made at a shop. `handle` is ours alone: by it the product is found again. */
export type ProductDraft = {
  handle: string;
  title: string;
  /** Paragraphs of plain text. */
  description: string;
  status: 'active' | 'draft';
  currency: string;
  /** Names of the options; each variant has a value for each. */
  options: string[];
  variants: { sku: string; values: string[]; price: number; cost: number | null; weight_g: number }[];
  /** Addresses that the shop fetches. */
  pictures: string[];
};

/** Makes products at shops. A call that broke off may have made it: look with `find` before making it again. */
export type ProductPublisher = {
  find(shop: ShopSession, handle: string): Promise<ShopProduct | null>;
  make(shop: ShopSession, draft: ProductDraft): Promise<ShopProduct>;
};

/** A page of a shop's list; `next` is null on the last one. */
export type ShopPage<T> = { items: T[]; next: string | null };

/** A parcel as it is reported to the shop: quantities per line of the shop's order. */
export type ShopShipment = {
  order_external_id: string;
  carrier: string;
  tracking_number: string;
  tracking_url: string | null;
  notify_buyer: boolean;
  lines: { line_external_id: string; quantity: number }[];
};

/** What the shop made of a shipment: one fulfilment per fulfilment order. */
export type ShopFulfillment = { fulfillment_order_id: string; external_id: string; tracking_number: string | null };

/** The share of a shipment that one fulfilment order of the shop takes; line ids are the shop's work lines. */
export type ShipmentPart = { fulfillment_order_id: string; lines: { work_line_id: string; quantity: number }[] };

/** What there is to do at the shop for a shipment, read just before doing it. */
export type ShipmentPlan = {
  /** Fulfilments that carry one of the asked tracking numbers already. */
  made: ShopFulfillment[];
  parts: ShipmentPart[];
  /** Pieces that no open fulfilment order takes, and why. */
  missing: number;
  reason: 'none' | 'not_routed' | 'on_hold' | 'nothing_left';
};

/** Whether the shop reports a topic; `elsewhere`: it notifies an address that is no longer ours. */
export type ShopSubscription = { topic: string; state: 'active' | 'missing' | 'elsewhere' };

/** Access to one store's shop; the tokens are the connector's own business. */
export type ShopSession = { account_id: string; store_id: string; domain: string };

/** Failures a caller must tell apart; everything else is retried by the queue. */
export class ShopError extends Error {
  readonly reason: 'needs_reauth' | 'suspended' | 'gone' | 'throttled' | 'unreachable' | 'refused';
  /** Milliseconds to wait before trying again, for `throttled`. */
  readonly retryAfterMs: number | undefined;
  constructor(reason: ShopError['reason'], message: string, retryAfterMs?: number) {
    super(message);
    this.name = 'ShopError';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A shop platform. Each method throws `ShopError`. */
export type Connector = {
  platform: Platform;
  capabilities: Capabilities;
  identity(shop: ShopSession): Promise<ShopIdentity>;
  /** Orders changed at or after `since`, oldest change first. */
  changedOrders(shop: ShopSession, since: Date, cursor: string | null): Promise<ShopPage<ShopOrder>>;
  order(shop: ShopSession, externalId: string): Promise<ShopOrder | null>;
  /** How many orders changed since then: the length of an import, and whether a bulk read pays. */
  countOrders(shop: ShopSession, since: Date): Promise<number>;
  /** All orders since then in one bulk read, handed over in batches; only where `bulk_reads` is true (shopify.md §2.5). */
  bulkOrders(shop: ShopSession, since: Date, onBatch: (orders: ShopOrder[]) => Promise<void>): Promise<void>;
  changedProducts(shop: ShopSession, since: Date | null, cursor: string | null): Promise<ShopPage<ShopProduct>>;
  product(shop: ShopSession, externalId: string): Promise<ShopProduct | null>;
  countProducts(shop: ShopSession, since: Date | null): Promise<number>;
  /**
   * Reads what a shipment still needs. Fulfilments with one of `numbers` are taken as made, so that an action which broke
   * off after the shop had done it is found again instead of being done twice (shopify.md §2.6).
   */
  planShipment(shop: ShopSession, shipment: ShopShipment, numbers: readonly string[]): Promise<ShipmentPlan>;
  /** Makes one fulfilment. Not safe to repeat without a new plan. */
  ship(shop: ShopSession, part: ShipmentPart, shipment: ShopShipment): Promise<ShopFulfillment>;
  updateTracking(
    shop: ShopSession,
    fulfillmentId: string,
    tracking: { carrier: string; tracking_number: string; tracking_url: string | null; notify_buyer: boolean },
  ): Promise<void>;
  /** Cancels the fulfilments of an order that carry none of our numbers; answers how many. Only where `cancels_fulfilments` is true. */
  cancelForeign?(shop: ShopSession, orderExternalId: string, ours: readonly string[]): Promise<number>;
  /** Releases the holds on what is left to send of an order; answers how many. Only where `releases_holds` is true. */
  releaseHolds?(shop: ShopSession, orderExternalId: string): Promise<number>;
  /** What the shop sends us of what we need, and to which address; empty for shops without webhooks. */
  subscriptions(shop: ShopSession, callbackUrl: string): Promise<ShopSubscription[]>;
  /** Makes the shop's webhook subscriptions what they should be. */
  subscribe(shop: ShopSession, callbackUrl: string): Promise<void>;
  /** Removes us from the shop, as far as it still answers. */
  disconnect(shop: ShopSession): Promise<void>;
};

/** Ways in which a shop refuses every call: it is closed, or it no longer accepts our access. */
export type RefusalKind = 'suspended' | 'needs_reauth';

/** Whether a call that failed this way may succeed later without anybody changing it. */
export const isTemporary = ({ reason }: ShopError): boolean => reason !== 'refused' && reason !== 'gone';

/** What a connector reports about a store's connection, whoever made the call. */
export type ShopStates = {
  /** Our access has certainly ended: takes effect at once. */
  needsReauth(shop: ShopSession, reason: Phrase): Promise<void>;
  /** The shop refused a call. Counted: one refusal alone changes nothing. */
  refused(shop: ShopSession, kind: RefusalKind, reason: Phrase): Promise<void>;
  /** The shop accepted a call: refusals before it no longer count. */
  accepted(shop: ShopSession): Promise<void>;
};
