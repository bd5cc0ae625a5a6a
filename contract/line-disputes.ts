import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import {
  disputeKinds,
  disputeStatuses,
  disputeTabs,
  longestDispute,
  mostDisputedGrams,
  shortestDispute,
} from './line-dispute-rules.ts';
import { currency, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

/** Goods that are charged by one rate, as recorded when the order was paid and as computed again. */
const checkedPart = z.object({
  actual_g: z.int(),
  volume_g: z.int(),
  /** Charged grams: recorded, and again by the recorded weight, volume and steps. */
  charged_g: z.int(),
  charged_again_g: z.int(),
});

export const disputeCheckSchema = z.object({
  /** What the recorded weights of the goods add up to; null where a line has none. */
  goods_g: z.int().nullable(),
  parts: z.array(checkedPart),
  recorded: minor,
  /** By the recorded inputs and the rates of the payment. */
  recomputed: minor,
  /** The same by the weight that the merchant names; null without one, and where several rates share the parcel. */
  by_claimed: minor.nullable(),
});

export const lineDisputeSchema = z.object({
  id,
  number: z.string(), // LD-1001
  kind: z.enum(disputeKinds),
  status: z.enum(disputeStatuses),
  invoice: z.object({ id, number: z.string() }),
  invoice_order_id: id,
  order: z.object({ id, name: z.string(), store: z.string() }),
  line: z.int(),
  title: z.string(),
  currency,
  text: z.string(),
  claimed_weight_g: z.int().nullable(),
  check: disputeCheckSchema,
  /** Who answers it, and until when while it is open. */
  owner: z.string().nullable(),
  due_at: time.nullable(),
  credited: minor.nullable(),
  answer: z.string().nullable(),
  created_at: time,
  decided_at: time.nullable(),
  version: z.int(),
});
export const staffLineDisputeSchema = lineDisputeSchema.extend({ client: clientSchema });

const view = { kind: 'merchant', feature: 'invoices', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'invoices', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent', 'finance'] } as const;
const text = z.string().trim().min(shortestDispute).max(longestDispute);

export const lineDisputes = endpoints({
  list: {
    method: 'GET',
    path: '/api/line_disputes',
    access: view,
    summary: 'List the disputed invoice lines of the account, newest first.',
    query: listQuery.extend({ tab: z.enum(disputeTabs).default('all'), invoice_id: id.optional() }),
    answer: z.array(lineDisputeSchema),
    meta: listMeta,
  },
  open: {
    method: 'POST',
    path: '/api/line_disputes',
    access: edit,
    summary: 'Dispute the weight or the shipping of an invoice line; one dispute of a line is open at a time.',
    body: z.object({
      invoice_order_id: id,
      line: z.int(),
      kind: z.enum(disputeKinds),
      /** What the parcel weighs according to the merchant. */
      claimed_weight_g: z.int().positive().max(mostDisputedGrams).nullable(),
      text,
    }),
    answer: lineDisputeSchema,
    idempotent: true,
  },
  withdraw: {
    method: 'POST',
    path: '/api/line_disputes/{id}/withdraw',
    access: edit,
    summary: 'Withdraw an open dispute.',
    params: idParams,
    body: z.object({ version: z.int() }),
    answer: lineDisputeSchema,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/line_disputes',
    access: staff,
    summary: 'List disputed invoice lines of all clients: open ones by their deadline, others newest first.',
    query: listQuery.extend({ tab: z.enum(disputeTabs).default('open') }),
    answer: z.array(staffLineDisputeSchema),
    meta: listMeta,
  },
  accept: {
    method: 'POST',
    path: '/api/staff/line_disputes/{account_id}/{id}/accept',
    access: staff,
    summary: 'Accept a dispute: the amount goes to the wallet by a credit note, at once.',
    params: staffParams,
    body: z.object({
      amount: minor.positive(),
      note: z.string().trim().max(longestDispute).optional(),
      version: z.int(),
    }),
    answer: staffLineDisputeSchema,
    idempotent: true,
  },
  refuse: {
    method: 'POST',
    path: '/api/staff/line_disputes/{account_id}/{id}/refuse',
    access: staff,
    summary: 'Refuse a dispute with a reason that the client reads.',
    params: staffParams,
    body: z.object({ reason: text, version: z.int() }),
    answer: staffLineDisputeSchema,
  },
});
