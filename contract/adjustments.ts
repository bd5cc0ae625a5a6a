import { z } from 'zod';
import {
  adjustmentKinds,
  adjustmentStatuses,
  longestReason,
  mostAdjusted,
  shortestReason,
  staffAdjustmentTabs,
} from './adjustment-rules.ts';
import { clientSchema, staffParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { currency, date, id, listMeta, listQuery, minor, time } from './shared.ts';

const person = z.object({ id, name: z.string() });

/** A manual change of a client's money, with who proposed and who decided it. */
export const adjustmentSchema = z.object({
  id,
  number: z.string(), // ADJ-1001
  client: clientSchema,
  kind: z.enum(adjustmentKinds),
  amount: minor,
  currency,
  /** Of bonus money. */
  last_day: date.nullable(),
  reason: z.string(),
  status: z.enum(adjustmentStatuses),
  proposed_by: person,
  proposed_at: time,
  decided_by: person.nullable(),
  decided_at: time.nullable(),
  note: z.string().nullable(),
  version: z.int(),
});

const finance = { kind: 'staff', roles: ['finance'] } as const;
const reason = z.string().trim().min(shortestReason).max(longestReason);
const amountOf = (kind: keyof typeof mostAdjusted) =>
  minor.positive().max(mostAdjusted[kind], 'checks.adjustment_most');

export const adjustments = endpoints({
  staffList: {
    method: 'GET',
    path: '/api/staff/adjustments',
    access: finance,
    summary: 'List adjustments of all clients: those to decide oldest first, others newest first.',
    query: listQuery.extend({ tab: z.enum(staffAdjustmentTabs).default('proposed') }),
    answer: z.array(adjustmentSchema),
    meta: listMeta,
  },
  propose: {
    method: 'POST',
    path: '/api/staff/adjustments',
    access: finance,
    summary: 'Propose an adjustment, a bonus or a credit limit. Another member of staff decides it.',
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('credit'), account_id: id, amount: amountOf('credit'), reason }),
      z.object({ kind: z.literal('debit'), account_id: id, amount: amountOf('debit'), reason }),
      z.object({ kind: z.literal('bonus'), account_id: id, amount: amountOf('bonus'), last_day: date, reason }),
      z.object({
        kind: z.literal('credit_limit'),
        account_id: id,
        /** 0 turns the credit off. */
        amount: minor.min(0).max(mostAdjusted.credit_limit, 'checks.adjustment_most'),
        reason,
      }),
    ]),
    answer: adjustmentSchema,
    idempotent: true,
  },
  approve: {
    method: 'POST',
    path: '/api/staff/adjustments/{account_id}/{id}/approve',
    access: finance,
    summary: 'Approve an adjustment that somebody else proposed; its money moves at once.',
    params: staffParams,
    body: z.object({ note: z.string().trim().max(longestReason).optional(), version: z.int() }),
    answer: adjustmentSchema,
    idempotent: true,
  },
  reject: {
    method: 'POST',
    path: '/api/staff/adjustments/{account_id}/{id}/reject',
    access: finance,
    summary: 'Reject an adjustment that somebody else proposed.',
    params: staffParams,
    body: z.object({ note: reason, version: z.int() }),
    answer: adjustmentSchema,
  },
  withdraw: {
    method: 'POST',
    path: '/api/staff/adjustments/{account_id}/{id}/withdraw',
    access: finance,
    summary: 'Withdraw an adjustment that oneself proposed and nobody decided.',
    params: staffParams,
    body: z.object({ version: z.int() }),
    answer: adjustmentSchema,
  },
});
