import { z } from 'zod';
import { minor } from './shared.ts';

/** An amount that only those see who may see costs. */
const cost = minor.nullable();

/**
 * Sums of orders by the day that they were placed on, in the account's currency. Every figure of the page is one of these; the
 * web adds nothing up.
 */
export const figuresSchema = z.object({
  /** Orders as the list shows them, cancelled ones too. */
  orders: z.int(),
  cancelled: z.int(),
  /** Sent by the merchant; they are sales without a cost of ours. */
  self_fulfilled: z.int(),
  units: z.int(),
  /** What buyers pay after refunds, of orders that were not cancelled, at the rate of each order's date. */
  sales: minor,
  /**
   * Paid back to buyers as the stores tell it, with tax and shipping, at the rate of each order's date; of cancelled orders too.
   * Sales are after it. Null for one product.
   */
  refunded: minor.nullable(),
  /** Orders of which something was, also those that no rate is known for; as the list of orders narrowed by `refunded=any`. */
  refunded_orders: z.int().nullable(),
  /** Sales per order with a known sale. */
  average_order: minor.nullable(),
  /** Orders whose sale was converted, and those that no rate is known for. */
  converted: z.int(),
  no_rate: z.int(),
  goods: cost,
  freight: cost,
  fees: cost,
  /** Products, shipping and fees. */
  cost,
  cost_per_order: cost,
  /** Orders whose cost is unknown. */
  no_cost: z.int().nullable(),
  /** Given back by claims; other refunds (cancelled units, changes of paid orders) lower the cost already. */
  credited: cost,
  /** What cancelled orders cost all the same. */
  kept: cost,
  /** Sales less costs of the orders whose both are known, with what was given back, less what was kept. */
  profit: cost,
  /** Spent on ads, as the merchant entered it; null where the sums are of one country, which ads are not. */
  ads: minor.nullable(),
  /** Amounts of spend that no rate is known for. */
  ads_no_rate: z.int(),
  profit_after_ads: cost,
  /** Sales for each unit of money spent on ads, in hundredths. */
  roas: z.int().nullable(),
  /** Profit in hundredths of a percent of the sales that it was made with. */
  margin_bp: z.int().nullable(),
});
export type StatisticsFigures = z.infer<typeof figuresSchema>;

/** What left the wallet for orders and stock in some days, whenever the orders were placed; with what came back. */
export const paidSchema = z.object({
  /** Of the invoices for orders that were paid. */
  goods: minor,
  freight: minor,
  fees: minor,
  /** Stock orders, branding, services, and storage. */
  other: minor,
  /** Credit notes and claim refunds. */
  returned: minor,
  /** What was paid less what was given back. */
  net: minor,
});
export type StatisticsPaid = z.infer<typeof paidSchema>;
