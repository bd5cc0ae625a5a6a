import { lackingLine, type LackingLine, type LineQuote, turnOfLack } from '#contract/order-lacks.ts';
import { type BlockCode, orderBlocks, type Stage } from '#contract/orders.ts';
import { isPaidEnough, isRiskHeld, type StoreSettings } from '#contract/store-rules.ts';
import type { FulfilmentStep } from '#contract/order-actions.ts';
import { anyParcel, parcelBlocks, type ParcelFacts, type Recipient } from './parcel-blocks.ts';
import type { OverGuard } from './price-limit.ts';
import { addedQuantity, openQuantity, removedQuantity } from './units.ts';
import type { Pricing } from '#server/features/shipping/index.ts';

export type LineFacts = {
  id: string;
  title: string;
  product_id: string | null;
  variant_id: string | null;
  quantity: number;
  current_quantity: number;
  shipped_quantity: number;
  paid_quantity: number;
  cancelled_quantity: number;
  moved_quantity: number;
  dropped_quantity: number;
  replaced_quantity: number;
  requires_shipping: boolean;
  /** Of the linked variant; null while the line is linked to none. */
  mapping: 'unmapped' | 'suggested' | 'needs_review' | 'mapped' | 'not_ours' | null;
  /** What is not as it was when the mapping was confirmed, for the block that it leads to. */
  changes: readonly Record<string, unknown>[];
  /** The open request for the line's product. */
  quote: LineQuote | null;
  /** One of the line's SKUs has no price to the destination. */
  unpriced: boolean;
  /** No channel that serves the other lines has a price for this one. */
  off_channel: boolean;
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
  /** When a cancellation or refund that was asked for is answered. */
  cancel_due?: Date | null;
  /** What the shop added after it was paid, as a part of its own. */
  addition?: AddedPart | null;
  /** What decides whether its parcel may go; nothing stands in its way when absent. */
  parcel?: ParcelFacts;
};

/** A part that came after the payment, as its block tells it. */
export type AddedPart = {
  cost: { total: number; currency: string } | null;
  reason: BlockCode | null;
  lacking: readonly LackingLine[];
};

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

/** What is ours has the time by which it is done; null where that is still to be counted from now. */
export type Block = {
  code: BlockCode;
  owner: 'merchant' | 'provider';
  due_at: Date | null;
  detail: Record<string, unknown>;
};
export type OrderState = {
  stage: Stage;
  blocks: Block[];
  payable: boolean;
  /** Every line that lacks a price where the order goes. */
  lacking: readonly LackingLine[];
};

/** So many changes are told with an order; the product has them all. */
const namedChanges = 10;
const paidStates = new Set(['paid', 'partly_refunded', 'refunded']);
/** What the buyer paid the shop is gone, or never came. */
export const storeLost: ReadonlySet<string> = new Set(['voided', 'refunded', 'expired']);

const block = (code: BlockCode, detail: Record<string, unknown> = {}): Block => ({
  code,
  owner: orderBlocks[code].turn === 'provider' ? 'provider' : 'merchant',
  due_at: null,
  detail,
});

/** Whether the line is ours to send: foreign and immaterial lines are ignored and never billed (domain.md §3.2). */
export const isOwn = (line: Pick<LineFacts, 'requires_shipping' | 'mapping'>): boolean =>
  line.requires_shipping && line.mapping !== 'not_ours';

const still = (stage: Stage, blocks: Block[] = [], lacking: readonly LackingLine[] = []): OrderState => ({
  stage,
  blocks,
  payable: false,
  lacking,
});

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
    return still(stage);
  }
  const blocks = paidBlocks(facts, { removed, added, open, shipped });
  const lacking = facts.addition?.lacking ?? [];
  const delivered = facts.parcels.length > 0 && facts.parcels.every((parcel) => parcel.delivered);
  if (shipped === 0) return still(facts.fulfilment_step === 'packed' ? 'ready_to_ship' : 'processing', blocks, lacking);
  if (open > 0) return still('partially_shipped', blocks, lacking);
  const arrived = facts.closed ? 'closed' : 'delivered';
  return still(delivered ? arrived : 'shipped', blocks, lacking);
}

type Counts = { removed: number; added: number; open: number; shipped: number };

/** What stops a paid order, or wants a word of its merchant. */
function paidBlocks(facts: OrderFacts, { removed, added, open, shipped }: Counts): Block[] {
  const blocks: Block[] = [];
  if (removed > 0 || added > 0) blocks.push(changedBlock(facts, removed, added));
  if (open > 0 && facts.fulfillment_status === 'on_hold') blocks.push(block('STORE_HOLD'));
  if (open > 0 && facts.fulfillment_status === 'fulfilled') blocks.push(block('MARKED_FULFILLED_IN_STORE'));
  if (open > 0 && shipped === 0 && facts.fulfilment_step !== 'packed' && facts.moved)
    blocks.push(block('COUNTRY_CHANGED', { from: facts.country, to: facts.moved }));
  return blocks;
}

/**
 * What the shop changed, and what an added part costs; ours while nothing but the price of that part is missing, or while a
 * refund that was asked for is not answered.
 */
function changedBlock(facts: OrderFacts, removed: number, added: number): Block {
  const { addition, cancel_due } = facts;
  const asked = cancel_due ? ({ owner: 'provider', due_at: cancel_due } as const) : {};
  if (!addition) return { ...block('CHANGED_AFTER_PAYMENT', { removed, added }), ...asked };
  const { cost, reason, lacking } = addition;
  const part = { payable: cost !== null && reason === null, why: reason, total: cost?.total, currency: cost?.currency };
  if (lacking.length === 0) return { ...block('CHANGED_AFTER_PAYMENT', { removed, added, ...part }), ...asked };
  const turn = removed > 0 ? mine : turnFor(lacking);
  return {
    ...block('CHANGED_AFTER_PAYMENT', { removed, added, ...part, ...toldOf(facts.country, lacking) }),
    ...turn,
    ...asked,
  };
}

function deriveUnpaid(facts: OrderFacts): OrderState {
  const ended = endedStage(facts);
  if (ended) return still(ended);
  if (facts.payment === 'paying' || facts.payment === 'invoiced') return still('paying');
  const own = facts.lines.filter((line) => isOwn(line) && line.current_quantity > 0);
  const waiting = own.filter((line) => line.mapping !== 'mapped' || line.unpriced);
  const quoting = waiting.length > 0 && waiting.every(isCovered);
  const lacking = lackingOf(facts, own);
  const blocks = [...goodsBlocks(facts, own, lacking), ...wholeBlocks(facts)];
  const unmapped = own.filter((line) => unknown.has(line.mapping) && line.quote === null && line.product_id !== null);
  const lines = [...lacking, ...unmapped].map(toLacking);
  if (quoting) return { stage: 'quoting', blocks, payable: false, lacking: lines };
  const payable = blocks.length === 0 && !facts.held && facts.pricing?.kind === 'priced';
  return { stage: payable ? 'awaiting_payment' : 'imported', blocks, payable, lacking: lines };
}

/** Where an order ends that was never paid to us: cancelled, sent with another or by somebody else, or nothing in it is ours. */
function endedStage(facts: OrderFacts): Stage | null {
  const left = facts.lines.filter((line) => line.current_quantity > 0);
  if (facts.cancelled || facts.cancelled_by_us || storeLost.has(facts.financial_status)) return 'cancelled';
  if (!left.some(isOwn) && sentElsewhere(facts)) return 'merged';
  if (left.length === 0) return 'cancelled';
  if (facts.fulfillment_status === 'fulfilled' || facts.fulfillment_status === 'restocked') return 'self_fulfilled';
  return left.some(isOwn) ? null : 'self_fulfilled';
}

/** Its units went to other orders, or back to the one that it was a part of. */
function sentElsewhere({ part, lines }: OrderFacts): boolean {
  return lines.some((line) => line.moved_quantity > 0) || (part && lines.every((line) => line.quantity === 0));
}

const isCovered = ({ quote }: LineFacts): boolean => quote?.covers === true;
const unknown: ReadonlySet<LineFacts['mapping']> = new Set([null, 'unmapped', 'suggested']);

/**
 * Lines that need a price to the order's country: without one, or in a request whose answer maps them as well. Where each has
 * one, but no channel has them all, those that the best channel lacks. Nothing while nobody knows where the order goes.
 */
function lackingOf(facts: OrderFacts, own: readonly LineFacts[]): LineFacts[] {
  if (facts.awaited.length > 0 || facts.pricing?.kind === 'priced' || !facts.recipient?.country) return [];
  const lacking = own.filter((line) => {
    if (unknown.has(line.mapping)) return line.quote !== null;
    return line.mapping === 'needs_review' ? isCovered(line) : line.unpriced;
  });
  if (lacking.length > 0 || own.some((line) => line.mapping !== 'mapped')) return lacking;
  const off = own.filter((line) => line.off_channel);
  return off.length > 0 ? off : [...own];
}

/** What keeps own lines from having a price. */
function goodsBlocks(facts: OrderFacts, own: readonly LineFacts[], lacking: readonly LineFacts[]): Block[] {
  const blocks: Block[] = [];
  const unmapped = own.filter((line) => unknown.has(line.mapping) && line.quote === null);
  const changed = own.filter((line) => line.mapping === 'needs_review' && !isCovered(line));
  if (unmapped.length > 0) blocks.push(block('UNMAPPED_VARIANT', { lines: unmapped.length }));
  if (changed.length > 0) {
    const changes = changed.flatMap((line) => line.changes).slice(0, namedChanges);
    blocks.push(block('MAPPING_CHANGED', { lines: changed.length, changes }));
  }
  if (lacking.length > 0) blocks.push(lackBlock(facts, lacking));
  return blocks;
}

/** The lines without a price to the country, and whose turn it is; ours until the last open request is answered. */
function lackBlock(facts: OrderFacts, lacking: readonly LineFacts[]): Block {
  const elsewhere =
    lacking.every((line) => line.mapping === 'mapped') &&
    (facts.priced_elsewhere || !lacking.some((line) => line.unpriced));
  const lines = lacking.map(toLacking);
  const detail = toldOf(facts.recipient?.country, lines);
  return { ...block(elsewhere ? 'COUNTRY_NOT_SERVED' : 'NO_PRICE', detail), ...turnFor(lines) };
}

const toLacking = ({ id, ...line }: LineFacts): LackingLine => lackingLine({ line_id: id, ...line });

/** Where lines lack a price, and which: the first of them by name. */
function toldOf(country: string | null | undefined, lacking: readonly LackingLine[]): Record<string, unknown> {
  const lines = lacking.slice(0, namedChanges).map(lackingLine);
  return { country: country ?? null, lines, more: lacking.length - lines.length };
}

const mine = { owner: 'merchant', due_at: null } as const;

/** Whose turn it is for lines without a price; ours until the last of their requests is due. */
function turnFor(lacking: readonly LackingLine[]): Pick<Block, 'owner' | 'due_at'> {
  if (turnOfLack(lacking) === 'merchant') return mine;
  const due = Math.max(...lacking.map(({ quote }) => (quote ? Date.parse(quote.due_at) : 0)));
  return { owner: 'provider', due_at: new Date(due) };
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
function wholeBlocks(facts: OrderFacts): Block[] {
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
