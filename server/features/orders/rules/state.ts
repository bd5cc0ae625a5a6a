import type { BlockCode, Stage } from '#contract/orders.ts';
import { blockOwners } from '#contract/orders.ts';
import { isPaidEnough, isRiskHeld, type StoreSettings } from '#contract/store-rules.ts';
import type { FulfilmentStep } from '#contract/order-acts.ts';
import type { Recipient } from './address.ts';
import type { OverGuard } from './price-limit.ts';
import { anyParcel, parcelBlocks, type ParcelFacts } from './parcel-blocks.ts';
import { addedQuantity, openQuantity, removedQuantity } from './units.ts';
import type { Pricing } from '#server/features/shipping/index.ts';

export type LineFacts = {
  quantity: number;
  current_quantity: number;
  shipped_quantity: number;
  paid_quantity: number;
  cancelled_quantity: number;
  moved_quantity: number;
  replaced_quantity: number;
  requires_shipping: boolean;
  /** Of the linked variant; null while the line is linked to none. */
  mapping: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours' | null;
  /** What is not as it was when the mapping was confirmed, for the block that it leads to. */
  changes: readonly Record<string, unknown>[];
  /** The line's product has a quote that is still open. */
  quoting: boolean;
  /** One of the line's SKUs has no price to the destination. */
  unpriced: boolean;
};

/** All that an order's state depends on: nothing of its past but what is recorded in rows. */
export type OrderFacts = {
  /** By the shop. */
  cancelled: boolean;
  /** Here: what had not left then never does. */
  cancelled_by_us: boolean;
  /** It is a part of another order. */
  part: boolean;
  /** How far the warehouse is. */
  fulfilment_step: FulfilmentStep | null;
  financial_status: string;
  fulfillment_status: string;
  payment: string;
  held: boolean;
  recipient: Recipient | null;
  lines: LineFacts[];
  pricing: Pricing | null;
  /** Whether the SKUs without a price have one to some other country. */
  priced_elsewhere: boolean;
  parcels: { delivered: boolean }[];
  /** SKUs that the store wants from own stock alone, and that are short. */
  short: { code: string; wanted: number; available: number }[];
  /** The store's settings that stop orders. */
  rules: Pick<StoreSettings, 'pay_when' | 'risk_hold'>;
  risk: string | null;
  /** The risk that the merchant has accepted. */
  risk_accepted: string | null;
  over_guard: OverGuard | null;
  /** Prices of its goods that ended before the merchant decided on the next ones. */
  awaited: readonly AwaitedPrice[];
  /** Its time for claims is over. */
  closed?: boolean;
  /** Where it goes, and the other country that the shop names since it was paid. */
  country?: string | null;
  moved?: string | null;
  /** What the shop added after it was paid, as a part of its own. */
  addition?: AddedPart | null;
  /** What decides whether its parcel may go; nothing stands in its way when absent. */
  parcel?: ParcelFacts;
};

/** A part that came after the payment, as its block tells it. */
export type AddedPart = { cost: { total: number; currency: string } | null; reason: BlockCode | null };

/** A proposed price as its block tells it: what one delivered piece costs before and after. */
export type AwaitedPrice = {
  id: string;
  number: string;
  sku: string;
  channel: string;
  from: number;
  to: number;
  currency: string;
};

export type Block = { code: BlockCode; owner: 'merchant' | 'provider'; detail: Record<string, unknown> };
export type OrderState = { stage: Stage; blocks: Block[]; payable: boolean };

/** So many changes are told with an order; the product has them all. */
const namedChanges = 10;
const paidStates = new Set(['paid', 'partly_refunded', 'refunded']);
/** What the buyer paid the shop is gone, or never came. */
export const storeLost: ReadonlySet<string> = new Set(['voided', 'refunded', 'expired']);

const block = (code: BlockCode, detail: Record<string, unknown> = {}): Block => ({
  code,
  owner: blockOwners[code],
  detail,
});

/** Whether the line is ours to send: foreign and immaterial lines are ignored and never billed (domain.md §3.2). */
export const isOwn = (line: Pick<LineFacts, 'requires_shipping' | 'mapping'>): boolean =>
  line.requires_shipping && line.mapping !== 'not_ours';

/** Stage and blocks of an order, from its lines, prices, payment and parcels; the only place that decides them (P8). */
export function deriveOrder(facts: OrderFacts): OrderState {
  return paidStates.has(facts.payment) ? derivePaid(facts) : deriveUnpaid(facts);
}

function derivePaid(facts: OrderFacts): OrderState {
  const open = facts.lines.reduce((sum, line) => sum + openQuantity(line), 0);
  const shipped = facts.lines.reduce((sum, line) => sum + Math.min(line.shipped_quantity, line.paid_quantity), 0);
  const removed = facts.lines.reduce((sum, line) => sum + removedQuantity(line), 0);
  const added = facts.cancelled_by_us
    ? 0
    : facts.lines.reduce((sum, line) => sum + (isOwn(line) ? addedQuantity(line) : 0), 0);
  const cancelled = facts.lines.reduce((sum, line) => sum + line.cancelled_quantity, 0);
  const replaced = facts.lines.reduce((sum, line) => sum + line.replaced_quantity, 0);
  // Nothing left from here and nothing will: replacements send it, or it was given back.
  if (shipped === 0 && open === 0 && added === 0 && removed === 0 && replaced + cancelled > 0) {
    const stage = replaced > 0 && !facts.cancelled_by_us ? 'closed' : 'cancelled';
    return { stage, blocks: [], payable: false };
  }
  const blocks = paidBlocks(facts, { removed, added, open, shipped });
  const delivered = facts.parcels.length > 0 && facts.parcels.every((parcel) => parcel.delivered);
  if (shipped === 0)
    return { stage: facts.fulfilment_step === 'packed' ? 'ready_to_ship' : 'processing', blocks, payable: false };
  if (open > 0) return { stage: 'partially_shipped', blocks, payable: false };
  const arrived = facts.closed ? 'closed' : 'delivered';
  return { stage: delivered ? arrived : 'shipped', blocks, payable: false };
}

type Counts = { removed: number; added: number; open: number; shipped: number };

/** What stops a paid order, or wants a word of its merchant. */
function paidBlocks(facts: OrderFacts, { removed, added, open, shipped }: Counts): Block[] {
  const blocks: Block[] = [];
  if (removed > 0 || added > 0)
    blocks.push(block('CHANGED_AFTER_PAYMENT', { removed, added, ...partOf(facts.addition ?? null) }));
  if (open > 0 && facts.fulfillment_status === 'on_hold') blocks.push(block('STORE_HOLD'));
  if (open > 0 && facts.fulfillment_status === 'fulfilled') blocks.push(block('MARKED_FULFILLED_IN_STORE'));
  if (open > 0 && shipped === 0 && facts.fulfilment_step !== 'packed' && facts.moved)
    blocks.push(block('COUNTRY_CHANGED', { from: facts.country, to: facts.moved }));
  return blocks;
}

/** What an added part costs, and whether it can be paid. */
function partOf(addition: AddedPart | null): Record<string, unknown> {
  if (!addition) return {};
  const { cost, reason } = addition;
  return { payable: cost !== null && reason === null, why: reason, total: cost?.total, currency: cost?.currency };
}

function deriveUnpaid(facts: OrderFacts): OrderState {
  const ended = endedStage(facts);
  if (ended) return { stage: ended, blocks: [], payable: false };
  if (facts.payment === 'paying' || facts.payment === 'invoiced')
    return { stage: 'paying', blocks: [], payable: false };
  const own = facts.lines.filter((line) => isOwn(line) && line.current_quantity > 0);
  const waiting = own.filter((line) => line.mapping !== 'mapped' || line.unpriced);
  const quoting = waiting.length > 0 && waiting.every((line) => line.quoting);
  const blocks = [...(quoting ? [] : goodsBlocks(facts, own)), ...orderBlocks(facts)];
  if (quoting) return { stage: 'quoting', blocks, payable: false };
  const payable = blocks.length === 0 && !facts.held && facts.pricing?.kind === 'priced';
  return { stage: payable ? 'awaiting_payment' : 'imported', blocks, payable };
}

/** Where an order ends that was never paid to us: cancelled, sent with another or by somebody else, or nothing in it is ours. */
function endedStage(facts: OrderFacts): Stage | null {
  const left = facts.lines.filter((line) => line.current_quantity > 0);
  if (facts.cancelled || facts.cancelled_by_us || storeLost.has(facts.financial_status)) return 'cancelled';
  if (!left.some(isOwn) && sentElsewhere(facts)) return 'merged';
  if (left.length === 0) return 'cancelled';
  if (facts.fulfillment_status === 'fulfilled' || facts.fulfillment_status === 'restocked') return 'closed';
  return left.some(isOwn) ? null : 'closed';
}

/** Its units went to other orders, or back to the one that it was a part of. */
function sentElsewhere({ part, lines }: OrderFacts): boolean {
  return lines.some((line) => line.moved_quantity > 0) || (part && lines.every((line) => line.quantity === 0));
}

/** What keeps own lines from having a price. */
function goodsBlocks(facts: OrderFacts, own: readonly LineFacts[]): Block[] {
  const blocks: Block[] = [];
  const unmapped = own.filter(
    (line) => line.mapping === null || line.mapping === 'unmapped' || line.mapping === 'suggested',
  );
  const changed = own.filter((line) => line.mapping === 'needs_review');
  if (unmapped.length > 0) blocks.push(block('UNMAPPED_VARIANT', { lines: unmapped.length }));
  if (changed.length > 0) {
    const changes = changed.flatMap((line) => line.changes).slice(0, namedChanges);
    blocks.push(block('MAPPING_CHANGED', { lines: changed.length, changes }));
  }
  if (blocks.length > 0 || facts.awaited.length > 0 || facts.pricing?.kind === 'priced') return blocks;
  // Without a country there is nothing to price; the address block says so.
  if (!facts.recipient?.country) return blocks;
  const everywhereUnknown =
    facts.pricing?.kind === 'unpriced' && facts.pricing.sku_ids.length > 0 && !facts.priced_elsewhere;
  return [block(everywhereUnknown ? 'NO_PRICE' : 'COUNTRY_NOT_SERVED', { country: facts.recipient.country })];
}

function awaitedBlock(awaited: readonly AwaitedPrice[]): Block {
  const changes = awaited.map(({ id, number, sku, channel, from, to, currency }) => ({
    id,
    number,
    sku,
    channel,
    from,
    to,
    currency,
  }));
  return block('PRICE_APPROVAL', { changes: changes.slice(0, namedChanges), more: changes.length > namedChanges });
}

/** What keeps the order as a whole from going on, whatever its lines cost. */
function orderBlocks(facts: OrderFacts): Block[] {
  const blocks: Block[] = [];
  for (const { code, detail } of parcelBlocks(facts.recipient, facts.parcel ?? anyParcel))
    blocks.push(block(code, detail));
  if (!isPaidEnough(facts.rules, facts.financial_status))
    blocks.push(block('STORE_UNPAID', { financial_status: facts.financial_status }));
  if (facts.fulfillment_status === 'on_hold') blocks.push(block('STORE_HOLD'));
  if (facts.short.length > 0) blocks.push(block('OUT_OF_STOCK', { skus: facts.short }));
  if (isRiskHeld(facts.rules, facts.risk) && facts.risk_accepted !== facts.risk)
    blocks.push(block('HIGH_RISK', { risk: facts.risk }));
  if (facts.awaited.length > 0) blocks.push(awaitedBlock(facts.awaited));
  if (facts.over_guard) blocks.push(block('PRICE_GUARD', { ...facts.over_guard }));
  // Somebody else has sent a part, and the shop does not say which: nothing is sent twice on a guess.
  if (facts.fulfillment_status === 'partial') blocks.push(block('MARKED_FULFILLED_IN_STORE'));
  return blocks;
}
