import { z } from 'zod';
import { maxRecharge } from './recharge-rules.ts';
import { currency, date, id, minor, time } from './shared.ts';

/** Balances derived from the ledger, in minor units. */
export const walletSchema = z.object({
  currency,
  available: minor,
  held: minor,
  bonus: minor,
  /** Cash that can be withdrawn: bonus money cannot. */
  withdrawable: minor,
  /** Bonus by its last day (UTC), soonest first. */
  bonus_lots: z.array(z.object({ last_day: date, amount: minor })),
  /** What the account may owe (part of what is available), and what it owes of it. */
  credit_limit: minor,
  credit_used: minor,
  /** Recharges on their way. */
  pending: minor,
  /** What paying all orders costs that can be paid now, how many they are, and what own stock covers of their goods. */
  to_pay: minor,
  to_pay_orders: z.int(),
  to_pay_own_stock: minor,
  /** Of other orders, whose payment waits for a colleague's approval: what they cost, and how many they are. */
  requested: minor,
  requested_orders: z.int(),
  /** Sum of the unpaid invoices, and how many they are. */
  owed: minor,
  owed_invoices: z.int(),
  /** Those of them that can be paid now: the balance of a stock order waits for its deposit. */
  payable_invoices: z.int(),
  payable_invoices_amount: minor,
  /** What paying all of that would leave; less than nothing where it is more than is available. */
  left: minor,
  low: z.boolean(),
  /** What was paid in the last 30 days, and for how many days the balance lasts at that rate; null without a week of payments. */
  spent_30_days: minor,
  /** On how many days that was; null without a week of payments. */
  spent_days: z.int().nullable(),
  days_left: z.int().nullable(),
});

export const walletSettingsSchema = z.object({
  /** An alert is sent once when the available balance falls below it, and again after it was refilled; null for none. */
  low_balance: minor.positive().max(maxRecharge).nullable(),
  version: z.int(),
});

export const billingLogSchema = z.object({
  seq: z.int(),
  at: time,
  kind: z.string(),
  /** What the money was for: `invoice_id` is the invoice that a credit note belongs to, `order` or `stock_order` what it bills. */
  reference: z.object({
    kind: z.string(),
    id,
    label: z.string(),
    invoice_id: id.nullable(),
    order: z.object({ id, name: z.string() }).nullable(),
    stock_order: z.object({ id, number: z.string() }).nullable(),
  }),
  memo: z.string(),
  /** By what method the money came or went; null where it moved inside the portal alone. */
  method: z.string().nullable(),
  /** Who caused it; the name of members alone. */
  actor: z.object({ kind: z.string(), name: z.string().nullable() }),
  /** Signed change of the wallet, minor units, and what of it is bonus money. */
  amount: minor,
  bonus: minor,
  /** What the method kept of a recharge as its fee: `amount` and `fee` are what was charged. */
  fee: minor,
  /** Signed change of what is on hold: a withdrawal is held when requested, and leaves from there when it is paid. */
  held: minor,
  balance_after: minor,
  currency,
  hash: z.string(),
});

/** Sums of all transactions that match the filters, on whatever page. */
export const transactionSumsSchema = z.object({
  entries: z.int(),
  money_in: minor,
  money_out: minor,
  net: minor,
  currency,
});
