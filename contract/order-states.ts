/** Tabs of the order list: named filters that may overlap. */
export const orderTabs = [
  'all',
  'action_needed',
  'quoting',
  'to_pay',
  'processing',
  'shipped',
  'delivered',
  'on_hold',
  'watch',
  'claims',
  'cancelled',
] as const;
export type OrderTab = (typeof orderTabs)[number];
export const paymentStates = ['none', 'invoiced', 'paying', 'paid', 'partly_refunded', 'refunded'] as const;
export const financialStatuses = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const;
export const fulfillmentStatuses = ['unfulfilled', 'partial', 'fulfilled', 'on_hold', 'restocked'] as const;

/** Reasons that block an order, each with who must act (domain.md §3.5). */
export const blockOwners = {
  UNMAPPED_VARIANT: 'merchant',
  MAPPING_CHANGED: 'merchant',
  NO_PRICE: 'provider',
  COUNTRY_NOT_SERVED: 'provider',
  ADDRESS_INCOMPLETE: 'merchant',
  ADDRESS_NOT_DELIVERABLE: 'merchant',
  PHONE_REQUIRED: 'merchant',
  TAX_ID_REQUIRED: 'merchant',
  CHANNEL_RESTRICTION: 'merchant',
  CUSTOMS_DATA_MISSING: 'provider',
  DUPLICATE_SUSPECT: 'merchant',
  STORE_UNPAID: 'merchant',
  STORE_HOLD: 'merchant',
  HIGH_RISK: 'merchant',
  PRICE_APPROVAL: 'merchant',
  PRICE_GUARD: 'merchant',
  MARKED_FULFILLED_IN_STORE: 'merchant',
  OUT_OF_STOCK: 'merchant',
  CHANGED_AFTER_PAYMENT: 'merchant',
  COUNTRY_CHANGED: 'merchant',
} as const;
export type BlockCode = keyof typeof blockOwners;
/** Every reason, as lists and filters offer them. */
export const blockCodes = Object.keys(blockOwners) as [BlockCode, ...BlockCode[]]; // the table is not empty

export const cancelStatuses = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

export const cancelUnits = ['open', 'removed'] as const;

/** How an order shares units with another one, as seen from the other: a part of the same, or what it takes in or is taken in by. */
export const kinships = ['part', 'taken_in', 'sent_with'] as const;
