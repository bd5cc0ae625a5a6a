import type { importFields, importFormats } from '#contract/order-import.ts';

export type OrderField = (typeof importFields)[number];
export type Format = (typeof importFormats)[number];
/** Fields that only known layouts have. */
export type ExtraField =
  | 'paid_at'
  | 'fulfilled_at'
  | 'cancelled_at'
  | 'fulfillment_status'
  /** Payment and fulfillment in one word. */
  | 'order_status'
  | 'total'
  | 'tax'
  /** Of all lines, and of what is added to them: whether these contain the tax is told by their sum. */
  | 'subtotal'
  | 'shipping'
  /** Paid back to the buyer. */
  | 'refunded'
  | 'notes'
  | 'tags'
  | 'risk'
  | 'requires_shipping'
  /** Tells the lines of an order apart. */
  | 'line_id'
  /** Price of all units of a line. */
  | 'line_total'
  /** Units left after refunds. */
  | 'line_left'
  /** Units that others have sent already. */
  | 'line_sent'
  | 'house_number'
  | 'address3';
export type Field = OrderField | ExtraField;

/** Fields of an address that a file may hold twice, once for who pays. */
export type AddressField =
  | 'name'
  | 'last_name'
  | 'company'
  | 'address1'
  | 'address2'
  | 'city'
  | 'province'
  | 'zip'
  | 'country'
  | 'phone';
