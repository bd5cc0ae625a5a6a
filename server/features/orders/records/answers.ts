import { anyCarrier } from '#contract/address-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import type { Stage } from '#contract/order-actions.ts';
import type { Conversion } from '#contract/exchange-rates.ts';
import type { Money } from '#contract/shared.ts';
import { riskLevel } from '#contract/store-rules.ts';
import { inCurrency } from '#server/features/exchange-rates/index.ts';
import { orderPageOf } from '#server/connectors/order-page.ts';
import type { Actor } from '#server/db/context.ts';
import { keptSentence, type Language, sentenceIn } from '#server/lib/refusal-texts.ts';
import { seesBuyers, shownTo } from '../rules/buyers.ts';
import type { CancelRow } from './cancel.db.ts';
import type { OrderDetailRow, ParcelRow } from './detail.db.ts';
import type { OrderListRow } from './list.db.ts';

type Order = AnswerOf<typeof orders.list>[number];
type Parcel = AnswerOf<typeof orders.correctTracking>;

type Sale = Pick<
  OrderListRow,
  | 'stage'
  | 'total'
  | 'tax'
  | 'currency'
  | 'cost_total'
  | 'cost_currency'
  | 'given_back'
  | 'sale_rate'
  | 'sale_rate_day'
  | 'sale_rate_source'
>;

/**
 * How the sale is brought into the currency of its cost, or another one, at the rate of the order's date; null where nothing
 * is converted.
 */
export function saleConversion(row: Sale, to = row.cost_currency): Conversion | null {
  const { currency: from, sale_rate: rate, sale_rate_day: day, sale_rate_source: source } = row;
  if (to === null || to === from || rate === null || day === null || source === null) return null;
  return { from, to, rate, day, source };
}

/** What the store sold for: the total without the tax, which it owes to others. A tax that it has not told is not known to be in it. */
export const saleOf = ({ total, tax, currency }: Pick<Sale, 'total' | 'tax' | 'currency'>): Money => ({
  amount: total - (tax ?? 0),
  currency,
});

/**
 * What is left of the sale after our cost, with what claims gave back, in the currency of the cost; unknown without a cost or a
 * rate. Of a cancelled order it is what that cost all the same, as a loss, and none where it cost nothing.
 */
export function profitOf(row: Sale): Money | null {
  const { stage, cost_total, cost_currency, given_back } = row;
  if (cost_total === null || cost_currency === null) return null;
  if (stage === 'cancelled') return given_back === 0 ? null : { amount: given_back, currency: cost_currency };
  const sale = inCurrency(saleOf(row), cost_currency, saleConversion(row));
  return sale && { amount: sale.amount - cost_total + given_back, currency: cost_currency };
}

/** What claims gave back of an order that was not cancelled. */
export const refundOf = ({ given_back, cost_currency }: Pick<Sale, 'given_back' | 'cost_currency'>): Money | null =>
  given_back > 0 && cost_currency !== null ? { amount: given_back, currency: cost_currency } : null;

/** What the store paid back to the buyer, in its currency and converted as statistics do: at the rate of the order's date. */
export function buyerRefundOf(row: Sale & Pick<OrderListRow, 'refunded' | 'wallet_currency'>): Order['buyer_refund'] {
  if (row.refunded === null) return null;
  const money = { amount: row.refunded, currency: row.currency };
  const conversion = saleConversion(row, row.wallet_currency);
  return { money, converted: inCurrency(money, row.wallet_currency, conversion), conversion };
}

/** What paying an order costs now: as it waits for its payment, or for that of what came to it later. */
export function dueOf({
  stage,
  held,
  blocks,
  cost_total,
}: Pick<OrderListRow, 'stage' | 'held' | 'blocks' | 'cost_total'>) {
  if (held) return null;
  if (stage === 'awaiting_payment') return cost_total;
  const added = blocks.find((block) => block.code === 'CHANGED_AFTER_PAYMENT')?.detail;
  return added?.payable === true && typeof added.total === 'number' ? added.total : null;
}

/** A row of the list as it goes on the wire. */
export function orderAnswer(row: OrderListRow): Order {
  const due = dueOf(row);
  return {
    id: row.id,
    name: row.name,
    store: row.store,
    source: row.source,
    placed_at: row.placed_at.toISOString(),
    customer: row.customer,
    country: row.country,
    items: row.items,
    lines: row.lines,
    units: row.units,
    // CHECK constraints hold these columns to the contract's words.
    financial_status: row.financial_status as Order['financial_status'],
    fulfillment_status: row.fulfillment_status as Order['fulfillment_status'],
    payment: row.payment as Order['payment'],
    stage: row.stage as Order['stage'],
    stage_since: row.stage_since.toISOString(),
    held: row.held,
    blocks: row.blocks as Order['blocks'],
    total: { amount: row.total, currency: row.currency },
    tax: row.tax,
    sale: saleOf(row),
    cost:
      row.cost_total === null || row.cost_currency === null
        ? null
        : {
            goods: row.cost_goods ?? 0,
            freight: row.cost_freight ?? 0,
            fees: row.cost_fees ?? 0,
            total: row.cost_total,
            own_stock: row.cost_own_stock ?? 0,
            currency: row.cost_currency,
          },
    due,
    channel: row.channel,
    days:
      row.days_min === null || row.days_max === null
        ? null
        : { ready: row.ready_days ?? 0, min: row.days_min, max: row.days_max },
    promised: row.promised,
    tracking: row.tracking,
    credited: refundOf(row)?.amount ?? 0,
    buyer_refund: buyerRefundOf(row),
    profit: profitOf(row),
    conversion: saleConversion(row),
    paid_at: row.paid_at?.toISOString() ?? null,
    shipped_at: row.shipped_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    weight_g: row.weight_g,
    risk: riskLevel(row.risk) ?? null,
    note: row.note,
    tags: row.tags,
    sample_of: row.sample_of,
    watched: row.watched,
    exceptions: row.exceptions,
    claimed: row.claimed,
    invoice: row.invoice,
    payment_request: due === null ? null : row.payment_request,
  };
}

/** What the shop knows of a parcel: nothing to tell, on its way, told, refused, or not to be told until its store is connected again. */
function pushOf(row: ParcelRow, language: Language): Pick<Parcel, 'push' | 'push_error'> {
  const written = (error: string | null) => error && keptSentence(language, error);
  const reported =
    row.pushes.length > 0 &&
    row.pushes.every((push) => push.state === 'sent' && push.tracking_number === row.shown_number);
  if (reported) return { push: 'sent', push_error: null };
  const waits = row.outbox === 'queued' || row.pushes.length > 0;
  if (row.lost !== null && (waits || row.outbox === 'failed'))
    return { push: 'reconnect', push_error: sentenceIn(language, { text: `stores.push_${row.lost}` }) };
  const refused = row.pushes.find((push) => push.state === 'refused');
  if (refused) return { push: 'refused', push_error: written(refused.error) };
  if (row.outbox === 'failed') return { push: 'refused', push_error: written(row.outbox_error) };
  return { push: waits ? 'sending' : 'none', push_error: null };
}

export function parcelAnswer(row: ParcelRow, language: Language): Parcel {
  return {
    id: row.id,
    carrier: row.carrier,
    tracking_number: row.tracking_number,
    tracking_url: row.tracking_url,
    last_mile: row.last_mile,
    channel: row.channel,
    status: row.status,
    shipped_at: row.shipped_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    lines: row.lines,
    ...pushOf(row, language),
    version: row.version,
  };
}

const noAddress = {
  name: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  zip: null,
  country: null,
  phone: null,
  email: null,
  tax_id: null,
};

/** The parts of an order's detail that its own row holds; for who may not know the buyer, of the address the country alone. */
export function detailAnswer(row: OrderDetailRow, reader: Actor, shopUrl: string) {
  const known = seesBuyers(reader);
  const { original, later } = { original: known && row.address_original, later: known && row.address_later };
  const address = known ? row.address : row.address && { ...noAddress, country: row.address.country };
  return {
    ...orderAnswer(shownTo(reader, row)),
    address: address ?? noAddress,
    address_check: {
      original: original ? { ...noAddress, ...original } : null,
      later: later ? { ...noAddress, ...later } : null,
      carrier: row.carrier ?? anyCarrier,
    },
    shop_page: orderPageOf(
      { platform: row.store.platform, domain: row.shop_domain, external_id: row.external_id },
      shopUrl,
    ),
    reship_of: row.reship_of,
    reships: row.reships.map((one) => ({ ...one, stage: one.stage as Stage })), // a CHECK constraint holds the column to the contract's words
    left: row.left,
    version: row.version,
  };
}

/** An asked cancellation as it goes on the wire. */
export function requestAnswer(row: Omit<CancelRow, 'order_id'>) {
  const { id, status, units, reason, cost, refund, answer } = row;
  const decided_at = row.decided_at?.toISOString() ?? null;
  return {
    id,
    status,
    units,
    reason,
    cost,
    refund,
    answer,
    decided_at,
    asked_at: row.asked_at.toISOString(),
    due_at: row.due_at.toISOString(),
  };
}
