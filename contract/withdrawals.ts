import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import { endpoints } from './endpoint.ts';
import { isIban, plainNumber } from './sepa-rules.ts';
import { currency, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { minWithdrawal, payoutKinds, staffWithdrawalTabs, withdrawalStatuses } from './withdrawal-rules.ts';

/** An account number that begins as an IBAN does is one, and its check digits must be right. */
const isSound = (kind: string, account: string): boolean =>
  kind !== 'bank' || !/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(plainNumber(account)) || isIban(account);

const payoutFields = {
  kind: z.enum(payoutKinds),
  holder: z.string().trim().min(2).max(100),
  /** IBAN or account number; of other methods the account's email address or number. */
  account: z.string().trim().min(4).max(64),
  bank: z.string().trim().max(100).default(''),
  swift: z.string().trim().max(11).default(''),
};
export const payoutAccountSchema = z.object({ id, ...payoutFields, created_at: time });

export const withdrawalSchema = z.object({
  id,
  number: z.string(), // WD-1001
  status: z.enum(withdrawalStatuses),
  currency,
  amount: minor,
  /** Where the money goes, as it was when the withdrawal was requested. */
  payout: z.object(payoutFields),
  reason: z.string().nullable(),
  requested_by: z.string(),
  /** What finance wrote: why it was declined. */
  note: z.string().nullable(),
  /** The bank's number of the payment. */
  reference: z.string().nullable(),
  created_at: time,
  confirmed_at: time.nullable(),
  approved_at: time.nullable(),
  paid_at: time.nullable(),
  /** Until when finance reviews it. */
  due_at: time.nullable(),
  /** When it was declined or cancelled. */
  ended_at: time.nullable(),
  /** Until when the code of the last mail is taken. */
  code_until: time,
  version: z.int(),
});

/** A withdrawal as finance sees it. */
export const staffWithdrawalSchema = withdrawalSchema.extend({
  client: clientSchema,
  /** Whether a second person has to approve it, and who approved it so far. */
  needs_second: z.boolean(),
  approvals: z.array(z.object({ name: z.string(), at: time, own: z.boolean() })),
});

const view = { kind: 'merchant', feature: 'wallet', action: 'view' } as const;
const pay = { kind: 'merchant', feature: 'wallet', action: 'pay' } as const;
const finance = { kind: 'staff', roles: ['finance'] } as const;
const version = z.int();

export const withdrawals = endpoints({
  payoutAccounts: {
    method: 'GET',
    path: '/api/payout_accounts',
    access: pay,
    summary: 'List saved payout accounts.',
    answer: z.array(payoutAccountSchema),
  },
  createPayoutAccount: {
    method: 'POST',
    path: '/api/payout_accounts',
    access: pay,
    summary: 'Create a payout account.',
    body: z
      .object(payoutFields)
      .refine(({ kind, account }) => isSound(kind, account), { path: ['account'], message: 'checks.iban' }),
    answer: payoutAccountSchema,
    idempotent: true,
  },
  removePayoutAccount: {
    method: 'DELETE',
    path: '/api/payout_accounts/{id}',
    access: pay,
    summary: 'Delete a payout account; withdrawals to it stay as they are.',
    params: idParams,
    answer: done,
  },
  list: {
    method: 'GET',
    path: '/api/withdrawals',
    access: view,
    summary: 'List the withdrawals of the account, newest first.',
    query: listQuery,
    answer: z.array(withdrawalSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/withdrawals/{id}',
    access: view,
    summary: 'Retrieve a withdrawal.',
    params: idParams,
    answer: withdrawalSchema,
  },
  create: {
    method: 'POST',
    path: '/api/withdrawals',
    access: pay,
    summary: 'Request a withdrawal: its amount is held, and a code is mailed to confirm it.',
    body: z.object({
      payout_account_id: id,
      amount: minor.min(minWithdrawal, 'checks.withdrawal_least'),
      reason: z.string().trim().max(300).optional(),
    }),
    answer: withdrawalSchema,
    idempotent: true,
  },
  sendCode: {
    method: 'POST',
    path: '/api/withdrawals/{id}/code',
    access: pay,
    summary: 'Mail a new code to confirm a withdrawal.',
    params: idParams,
    answer: withdrawalSchema,
    perMinute: 10,
  },
  confirm: {
    method: 'POST',
    path: '/api/withdrawals/{id}/confirm',
    access: pay,
    summary: 'Confirm a withdrawal with the code of the mail.',
    params: idParams,
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'checks.withdrawal_code'),
    }),
    answer: withdrawalSchema,
    perMinute: 20,
  },
  cancel: {
    method: 'POST',
    path: '/api/withdrawals/{id}/cancel',
    access: pay,
    summary: 'Cancel a withdrawal that is not approved yet; its amount is available again.',
    params: idParams,
    body: z.object({ version }),
    answer: withdrawalSchema,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/withdrawals',
    access: finance,
    summary: 'List the withdrawals of all clients, those to review first.',
    query: listQuery.extend({ tab: z.enum(staffWithdrawalTabs).default('to_review') }),
    answer: z.array(staffWithdrawalSchema),
    meta: listMeta,
  },
  approve: {
    method: 'POST',
    path: '/api/staff/withdrawals/{account_id}/{id}/approve',
    access: finance,
    summary: 'Approve a withdrawal; above the limit a second person has to approve it too.',
    params: staffParams,
    body: z.object({ version }),
    answer: staffWithdrawalSchema,
    idempotent: true,
  },
  markPaid: {
    method: 'POST',
    path: '/api/staff/withdrawals/{account_id}/{id}/paid',
    access: finance,
    summary: 'Record that an approved withdrawal was paid out, with the bank’s number of the payment.',
    params: staffParams,
    body: z.object({ reference: z.string().trim().min(4).max(64), version }),
    answer: staffWithdrawalSchema,
    idempotent: true,
  },
  decline: {
    method: 'POST',
    path: '/api/staff/withdrawals/{account_id}/{id}/decline',
    access: finance,
    summary: 'Decline a withdrawal with a reason that the client reads; its amount is available again.',
    params: staffParams,
    body: z.object({ reason: z.string().trim().min(5).max(300), version }),
    answer: staffWithdrawalSchema,
    idempotent: true,
  },
});
