import type { CarrierDemands } from '#contract/address-rules.ts';
import type { LineQuote } from '#contract/order-lacks.ts';
import { defaultStoreSettings, type StoreSettings, isPaidEnough, isRiskHeld } from '#contract/store-rules.ts';
import { type Addition, additionOf } from './addition.ts';
import { carrierOf, priceAllowed } from './allowed.ts';
import { guardedBy, type OverGuard } from './price-limit.ts';
import { deriveOrder, isOwn, type LineFacts, type OrderState, storeLost } from './state.ts';
import type { Restriction } from './parcel-blocks.ts';
import {
  type AwaitedRow,
  type ComponentRow,
  type LineRow,
  type OfferRow,
  type OrderRow,
  type PriceRow,
  recipeKey,
  type ReservedStock,
} from './rows.ts';
import type { Cost, PricedLine, Pricing } from '#server/features/shipping/index.ts';

/** Rows that many orders share: what variants consist of and what that costs. */
export type PriceBook = {
  components: Map<string, ComponentRow[]>; // by recipe
  prices: OfferRow[];
  /** SKUs with a price to any country. */
  pricedSkus: Set<string>;
  /** Prices that were paid or agreed to last, where a store has a price guard. */
  agreed: PriceRow[];
  /** Prices that ended before the merchant decided on the next ones. */
  awaited: AwaitedRow[];
  /** Settings of the orders' stores. */
  rules: Map<string, StoreSettings>;
  /** Prices of samples by their order: those of the quote, as long as they count. */
  quoted: Map<string, OfferRow[]>;
};

/** The part of the book that an order is priced by: a sample by its quote, also where the price list has nothing. */
export function bookOf(book: PriceBook, order: { id: string }): PriceBook {
  const prices = book.quoted.get(order.id);
  if (!prices) return book;
  return { ...book, prices, pricedSkus: new Set(prices.map((price) => price.sku_id)), agreed: [], awaited: [] };
}

const slices = new WeakMap<PriceBook, Map<string | null, PriceBook>>();

/** What a book says of one country, looked up once however many orders go there. */
function bookTo(book: PriceBook, country: string | null): PriceBook {
  const known = slices.get(book) ?? new Map<string | null, PriceBook>();
  slices.set(book, known);
  const slice = known.get(country) ?? {
    ...book,
    prices: book.prices.filter((price) => price.destination === country),
    agreed: book.agreed.filter((price) => price.destination === country),
    awaited: book.awaited.filter((price) => price.destination === country),
  };
  known.set(country, slice);
  return slice;
}

export type Evaluated = {
  row: OrderRow;
  lines: LineRow[];
  state: OrderState;
  cost: Cost | null;
  settled: boolean;
  /** What its lines consist of; empty while a line of ours is not mapped. */
  toPrice: readonly PricedLine[];
  /** Units that came after it was paid, as a part of their own. */
  addition: Addition | null;
  /** Its lines that have no price to its country; `quoting`: an open quote is about their product. */
  unpriced: readonly { id: string; title: string; quote: LineQuote | null }[];
};

const settledPayments = new Set(['paid', 'partly_refunded', 'refunded', 'paying', 'invoiced']);

const ownLeft = (line: LineRow) =>
  line.current_quantity > 0 && isOwn({ requires_shipping: line.requires_shipping, mapping: line.mapping_state });

/** The version and rule by which a line is made up. */
export const recipeOf = (line: LineRow) => ({
  variant_id: line.variant_id,
  version: line.mapping_version,
  rule: line.mapping_rule,
});

/** That by which a line was paid: what came to it later is the same. */
export const paidRecipeOf = (line: LineRow) =>
  line.paid_quantity > 0 && line.line_mapping_version !== null
    ? [{ variant_id: line.variant_id, version: line.line_mapping_version, rule: line.line_mapping_rule }]
    : [];

const componentsOf = (line: LineRow, book: PriceBook): ComponentRow[] =>
  line.mapping_state === 'mapped' ? (book.components.get(recipeKey(recipeOf(line))) ?? []) : [];

/**
 * State and cost of one order from its rows, and from the stock it draws on once that is known; `settled` orders keep the
 * cost they were paid at.
 */
export function evaluateOrder(row: OrderRow, lines: LineRow[], shared: PriceBook, reserved?: ReservedStock): Evaluated {
  const book = bookTo(bookOf(shared, row), row.country);
  const settled = settledPayments.has(row.payment);
  const rules = book.rules.get(row.store_id) ?? defaultStoreSettings;
  const toPrice = linesToPrice(lines, book);
  const pricing = settled ? null : pricingOf(row, toPrice, book, rules, reserved);
  const priced = new Set(book.prices.map((price) => price.sku_id));
  const partsOf = (line: LineRow) => componentsOf(line, book);
  const lacksPrice = (line: LineRow) => partsOf(line).some((part) => !priced.has(part.sku_id));
  const missing = lines
    .filter(ownLeft)
    .flatMap(partsOf)
    .filter((part) => !priced.has(part.sku_id));
  const offChannel = linesOffChannel(pricing?.pricing, toPrice, book);
  const said = shopSays(row, rules, settled);
  const addition = settled ? additionOf({ ...row, ...said }, lines, book, rules) : null;
  const state = deriveOrder({
    addition,
    closed: row.closed_at !== null,
    moved: row.later_country !== null && row.later_country !== row.country ? row.later_country : null,
    country: row.country,
    cancelled: said.cancelled,
    cancelled_by_us: row.cancelled_by_us_at !== null,
    part: row.split_from !== null,
    fulfilment_step: row.fulfilment_step,
    financial_status: said.financial_status,
    fulfillment_status: said.fulfillment_status,
    payment: row.payment,
    held: row.held,
    recipient: row.recipient,
    cancel_due: row.cancel_due,
    parcels: row.parcels,
    pricing: pricing?.pricing ?? null,
    rules,
    risk: said.risk,
    risk_accepted: row.risk_accepted,
    over_guard: pricing?.over_guard ?? null,
    awaited: awaitedBy(toPrice, book),
    parcel: {
      carrier: carrierOf(book.prices, row.country, pricing?.pricing),
      restricted: pricing?.restricted ?? [],
      without_customs: undeclared(
        lines.filter(ownLeft).flatMap(partsOf),
        carrierOf(book.prices, row.country, pricing?.pricing),
      ),
      duplicate: row.duplicate,
    },
    short: reserved?.short ?? [],
    priced_elsewhere: missing.length > 0 && missing.every((part) => book.pricedSkus.has(part.sku_id)),
    lines: lines.map((line) => ({
      ...factsOf(line, settled),
      unpriced: row.country !== null && lacksPrice(line),
      off_channel: offChannel.has(line.id),
    })),
  });
  const cost = costOf(pricing?.pricing, state);
  const unpriced = lines.filter((line) => ownLeft(line) && (line.mapping_state !== 'mapped' || lacksPrice(line)));
  return { row, lines, state, cost, settled, toPrice, addition, unpriced };
}

/** What paying an unpaid order costs; nothing once its store ships it, or nobody does. */
function costOf(pricing: Pricing | undefined, { stage }: OrderState): Cost | null {
  if (stage === 'self_fulfilled' || stage === 'cancelled') return null;
  return pricing?.kind === 'priced' ? pricing.cost : null;
}

/** The undecided prices of what the order consists of. */
function awaitedBy(toPrice: readonly PricedLine[], { awaited }: PriceBook): AwaitedRow[] {
  if (awaited.length === 0) return [];
  const skus = new Set(toPrice.flatMap((line) => line.components.map((part) => part.sku_id)));
  return awaited.filter((price) => skus.has(price.sku_id));
}

/** What the lines that are ours consist of; nothing while one of them is not mapped. */
function linesToPrice(lines: readonly LineRow[], book: PriceBook): PricedLine[] {
  const toPrice: PricedLine[] = [];
  for (const line of lines.filter(ownLeft)) {
    const components = componentsOf(line, book);
    if (components.length === 0) return [];
    toPrice.push({ line_id: line.id, title: line.title, quantity: line.current_quantity, components });
  }
  return toPrice;
}

/** What a line says by itself. */
const factsOf = (line: LineRow, settled: boolean): Omit<LineFacts, 'unpriced' | 'off_channel'> => ({
  id: line.id,
  title: line.title,
  product_id: line.product_id,
  variant_id: line.variant_id,
  quantity: line.quantity,
  current_quantity: line.current_quantity,
  shipped_quantity: line.shipped_quantity,
  paid_quantity: line.paid_quantity,
  cancelled_quantity: line.cancelled_quantity,
  moved_quantity: line.moved_quantity,
  dropped_quantity: line.dropped_quantity,
  replaced_quantity: line.replaced_quantity,
  requires_shipping: line.requires_shipping,
  // What was paid stays as it was paid: a variant that becomes ours later adds nothing to the order.
  mapping: settled && line.not_ours ? 'not_ours' : line.mapping_state,
  changes: line.drift.map((drift) => ({
    line: line.title,
    product_id: line.product_id,
    variant_id: line.variant_id,
    ...drift,
  })),
  quote: line.quote,
});

/** Lines that the channel lacks which has prices for most of them. */
function linesOffChannel(
  pricing: Pricing | undefined,
  toPrice: readonly PricedLine[],
  { prices }: PriceBook,
): Set<string> {
  if (pricing?.kind !== 'unpriced') return new Set();
  const served = new Map<string, PricedLine[]>();
  for (const channel of new Set(prices.map((price) => price.channel_id))) {
    const skus = new Set(prices.filter((price) => price.channel_id === channel).map((price) => price.sku_id));
    served.set(
      channel,
      toPrice.filter((line) => line.components.every((part) => skus.has(part.sku_id))),
    );
  }
  const [best = []] = [...served.values()].toSorted((a, b) => b.length - a.length);
  return new Set(toPrice.filter((line) => !best.includes(line)).map((line) => line.line_id));
}

const undeclared = (parts: readonly ComponentRow[], carrier: CarrierDemands): string[] =>
  carrier.customs ? [...new Set(parts.filter((part) => !part.declared).map((part) => part.code))] : [];

type Priced = { pricing: Pricing; over_guard: OverGuard | null; restricted: readonly Restriction[] };

/** Null while a line of ours is not mapped, or nobody knows where the order goes. */
function pricingOf(
  row: OrderRow,
  toPrice: readonly PricedLine[],
  book: PriceBook,
  rules: StoreSettings,
  reserved?: ReservedStock,
): Priced | null {
  const { country } = row;
  if (toPrice.length === 0 || country === null) return null;
  const { prices, agreed } = book;
  const way = { country, chosen: row.chosen_channel_id, ofStore: rules.default_channels[country] };
  const { pricing, restricted } = priceAllowed(way, toPrice, prices, reserved?.own);
  if (pricing.kind !== 'priced') return { pricing, over_guard: null, restricted };
  const past = { lines: toPrice, prices, agreed, own: reserved?.own };
  return { pricing, over_guard: guardedBy(rules.price_guard_pct, pricing.cost, past), restricted };
}

type Said = Pick<
  OrderRow,
  'cancelled_at' | 'financial_status' | 'fulfillment_status' | 'risk' | 'risk_accepted' | 'origins' | 'family_shipped'
>;

/**
 * What the shop says of an order and of those whose units it takes in, as one: whichever stops it counts. A shop’s “partly
 * sent” is our own doing where a part of the order left from here. An order that the shop gave up itself goes on as long as it
 * sends units of others, and they alone count.
 */
function shopSays(row: Said, rules: StoreSettings, paid: boolean) {
  const [other] = row.origins;
  const cancelled = row.cancelled_at !== null;
  if (other && !paid && (cancelled || storeLost.has(row.financial_status))) {
    const { financial_status, fulfillment_status, unaccepted_risk: risk } = other;
    return saysOf({ ...row, financial_status, fulfillment_status, risk, risk_accepted: null }, rules, false, paid);
  }
  return saysOf(row, rules, cancelled, paid);
}

function saysOf(row: Said, rules: StoreSettings, cancelled: boolean, paid: boolean) {
  const unpaid = [row, ...row.origins].find((order) => !isPaidEnough(rules, order.financial_status));
  const accepted = !isRiskHeld(rules, row.risk) || row.risk === row.risk_accepted;
  const risky = accepted ? row.origins.find((order) => isRiskHeld(rules, order.unaccepted_risk)) : undefined;
  return {
    cancelled,
    financial_status: unpaid?.financial_status ?? row.financial_status,
    fulfillment_status: sentByShop(row, paid),
    risk: risky?.unaccepted_risk ?? row.risk,
  };
}

function sentByShop(row: Said, paid: boolean): string {
  const { fulfillment_status: own, origins } = row;
  const others = origins.map((order) => order.fulfillment_status);
  if (own === 'on_hold' || others.includes('on_hold')) return 'on_hold';
  if (own === 'fulfilled' || own === 'restocked') return own;
  if (others.some((status) => status === 'fulfilled' || status === 'restocked')) return paid ? 'fulfilled' : 'partial';
  const strange = [row, ...origins].some((order) => order.fulfillment_status === 'partial' && !order.family_shipped);
  return strange ? 'partial' : 'unfulfilled';
}
