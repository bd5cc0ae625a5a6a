/** Tabs of the order list: named filters that may overlap. */
export const orderTabs = [
  'all',
  'action_needed',
  'quoting',
  'waiting_for_us',
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
/** What keeps an order out of sums of sales. */
export const unknownFigures = ['cost', 'rate'] as const;
export type UnknownFigure = (typeof unknownFigures)[number];
/** Whether an open request asks for the approval of an order’s payment. */
export const orderApprovals = ['requested', 'none'] as const;
export type OrderApproval = (typeof orderApprovals)[number];
/** How much of an order the store paid back to its buyer, as the store calls it. */
export const buyerRefunds = ['any', 'full', 'partial'] as const;
export type BuyerRefund = (typeof buyerRefunds)[number];

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

/** Who has to act next. */
export type Turn = 'merchant' | 'provider';

/**
 * How a turn looks to each side, and the tab that counts its orders: the chips of blocks, the list’s tabs and the dashboard read it
 * here (P48). One’s own turn is amber; the client sees that the provider is at work, staff that nothing is theirs to do.
 */
export const turns = {
  merchant: { tone: { merchant: 'amber', provider: 'grey' }, tab: 'action_needed' },
  provider: { tone: { merchant: 'blue', provider: 'amber' }, tab: 'waiting_for_us' },
} as const satisfies Record<Turn, { tone: Record<Turn, string>; tab: OrderTab }>;

/** Of the blocks of an order the one that says most to a side: the first that it has to act on. */
export const tellingBlock = <Block extends { owner: Turn }>(
  blocks: readonly Block[],
  viewer: Turn,
): Block | undefined => blocks.find(({ owner }) => owner === viewer) ?? blocks[0];

/** Stages in which blocks are counted. */
export const blockableStages = [
  'imported',
  'quoting',
  'awaiting_payment',
  'processing',
  'ready_to_ship',
  'partially_shipped',
] as const;

/** What takes a block away; the page of an order has an action, or a way, for each. */
export const blockFixes = [
  'map',
  'review_mapping',
  'quote',
  'address',
  'channel',
  'customs',
  'compare',
  'store_settings',
  'store_hold',
  'confirm',
  'price_change',
  'store_fulfillment',
  'paid_change',
  'country',
] as const;
export type BlockFix = (typeof blockFixes)[number];

/**
 * The one table of the reasons that block an order: whose turn it is, and what takes each away. `quote` is the client’s turn
 * until an open request covers what lacks a price, then ours until it is answered, then theirs again. What is ours has a time.
 */
export const orderBlocks = {
  UNMAPPED_VARIANT: { turn: 'merchant', fix: 'map' },
  MAPPING_CHANGED: { turn: 'merchant', fix: 'review_mapping' },
  NO_PRICE: { turn: 'quote', fix: 'quote' },
  COUNTRY_NOT_SERVED: { turn: 'quote', fix: 'quote' },
  ADDRESS_INCOMPLETE: { turn: 'merchant', fix: 'address' },
  ADDRESS_NOT_DELIVERABLE: { turn: 'merchant', fix: 'address' },
  PHONE_REQUIRED: { turn: 'merchant', fix: 'address' },
  TAX_ID_REQUIRED: { turn: 'merchant', fix: 'address' },
  CHANNEL_RESTRICTION: { turn: 'merchant', fix: 'channel' },
  CUSTOMS_DATA_MISSING: { turn: 'provider', fix: 'customs' },
  DUPLICATE_SUSPECT: { turn: 'merchant', fix: 'compare' },
  STORE_UNPAID: { turn: 'merchant', fix: 'store_settings' },
  STORE_HOLD: { turn: 'merchant', fix: 'store_hold' },
  HIGH_RISK: { turn: 'merchant', fix: 'confirm' },
  PRICE_APPROVAL: { turn: 'merchant', fix: 'price_change' },
  PRICE_GUARD: { turn: 'merchant', fix: 'confirm' },
  MARKED_FULFILLED_IN_STORE: { turn: 'merchant', fix: 'store_fulfillment' },
  OUT_OF_STOCK: { turn: 'merchant', fix: 'store_settings' },
  CHANGED_AFTER_PAYMENT: { turn: 'merchant', fix: 'paid_change' },
  COUNTRY_CHANGED: { turn: 'merchant', fix: 'country' },
} as const satisfies Record<string, { turn: Turn | 'quote'; fix: BlockFix }>;
export type BlockCode = keyof typeof orderBlocks;
/** Every reason, as lists and filters offer them. */
export const blockCodes = Object.keys(orderBlocks) as [BlockCode, ...BlockCode[]]; // the table is not empty

/** Reasons that a line has no mapping that counts: none yet, or one that no longer fits its variant. */
export const mappingBlocks = ['UNMAPPED_VARIANT', 'MAPPING_CHANGED'] as const satisfies readonly BlockCode[];

export const cancelStatuses = ['open', 'accepted', 'rejected', 'withdrawn'] as const;

export const cancelUnits = ['open', 'removed'] as const;

/** How an order shares units with another one, as seen from the other: a part of the same, or what it takes in or is taken in by. */
export const kinships = ['part', 'taken_in', 'sent_with'] as const;
