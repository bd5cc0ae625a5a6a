import { isPaidEnough, type StoreSettings } from '#contract/store-rules.ts';
import { lackingLine, type LackingLine } from '#contract/order-lacks.ts';
import type { BlockCode } from '#contract/orders.ts';
import { carrierOf, priceAllowed } from './allowed.ts';
import { guardedBy, type OverGuard } from './price-limit.ts';
import { parcelBlocks } from './parcel-blocks.ts';
import { addedQuantity, openQuantity } from './units.ts';
import { type ComponentRow, type LineRow, type OfferRow, type OrderRow, type PriceRow, recipeKey } from './rows.ts';
import { type Cost, type CostLine, type PricedLine, priceOrder } from '#server/features/shipping/index.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';

/** What the shop added to a paid order: a part of its own, billed and paid by itself. */
export type Addition = {
  units: number;
  lines: readonly AddedLine[];
  /** What it costs; null while something keeps it from having a price. */
  cost: Cost | null;
  /** Why it cannot be paid now. */
  reason: BlockCode | null;
  /** Its lines that lack a price where the order goes. */
  lacking: readonly LackingLine[];
  /** Above the store’s guard: somebody has to look at it before it is paid. */
  over_guard: OverGuard | null;
};
/** Added units of a line, with the version and rule by which they are made up. */
export type AddedLine = { line_id: string; quantity: number; version: number | null; rule: number };

type Book = {
  components: Map<string, ComponentRow[]>;
  prices: readonly OfferRow[];
  agreed: readonly PriceRow[];
};

/** A line is sent as it was paid; one that came later as its variant is made up now. */
const recipeOf = (line: LineRow) =>
  line.paid_quantity > 0
    ? { version: line.line_mapping_version, rule: line.line_mapping_rule }
    : { version: line.mapping_state === 'mapped' ? line.mapping_version : null, rule: line.mapping_rule };

/** Lines with the SKUs that so many units of each are made of. */
export function linesAsPaid(
  lines: readonly LineRow[],
  components: ReadonlyMap<string, ComponentRow[]>,
  quantityOf: (line: LineRow) => number,
): PricedLine[] {
  return lines.flatMap((line) => {
    const quantity = quantityOf(line);
    const parts = components.get(recipeKey({ variant_id: line.variant_id, ...recipeOf(line) })) ?? [];
    return quantity > 0 ? [{ line_id: line.id, title: line.title, quantity, components: parts }] : [];
  });
}

/** Units of ours that came after the order was paid, with their price as a part of their own; null when there are none. */
export function additionOf(
  row: OrderRow,
  lines: readonly LineRow[],
  book: Book,
  rules: StoreSettings,
): Addition | null {
  if (row.cancelled_by_us_at !== null || row.payment === 'paying' || row.payment === 'invoiced') return null;
  const ours = lines.filter((line) => line.requires_shipping && !line.not_ours && line.mapping_state !== 'not_ours');
  const added = ours.flatMap((line) => {
    const quantity = addedQuantity(line);
    return quantity > 0 ? [{ line_id: line.id, quantity, ...recipeOf(line) }] : [];
  });
  if (added.length === 0) return null;
  const units = added.reduce((sum, line) => sum + line.quantity, 0);
  const more = linesAsPaid(ours, book.components, addedQuantity);
  const unpriced = (reason: BlockCode, lacking: readonly LackingLine[] = []): Addition => {
    return { units, lines: added, cost: null, reason, lacking, over_guard: null };
  };
  if (more.some((line) => line.components.length === 0)) {
    const changed = ours.some((line) => addedQuantity(line) > 0 && line.mapping_state === 'needs_review');
    return unpriced(changed ? 'MAPPING_CHANGED' : 'UNMAPPED_VARIANT');
  }
  const { country } = row;
  if (country === null) return unpriced('ADDRESS_INCOMPLETE');
  const prices = book.prices.filter((price) => price.destination === country);
  const way = { country, chosen: null, ofStore: row.channel_id ?? undefined };
  const { pricing, restricted } = priceAllowed(way, more, prices);
  if (pricing.kind !== 'priced') {
    const nowhere = pricing.sku_ids.length > 0;
    return unpriced(nowhere ? 'NO_PRICE' : 'COUNTRY_NOT_SERVED', lackingOf(ours, more, prices));
  }
  const along = row.fulfilment_step === 'packed' ? [] : linesAsPaid(ours, book.components, openQuantity);
  const cost = withParcel(pricing.cost, more, along, prices, country);
  const agreed = book.agreed.filter((price) => price.destination === country);
  const past = { lines: more, prices, agreed, own: undefined };
  return {
    units,
    lines: added,
    cost,
    lacking: [],
    reason: stoppedBy(row, rules, { carrier: carrierOf(prices, country, pricing), restricted }),
    over_guard: guardedBy(rules.price_guard_pct, pricing.cost, past),
  };
}

/** Those of the added lines with a SKU that has no price here; all of them where no channel has them together. */
function lackingOf(
  lines: readonly LineRow[],
  added: readonly PricedLine[],
  prices: readonly OfferRow[],
): readonly LackingLine[] {
  const priced = new Set(prices.map((price) => price.sku_id));
  const without = added.filter(({ components }) => components.some((part) => !priced.has(part.sku_id)));
  const ids = new Set((without.length > 0 ? without : added).map(({ line_id }) => line_id));
  return lines.filter(({ id }) => ids.has(id)).map(({ id, ...line }) => lackingLine({ line_id: id, ...line }));
}

type Parcel = Pick<Parameters<typeof parcelBlocks>[1], 'carrier' | 'restricted'>;

/** What keeps a part that has a price from being paid. */
function stoppedBy(row: OrderRow, rules: StoreSettings, parcel: Parcel): BlockCode | null {
  if (!isPaidEnough(rules, row.financial_status)) return 'STORE_UNPAID';
  if (row.fulfillment_status === 'on_hold') return 'STORE_HOLD';
  if (row.fulfillment_status === 'fulfilled') return 'MARKED_FULFILLED_IN_STORE';
  return parcelBlocks(row.recipient, { ...parcel, without_customs: [], duplicate: null })[0]?.code ?? null;
}

/**
 * What still lies here goes in the same parcel: then the part costs the freight of all less the freight of what was paid,
 * both by the formulas of today. Otherwise, or where that is no gain, it is a parcel of its own.
 */
function withParcel(
  alone: Cost,
  more: readonly PricedLine[],
  along: readonly PricedLine[],
  prices: readonly OfferRow[],
  country: string,
): Cost {
  if (along.length === 0 || along.some((line) => line.components.length === 0)) return alone;
  const on = prices.filter((price) => price.channel_id === alone.channel_id);
  const before = priceOrder(along, on, country);
  const together = priceOrder(merged([...along, ...more]), on, country);
  if (before.kind !== 'priced' || together.kind !== 'priced') return alone;
  const freight = together.cost.freight - before.cost.freight;
  if (freight < 0 || freight >= alone.freight) return alone;
  const goods = alone.lines.filter((line) => line.code === 'goods');
  const all = freightLine(together.cost);
  const paid = freightLine(before.cost);
  if (!all || !paid) return alone;
  const less: CostLine = {
    ...paid,
    title: keepSentence({ text: 'bill-lines.freight_shared', params: { channel: alone.channel, country } }),
    quantity: -1,
    amount: -paid.amount,
    inputs: { ...paid.inputs, paid_before: true },
  };
  return { ...alone, freight, total: alone.goods + freight, lines: [...goods, all, less] };
}

const freightLine = ({ lines }: Cost) => lines.find((line) => line.code === 'freight');

/** Paid and added units of one line are weighed as one. */
function merged(lines: readonly PricedLine[]): PricedLine[] {
  const byLine = new Map<string, PricedLine>();
  for (const line of lines) {
    const known = byLine.get(line.line_id);
    byLine.set(line.line_id, known ? { ...known, quantity: known.quantity + line.quantity } : line);
  }
  return [...byLine.values()];
}
