import type { FulfilmentStep } from '#contract/order-actions.ts';
import type { LineQuote } from '#contract/order-lacks.ts';
import type { ChannelLimits, Recipient } from './parcel-blocks.ts';
import type { Drift } from '#contract/mappings.ts';
import type { FreightFormula, Weighing } from '#contract/shipping.ts';
import type { CarrierDemands } from '#contract/address-rules.ts';

export type OrderRow = {
  id: string;
  name: string;
  store_id: string;
  store_name: string;
  placed_at: Date;
  cancelled_at: Date | null;
  cancelled_by_us_at: Date | null;
  fulfilment_step: FulfilmentStep | null;
  financial_status: string;
  fulfillment_status: string;
  payment: string;
  stage: string;
  held: boolean;
  risk: string | null;
  risk_accepted: string | null;
  blocked: boolean;
  needs_merchant: boolean;
  needs_provider: boolean;
  country: string | null;
  channel_id: string | null;
  cost_goods: number | null;
  cost_freight: number | null;
  cost_fees: number | null;
  cost_total: number | null;
  cost_own_stock: number | null;
  cost_currency: string | null;
  weight_g: number | null;
  ready_days: number | null;
  days_min: number | null;
  days_max: number | null;
  chosen_channel_id: string | null;
  /** That the shop names since the address was corrected or paid for. */
  later_country: string | null;
  closed_at: Date | null;
  /** When a cancellation or refund that was asked for is answered; null without an open one. */
  cancel_due: Date | null;
  /** The quote that it is a sample of. */
  quote_id: string | null;
  recipient: Recipient | null;
  /** An earlier order of the same buyer, address and goods, unless the merchant said that both are wanted. */
  duplicate: { id: string; name: string } | null;
  block_codes: string[];
  parcels: { delivered: boolean }[];
  /** Of a part: the order that it was split from. */
  split_from: string | null;
  /** Orders of the shop that some of its units came from, beside its own. */
  origins: OriginRow[];
  /** We have sent something of the order that it is, or is a part of. */
  family_shipped: boolean;
};

export type LineRow = {
  order_id: string;
  id: string;
  title: string;
  quantity: number;
  current_quantity: number;
  shipped_quantity: number;
  paid_quantity: number;
  cancelled_quantity: number;
  moved_quantity: number;
  dropped_quantity: number;
  replaced_quantity: number;
  requires_shipping: boolean;
  not_ours: boolean;
  unit_cost: number | null;
  line_mapping_version: number | null;
  variant_id: string | null;
  mapping_state: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours' | null;
  mapping_version: number | null;
  /** Rule of the version that counts for the order's country and day; 0 where none does. */
  mapping_rule: number;
  line_mapping_rule: number;
  drift: Drift[];
  product_id: string | null;
  /** The open request for its product. */
  quote: LineQuote | null;
};

export type ComponentRow = {
  variant_id: string;
  version: number;
  rule: number;
  sku_id: string;
  code: string;
  title: string;
  weight_g: number;
  volume_mm3: number;
  lead_days: number;
  flags: string[];
  /** Customs can be told what it is. */
  declared: boolean;
  quantity: number;
};

export type Recipe = { variant_id: string | null; version: number | null; rule: number };

/** Names the recipe that a line follows. */
export const recipeKey = ({ variant_id, version, rule }: Recipe) => `${variant_id}:${version}:${rule}`;

export type PriceRow = {
  /** Null for a quote's. */
  id: string | null;
  sku_id: string;
  destination: string;
  channel_id: string;
  channel: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  weighing: Weighing;
  days_min: number;
  days_max: number;
};

/** A price with what its channel asks for and takes to the destination now. */
export type OfferRow = PriceRow & { carrier: CarrierDemands; limits: ChannelLimits };

export type AwaitedRow = {
  id: string;
  number: string;
  sku_id: string;
  sku: string;
  destination: string;
  channel: string;
  from: number;
  to: number;
  currency: string;
};

export type OriginRow = {
  financial_status: string;
  fulfillment_status: string;
  unaccepted_risk: string | null;
  family_shipped: boolean;
};

/** What an order gets. */
export type ReservedStock = {
  /** Pieces of the client's own stock by `pieceKey`: they are paid for already. */
  own: ReadonlyMap<string, number>;
  /** SKUs that the store wants from own stock alone, and that are short. */
  short: { code: string; wanted: number; available: number }[];
};
