import { z } from 'zod';
import { bankColumns, bankRowStates, bankRowTabs, mostConfirmed } from './bank-statement-rules.ts';
import { clientSchema } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { rechargeStatuses } from './recharge-rules.ts';
import { currency, date, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';

const finance = { kind: 'staff', roles: ['finance'] } as const;

/** Which column of the file holds what, counted from 0; null for what it does not say. */
export const bankMappingSchema = z.object({
  date: z.int().min(0),
  amount: z.int().min(0),
  currency: z.int().min(0).nullable(),
  reference: z.int().min(0).nullable(),
  payer: z.int().min(0).nullable(),
  transaction: z.int().min(0).nullable(),
});

export const bankFileSchema = z.object({
  id,
  name: z.string(),
  method: z.object({ code: z.string(), name: z.string() }),
  rows: z.int(),
  /** How many rows hold no money that came in, by the column that would be the amount: they are left out. */
  outgoing: z.array(z.int()),
  /** Titles of the columns, and the first rows below them. */
  head: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** What the columns seem to hold; null where no title tells. */
  guess: z.record(z.enum(bankColumns), z.int().nullable()),
  /** In which sequence day and month stand in its dates; null where they leave it open. */
  dates: z.enum(['dmy', 'mdy']).nullable(),
});

/** What became of a file's rows. */
export const bankImportSchema = z.object({
  added: z.int(),
  /** Imported before, by this file or an overlapping one. */
  known: z.int(),
  /** Money that left the account. */
  outgoing: z.int(),
  refused: z.array(z.object({ row: z.int(), message: z.string() })),
});

/** A recharge that a row of the bank may be of. */
export const bankCandidateSchema = z.object({
  recharge_id: id,
  number: z.string(),
  client: clientSchema,
  status: z.enum(rechargeStatuses),
  /** What the merchant declared, and what was credited; null before that. */
  amount: minor,
  received: minor.nullable(),
  currency,
  reference: z.string(),
  payer_name: z.string().nullable(),
  /** Whether the row names it, by its reference or its transaction number; else only the amount fits. */
  named: z.boolean(),
  /** Whether the row's amount is above what one member of staff approves alone, and who approved it first. */
  needs_second: z.boolean(),
  first_approval: z.object({ name: z.string(), own: z.boolean() }).nullable(),
  version: z.int(),
});

export const bankRowSchema = z.object({
  id,
  state: z.enum(bankRowStates),
  method: z.object({ code: z.string(), name: z.string() }),
  booked_on: date,
  amount: minor,
  currency,
  reference: z.string(),
  payer: z.string(),
  transaction_id: z.string().nullable(),
  file: z.object({ name: z.string(), row: z.int(), at: time }),
  /** For open rows what they may be of, the likeliest first; for credited ones what they are of. */
  candidates: z.array(bankCandidateSchema),
  note: z.string().nullable(),
  decided_by: z.object({ id, name: z.string() }).nullable(),
  decided_at: time.nullable(),
});

export const bankStatements = endpoints({
  upload: {
    method: 'POST',
    path: '/api/staff/bank_files',
    seconds: callTimes.bytes,
    access: finance,
    summary: 'Upload a bank statement of a payment method’s account (CSV or XLSX) to see its columns.',
    query: z.object({ method: z.string().max(40) }),
    upload: true,
    answer: bankFileSchema,
  },
  take: {
    method: 'POST',
    path: '/api/staff/bank_files/{id}/import',
    seconds: callTimes.many,
    access: finance,
    summary: 'Import the rows of an uploaded bank statement; rows that were imported before are left out.',
    params: idParams,
    body: z.object({
      columns: bankMappingSchema,
      dates: z.enum(['dmy', 'mdy']).nullable(),
      /** Of rows that name none. */
      currency,
    }),
    answer: bankImportSchema,
    idempotent: true,
  },
  list: {
    method: 'GET',
    path: '/api/staff/bank_rows',
    access: finance,
    summary: 'List incoming payments of imported bank statements with the recharges they may belong to.',
    query: listQuery.extend({ tab: z.enum(bankRowTabs).default('exact') }),
    answer: z.array(bankRowSchema),
    meta: listMeta,
  },
  confirm: {
    method: 'POST',
    path: '/api/staff/bank_rows/{id}/confirm',
    access: finance,
    summary:
      'Confirm that a payment belongs to a recharge, which credits the amount that the bank received. Above the limit another member of staff confirms it too.',
    params: idParams,
    body: z.object({ account_id: id, recharge_id: id, version: z.int() }),
    answer: bankRowSchema,
    idempotent: true,
  },
  confirmExact: {
    method: 'POST',
    path: '/api/staff/bank_rows/confirm_exact',
    seconds: callTimes.many,
    access: finance,
    summary: 'Confirm payments that match a recharge exactly, each in a transaction of its own.',
    body: z.object({ ids: z.array(id).min(1).max(mostConfirmed) }),
    /** `waiting`: confirmed first, so that another member of staff has to confirm them too. */
    answer: z.object({ confirmed: z.int(), waiting: z.int(), refused: z.array(z.object({ id, message: z.string() })) }),
  },
  ignore: {
    method: 'POST',
    path: '/api/staff/bank_rows/{id}/ignore',
    access: finance,
    summary: 'Ignore a payment that is no recharge, with a reason.',
    params: idParams,
    body: z.object({ reason: z.string().trim().min(5).max(300) }),
    answer: bankRowSchema,
  },
  reopen: {
    method: 'POST',
    path: '/api/staff/bank_rows/{id}/reopen',
    access: finance,
    summary: 'Reopen a payment that was ignored.',
    params: idParams,
    answer: bankRowSchema,
  },
});
