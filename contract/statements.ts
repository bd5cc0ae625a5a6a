import { z } from 'zod';
import { clientSchema } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, minor, time } from './shared.ts';
import { billingLogSchema } from './wallet-schemas.ts';

/** A signed statement of the wallet. */
export const statementSchema = z.object({
  id,
  /** Statements of an account are counted; each names the one before it. */
  position: z.int(),
  from: date,
  to: date,
  currency,
  transactions: z.int(),
  opening_balance: minor,
  closing_balance: minor,
  hash: z.string(),
  key_id: z.string(),
  issued_at: time,
});

export const statementKeySchema = z.object({
  id: z.string(),
  algorithm: z.literal('Ed25519'),
  /** The 32 bytes of the key in base64. */
  public_key: z.string(),
  from: time,
  until: time.nullable(),
});

const view = { kind: 'merchant', feature: 'wallet', action: 'view' } as const;
const finance = { kind: 'staff', roles: ['finance'] } as const;
const ofClient = z.object({ account_id: id });
const take = { kind: 'merchant', feature: 'wallet', action: 'export' } as const;

export const statements = endpoints({
  list: {
    method: 'GET',
    path: '/api/statements',
    access: view,
    summary: 'List signed statements of the wallet, the newest period first.',
    query: listQuery,
    answer: z.array(statementSchema),
    meta: listMeta,
  },
  issue: {
    method: 'POST',
    path: '/api/statements',
    access: take,
    seconds: callTimes.many,
    summary: 'Issue a signed statement of a period that is over; the same period is issued once.',
    body: z.object({ from: date, to: date }),
    answer: statementSchema, // a repeated call is answered the same: no key is needed
  },
  file: {
    method: 'POST',
    path: '/api/statements/{id}/file',
    access: take,
    seconds: callTimes.many,
    summary:
      'Create a single-use link to the file of a statement: the signed JSON, its entries as CSV, or the statement on paper.',
    params: idParams,
    body: z.object({ format: z.enum(['json', 'csv', 'pdf']) }),
    answer: z.object({ url: z.string(), name: z.string() }),
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/statements/{account_id}',
    access: finance,
    summary: 'Retrieve the statement of a client’s wallet for a period, the newest transaction first.',
    params: ofClient,
    /** This month so far, in the client's time zone, where nothing is said. */
    query: listQuery.extend({ from: date.optional(), to: date.optional() }),
    answer: z.array(billingLogSchema),
    meta: listMeta.extend({
      client: clientSchema,
      currency,
      /** Days begin and end in it. */
      time_zone: z.string(),
      from: date,
      to: date,
      opening: minor,
      money_in: minor,
      money_out: minor,
      closing: minor,
    }),
  },
  staffFile: {
    method: 'POST',
    path: '/api/staff/statements/{account_id}/file',
    access: finance,
    seconds: callTimes.many,
    summary: 'Create a single-use link to the statement of a client’s wallet for a period, as CSV or PDF.',
    params: ofClient,
    body: z.object({ from: date, to: date, format: z.enum(['csv', 'pdf']) }),
    answer: z.object({ url: z.string(), name: z.string() }),
  },
  rotateKey: {
    method: 'POST',
    path: '/api/staff/statement_keys',
    access: { kind: 'staff', roles: ['admin'] },
    summary: 'Replace the key that signs statements. Earlier keys stay published.',
    answer: done,
    idempotent: true,
  },
});
