import { financialStatuses } from '#contract/order-states.ts';
import type { ShopOrder } from '../connector.ts';
import { ownEntry } from '../../lib/own-entry.ts';
import { type Read, unreadable } from './cell-values.ts';

export type OrderStatus = {
  financial: ShopOrder['financial_status'];
  fulfillment: ShopOrder['fulfillment_status'];
  cancelled: boolean;
};

const fulfillmentWords: Record<string, ShopOrder['fulfillment_status']> = {
  unfulfilled: 'unfulfilled',
  open: 'unfulfilled',
  pending: 'unfulfilled',
  scheduled: 'unfulfilled',
  in_progress: 'unfulfilled',
  pending_fulfillment: 'unfulfilled',
  request_declined: 'unfulfilled',
  partial: 'partial',
  partially_fulfilled: 'partial',
  fulfilled: 'fulfilled',
  on_hold: 'on_hold',
  restocked: 'restocked',
};

/** WooCommerce's own states of an order: `processing` means paid and to be sent. */
const orderWords: Record<string, OrderStatus> = {
  pending: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  pending_payment: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  on_hold: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  processing: { financial: 'paid', fulfillment: 'unfulfilled', cancelled: false },
  completed: { financial: 'paid', fulfillment: 'fulfilled', cancelled: false },
  refunded: { financial: 'refunded', fulfillment: 'unfulfilled', cancelled: false },
  failed: { financial: 'pending', fulfillment: 'unfulfilled', cancelled: false },
  cancelled: { financial: 'voided', fulfillment: 'unfulfilled', cancelled: true },
};

const wordOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[\s-]+/g, '_');

export function readFinancial(text: string): Read<(typeof financialStatuses)[number]> {
  const known = financialStatuses.find((status) => status === wordOf(text));
  return known ? { value: known } : unreadable('unknown_payment_status', text, { known: financialStatuses.join(', ') });
}

export function readFulfillment(text: string): Read<ShopOrder['fulfillment_status']> {
  const known = ownEntry(fulfillmentWords, wordOf(text));
  return known ? { value: known } : unreadable('unknown_fulfillment_status', text);
}

/** Payment and fulfillment in one word, as WooCommerce writes it. */
export function readOrderStatus(text: string): Read<OrderStatus> {
  const known = ownEntry(orderWords, wordOf(text));
  return known
    ? { value: known }
    : unreadable('unknown_order_status', text, { known: Object.keys(orderWords).join(', ') });
}
