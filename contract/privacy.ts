import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import { id, idParams, listMeta, listQuery, time } from './shared.ts';

/** How long a buyer's data may be fetched after it was asked for (shopify.md §3.6). */
export const privacyDays = 30;

export const privacyRequestSchema = z.object({
  id,
  store_id: id,
  topic: z.enum(['customers/data_request', 'customers/redact', 'shop/redact']),
  /** Orders that the request is about; null when it is about all of the store. */
  orders: z.int().nullable(),
  received_at: time,
  due_at: time,
  finished_at: time.nullable(),
  /** Buyers that were erased. */
  erased: z.int().nullable(),
  /** Nothing was erased: the shop has the app again. */
  kept: z.boolean(),
  /** Who fetched the buyer's data, and when. */
  handed_over: z.array(z.object({ at: time, by: z.string() })),
});
export type PrivacyRequest = z.infer<typeof privacyRequestSchema>;

const text = z.string().nullable();

/** Everything that is kept of a buyer, in the words of the shop. */
export const buyerDataSchema = z.object({
  kind: z.literal('data of a buyer'),
  store: z.string(),
  requested_at: time,
  composed_at: time,
  orders: z.array(
    z.object({
      name: z.string(),
      external_id: z.string(),
      placed_at: time,
      financial_status: z.string(),
      fulfillment_status: z.string(),
      total: z.string(),
      /** The buyer's data of this order was erased before. */
      erased: z.boolean(),
      recipient: z.object({
        name: text,
        company: text,
        address1: text,
        address2: text,
        city: text,
        province: text,
        zip: text,
        country: text,
        phone: text,
        email: text,
        note: text,
      }),
      lines: z.array(z.object({ title: z.string(), variant: text, sku: z.string(), quantity: z.int() })),
      parcels: z.array(
        z.object({
          carrier: z.string(),
          tracking_number: z.string(),
          status: z.string(),
          shipped_at: time,
          delivered_at: time.nullable(),
        }),
      ),
    }),
  ),
});

const view = { kind: 'merchant', feature: 'stores', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stores', action: 'edit' } as const;

/** What buyers asked of their data, and what was done. */
export const privacy = endpoints({
  list: {
    method: 'GET',
    path: '/api/privacy_requests',
    access: view,
    summary: 'List data requests of buyers that stores passed on, newest first; `store_id` limits them to one store.',
    query: listQuery.extend({ store_id: id.optional() }),
    answer: z.array(privacyRequestSchema),
    meta: listMeta,
  },
  document: {
    method: 'POST',
    path: '/api/privacy_requests/{id}/document',
    access: edit,
    summary: 'Retrieve the buyer’s data as stored now, for the merchant to pass on; each access is recorded.',
    params: idParams,
    answer: z.object({ file_name: z.string(), file: buyerDataSchema }),
  },
});
