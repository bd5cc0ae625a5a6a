import { anyCarrier } from '#contract/address-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import type { Stage } from '#contract/order-acts.ts';
import type { Money } from '#contract/shared.ts';
import { riskLevel } from '#contract/store-rules.ts';
import type { CancelRow } from './cancel.db.ts';
import type { OrderDetailRow, ParcelRow } from './detail.db.ts';
import type { OrderListRow } from './list.db.ts';

type Order = AnswerOf<typeof orders.list>[number];
type Parcel = AnswerOf<typeof orders.correctTracking>;

/** What is left of the sale after our cost; unknown when they are in different currencies. */
export function profitOf({
  total,
  currency,
  cost_total,
  cost_currency,
}: Pick<OrderListRow, 'total' | 'currency' | 'cost_total' | 'cost_currency'>): Money | null {
  return cost_total === null || cost_currency !== currency ? null : { amount: total - cost_total, currency };
}

/** A row of the list as it goes on the wire. */
export function orderAnswer(row: OrderListRow): Order {
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
    cost:
      row.cost_total === null || row.cost_currency === null
        ? null
        : {
            goods: row.cost_goods ?? 0,
            freight: row.cost_freight ?? 0,
            fees: row.cost_fees ?? 0,
            total: row.cost_total,
            currency: row.cost_currency,
          },
    channel: row.channel,
    days: row.days_min === null || row.days_max === null ? null : { min: row.days_min, max: row.days_max },
    promised: row.promised,
    tracking: row.tracking,
    profit: profitOf(row),
    paid_at: row.paid_at?.toISOString() ?? null,
    shipped_at: row.shipped_at?.toISOString() ?? null,
    due_at: row.due_at?.toISOString() ?? null,
    weight_g: row.weight_g,
    risk: riskLevel(row.risk) ?? null,
    note: row.note,
    tags: row.tags,
    sample_of: row.sample_of,
    watched: row.watched,
    claimed: row.claimed,
    invoice: row.invoice,
  };
}

/** What the shop knows of a parcel: nothing to tell, on its way, told, or refused. */
function pushOf(row: ParcelRow): Pick<Parcel, 'push' | 'push_error'> {
  const refused = row.pushes.find((push) => push.state === 'refused');
  if (refused) return { push: 'refused', push_error: refused.error };
  if (row.outbox === 'failed') return { push: 'refused', push_error: row.outbox_error };
  const told =
    row.pushes.length > 0 &&
    row.pushes.every((push) => push.state === 'sent' && push.tracking_number === row.shown_number);
  if (told) return { push: 'sent', push_error: null };
  return { push: row.outbox === 'queued' || row.pushes.length > 0 ? 'sending' : 'none', push_error: null };
}

export function parcelAnswer(row: ParcelRow): Parcel {
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
    ...pushOf(row),
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

/** The parts of an order's detail that its own row holds. */
export function detailAnswer(row: OrderDetailRow) {
  const { original, later } = { original: row.address_original, later: row.address_later };
  return {
    ...orderAnswer(row),
    address: row.address ?? noAddress,
    address_check: {
      original: original && { ...noAddress, ...original },
      later: later && { ...noAddress, ...later },
      carrier: row.carrier ?? anyCarrier,
    },
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
