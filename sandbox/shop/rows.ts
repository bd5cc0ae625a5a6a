/** The rows of the sandbox's shops as PostgreSQL hands them out: bigint ids as text, money in minor units, times as Date. */

import type { Tax } from './taxes.ts';

export type ShopPlan = 'standard' | 'advanced' | 'plus';

export type ShopRow = {
  id: string;
  domain: string;
  name: string;
  email: string;
  currency: string;
  plan: ShopPlan;
  country: string;
  province: string | null;
  timezone: string;
  next_number: number;
  /** `customer_data: false` hides protected customer data as for an unapproved app (shopify.md §1.8). */
  settings: {
    customer_data?: boolean;
    /** On orders that say nothing of their own. */
    tax?: Tax | null;
  };
  created_at: Date;
};

export type LocationRow = {
  id: string;
  shop_id: string;
  name: string;
  active: boolean;
  is_primary: boolean;
  country: string;
  province: string | null;
  city: string;
  service_id: string | null;
  service_handle: string | null;
  callback_url: string | null;
};

export type ProductOption = { id: string; name: string; values: { id: string; name: string }[] };
/** What a picture shows, and which of the scenes is around it. */
export type Picture = { motif?: string; scene?: number };
export type ProductMedia = { id: string; source: string; alt: string | null };
export type ProductStatus = 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED';

export type ProductRow = {
  id: string;
  shop_id: string;
  title: string;
  handle: string;
  status: ProductStatus;
  vendor: string;
  product_type: string;
  tags: string[];
  description: string;
  options: ProductOption[];
  picture: Picture;
  media: ProductMedia[];
  published: boolean;
  created_at: Date;
  updated_at: Date;
};

export type VariantRow = {
  id: string;
  shop_id: string;
  product_id: string;
  item_id: string;
  title: string;
  sku: string;
  barcode: string | null;
  price: number;
  compare_at: number | null;
  cost: number | null;
  position: number;
  policy: string;
  options: { name: string; value: string }[];
  tracked: boolean;
  requires_shipping: boolean;
  grams: number;
  /** Its own pictures, beside the product's. */
  media: ProductMedia[];
  created_at: Date;
  updated_at: Date;
  /** Sum over all locations; joined in by the queries that need it. */
  quantity: number;
};

export type FinancialStatus =
  | 'AUTHORIZED'
  | 'EXPIRED'
  | 'PAID'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'VOIDED';

export type Address = {
  first_name?: string;
  last_name?: string;
  company?: string | null;
  address1?: string;
  address2?: string | null;
  city?: string;
  province?: string | null;
  province_code?: string | null;
  zip?: string | null;
  country_code?: string;
  phone?: string | null;
};

export type Attribute = { key: string; value: string };

export type Refund = {
  id: string;
  created_at: string;
  note: string | null;
  amount: number;
  lines: { line_id: string; quantity: number }[];
};

export type OrderData = {
  address: Address | null;
  note: string | null;
  attributes: Attribute[];
  source_name: string;
  shipping_title: string;
  cancel_reason: string | null;
  staff_note: string | null;
  risk: 'ACCEPT' | 'CANCEL' | 'INVESTIGATE' | 'NONE';
  tax?: Tax | null;
  refunds: Refund[];
};

export type OrderRow = {
  id: string;
  shop_id: string;
  number: number;
  name: string;
  created_at: Date;
  processed_at: Date;
  updated_at: Date;
  cancelled_at: Date | null;
  closed_at: Date | null;
  financial_status: FinancialStatus;
  fulfillment_status: string;
  email: string | null;
  phone: string | null;
  test: boolean;
  edited: boolean;
  tags: string[];
  currency: string;
  total: number;
  current_total: number;
  tax: number;
  current_tax: number;
  shipping: number;
  data: OrderData;
};

export type LineRow = {
  id: string;
  order_id: string;
  shop_id: string;
  position: number;
  product_id: string | null;
  variant_id: string | null;
  title: string;
  variant_title: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  current_quantity: number;
  fulfilled: number;
  requires_shipping: boolean;
  gift_card: boolean;
  grams: number;
  price: number;
  discount: number;
  attributes: Attribute[];
};

export type FulfillmentOrderRow = {
  id: string;
  shop_id: string;
  order_id: string;
  location_id: string;
  status: 'OPEN' | 'IN_PROGRESS' | 'SCHEDULED' | 'ON_HOLD' | 'INCOMPLETE' | 'CLOSED' | 'CANCELLED';
  request_status: string;
  routed_at: Date;
  created_at: Date;
  updated_at: Date;
};

export type FulfillmentOrderLineRow = {
  id: string;
  fulfillment_order_id: string;
  line_id: string;
  total: number;
  remaining: number;
};

export type HoldRow = {
  id: string;
  fulfillment_order_id: string;
  reason: string;
  notes: string | null;
  handle: string;
  by_app: boolean;
};

export type Tracking = { company: string | null; numbers: string[]; urls: string[] };
export type FulfillmentLine = { id: string; line_id: string; fulfillment_order_line_id: string; quantity: number };

export type FulfillmentRow = {
  id: string;
  shop_id: string;
  order_id: string;
  location_id: string;
  name: string;
  status: 'SUCCESS' | 'CANCELLED';
  display_status: string;
  tracking: Tracking;
  notify: boolean;
  message: string | null;
  by_app: boolean;
  lines: FulfillmentLine[];
  created_at: Date;
  updated_at: Date;
};

export type SubscriptionRow = {
  id: string;
  shop_id: string;
  topic: string;
  uri: string;
  format: string;
  filter: string | null;
  include_fields: string[];
  name: string | null;
  api_version: string;
  failures: number;
  created_at: Date;
  updated_at: Date;
};

export type DeliveryAnswer = { at: string; status: number | null; ms: number; error: string | null };

export type DeliveryRow = {
  id: string;
  shop_id: string;
  subscription_id: string | null;
  topic: string;
  uri: string;
  webhook_id: string;
  event_id: string;
  name: string | null;
  api_version: string;
  body: string;
  triggered_at: Date;
  state: 'pending' | 'sending' | 'delivered' | 'failed' | 'lost';
  next_at: Date;
  attempts: number;
  fault: string | null;
  held: boolean;
  answers: DeliveryAnswer[];
};
