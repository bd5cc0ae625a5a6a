import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { country, currency, id, listMeta, listQuery, time } from './shared.ts';

const contactSchema = z.object({
  id,
  type_of: z.string(),
  alias: z.string().nullable(),
  url: z.string(),
  phone_country: z.string().nullable(),
  phone_country_code: z.string().nullable(),
});

/** A period of views or actions of the provider's staff in one account: one row per person, day and kind. */
export const visitSchema = z.object({
  staff: z.string(),
  /** `read`: only looked; `act`: changed something in the merchant's place (P28). */
  kind: z.enum(['read', 'act']),
  first_at: time,
  last_at: time,
  times: z.int(),
  /** What was looked at or changed, as features. */
  features: z.array(z.string()),
});

export const billingSchema = z.object({
  /** Lines of the address, up to four. */
  address: z.string().trim().max(300),
  country: country.nullable(),
  tax_id: z.string().trim().max(40),
  version: z.int(),
});

const edit = { kind: 'merchant', feature: 'account', action: 'edit' } as const;
const view = { kind: 'merchant', feature: 'account', action: 'view' } as const;

export const account = endpoints({
  get: {
    method: 'GET',
    path: '/api/account',
    access: { kind: 'user' },
    summary: 'Retrieve the caller’s email and, for merchants, the account with its contacts.',
    answer: z.object({
      email: z.string(),
      email_verified: z.boolean(),
      username: z.string(),
      nick_name: z.string(),
      account: z
        .object({ id, number: z.int(), name: z.string(), currency, time_zone: z.string(), created_at: time })
        .nullable(),
      /** Empty for members who may not view the account. */
      contacts: z.array(contactSchema),
      market_note: z.string().nullable(),
    }),
  },
  billing: {
    method: 'GET',
    path: '/api/account/billing',
    access: view,
    summary: 'Retrieve what invoices say of the account: address, country and tax ID.',
    answer: billingSchema,
  },
  saveBilling: {
    method: 'PUT',
    path: '/api/account/billing',
    access: edit,
    summary: 'Update what invoices say of the account. Issued invoices stay as they are.',
    body: billingSchema,
    answer: billingSchema,
  },
  visits: {
    method: 'GET',
    path: '/api/account/visits',
    access: view,
    summary: 'List staff access to the account, newest first.',
    query: listQuery,
    answer: z.array(visitSchema),
    meta: listMeta,
  },
});
