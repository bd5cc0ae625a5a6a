import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { quoteSteps } from './order-lacks.ts';
import { blockCodes } from './order-states.ts';
import { id, minor, time } from './shared.ts';
import { walletSchema } from './wallet-schemas.ts';

/** What waits for the merchant beside orders that are to be paid or mended, the most urgent first. */
export const dashboardTasks = [
  'reconnect_stores',
  'accept_matches',
  'request_quotes',
  'bring_evidence',
  'answer_quotes',
  'accept_quotes',
  'approve_payments',
  'renew_proofs',
  'pay_invoices',
  'accept_stock',
  'review_prices',
  'read_messages',
] as const;
export type DashboardTask = (typeof dashboardTasks)[number];

/** Everything on the first page, from one moment. */
export const dashboardSchema = z.object({
  as_of: time,
  work: z.object({
    action_needed: z.int(),
    quoting: z.int(),
    /** Orders with something for the provider to do, and by when the first of it is done. */
    waiting_for_us: z.int(),
    waiting_due_at: time.nullable(),
    to_pay: z.int(),
    to_pay_amount: minor,
    /** Orders that are paid with an open invoice: they are in the tab too. */
    to_pay_invoiced: z.int(),
    /** Orders that wait for a colleague's approval of their payment: they are in the tab too. */
    to_pay_requested: z.int(),
    /** Orders that wait for the merchant: to be paid, blocked, or both. */
    orders_waiting: z.int(),
    processing: z.int(),
    shipped: z.int(),
    quotes_to_answer: z.int(),
    /** Products to map that orders wait for. */
    unmapped_products: z.int(),
    /** The other products to map: no order needs them yet. */
    unmapped_without_orders: z.int(),
  }),
  /** Tasks that wait, of the features that the reader may see. */
  tasks: z.array(
    z.object({
      key: z.enum(dashboardTasks),
      /** Records that wait: those of the list that the task leads to. */
      count: z.int(),
      /** The one record (for messages: its order), where only one waits. */
      only_id: id.nullable(),
      /** What the invoices that can be paid now come to. */
      amount: minor.nullable(),
    }),
  ),
  /** Why orders wait for the merchant. Those with a quote to accept or a question to answer are one reason, whatever lacks a price. */
  blocks: z.array(
    z.object({ code: z.enum(blockCodes).nullable(), quote: z.enum(quoteSteps).nullable(), orders: z.int() }),
  ),
  /** Whether there are more reasons than those. */
  more_blocks: z.boolean(),
  wallet: walletSchema.nullable(),
  stores: z.object({ connected: z.int(), needs_reauth: z.int(), last_reconciled_at: time.nullable() }),
  agent: z.object({ id, name: z.string() }).nullable(),
});

export const dashboard = endpoints({
  get: {
    method: 'GET',
    path: '/api/dashboard',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'Retrieve open work and balances as of one moment.',
    answer: dashboardSchema,
  },
  staffWork: {
    method: 'GET',
    path: '/api/staff/work',
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'Retrieve how much work waits in each area of the caller; null for other areas.',
    answer: z.object({
      /** Those to answer and those with a message that no agent has read, each counted once. */
      quotes: z.int().nullable(),
      /** Money: all without what the caller approved and a colleague has to approve too. */
      recharges: z.int().nullable(),
      /** Payments of bank statements. */
      bank_payments: z.int().nullable(),
      withdrawals: z.int().nullable(),
      /** Proposals of others: nobody decides their own. */
      adjustments: z.int().nullable(),
      orders: z.int().nullable(),
      cancellations: z.int().nullable(),
      claims: z.int().nullable(),
      line_disputes: z.int().nullable(),
      messages: z.int().nullable(),
      /** Those to quote, those whose production is to start, and those to complete. */
      stock_orders: z.int().nullable(),
      stock_requests: z.int().nullable(),
      /** Stock orders that are to arrive by today, or of which a part was counted. */
      deliveries: z.int().nullable(),
    }),
  },
});
