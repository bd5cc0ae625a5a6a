import type { ComponentRow, LineRow, OrderRow, PriceRow } from './orders-facts.db.ts';
import { type Cost, type PricedLine, priceOrder, type Pricing } from './order-pricing.ts';
import { deriveOrder, isOwn, type LineFacts, type OrderState } from './order-state.ts';

/** Rows that many orders share: what variants consist of and what that costs. */
export type PriceBook = {
  components: Map<string, ComponentRow[]>; // by variant
  prices: PriceRow[];
  /** SKUs with a price to any country. */
  pricedSkus: Set<string>;
};

export type Evaluated = { row: OrderRow; lines: LineRow[]; state: OrderState; cost: Cost | null; settled: boolean };

const settledPayments = new Set(['paid', 'partly_refunded', 'refunded', 'paying', 'invoiced']);

const ownLeft = (line: LineRow) =>
  line.current_quantity > 0 && isOwn({ requires_shipping: line.requires_shipping, mapping: line.mapping_state });

/** State and cost of one order from its rows; `settled` orders keep the cost they were paid at. */
export function evaluateOrder(row: OrderRow, lines: LineRow[], book: PriceBook): Evaluated {
  const settled = settledPayments.has(row.payment);
  const pricing = settled ? null : pricingOf(row, lines, book);
  const priced = new Set(book.prices.filter((price) => price.destination === row.country).map((price) => price.sku_id));
  const partsOf = (line: LineRow) =>
    line.variant_id && line.mapping_state === 'mapped' ? (book.components.get(line.variant_id) ?? []) : [];
  const missing = lines
    .filter(ownLeft)
    .flatMap(partsOf)
    .filter((part) => !priced.has(part.sku_id));
  const state = deriveOrder({
    cancelled: row.cancelled_at !== null,
    financial_status: row.financial_status,
    fulfillment_status: row.fulfillment_status,
    payment: row.payment,
    held: row.held,
    recipient: row.recipient,
    parcels: row.parcels,
    pricing,
    priced_elsewhere: missing.length > 0 && missing.every((part) => book.pricedSkus.has(part.sku_id)),
    lines: lines.map(
      (line): LineFacts => ({
        quantity: line.quantity,
        current_quantity: line.current_quantity,
        shipped_quantity: line.shipped_quantity,
        paid_quantity: line.paid_quantity,
        requires_shipping: line.requires_shipping,
        mapping: line.mapping_state,
        quoting: line.quoting,
        unpriced: row.country !== null && partsOf(line).some((part) => !priced.has(part.sku_id)),
      }),
    ),
  });
  return { row, lines, state, cost: pricing?.kind === 'priced' ? pricing.cost : null, settled };
}

/** Null while a line of ours is not mapped, or nobody knows where the order goes. */
function pricingOf(row: OrderRow, lines: readonly LineRow[], book: PriceBook): Pricing | null {
  const own = lines.filter(ownLeft);
  if (own.length === 0 || row.country === null) return null;
  const toPrice: PricedLine[] = [];
  for (const line of own) {
    const components =
      line.variant_id && line.mapping_state === 'mapped' ? book.components.get(line.variant_id) : undefined;
    if (!components?.length) return null;
    toPrice.push({ line_id: line.id, title: line.title, quantity: line.current_quantity, components });
  }
  const prices = book.prices.filter((price) => price.destination === row.country);
  return priceOrder(toPrice, prices, row.country);
}
