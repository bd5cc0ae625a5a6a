import { z } from 'zod';
import { stages } from './order-actions.ts';
import type { Endpoints } from './endpoint.ts';
import { currency, id, idParams, minor, time } from './shared.ts';
import type { orderDetailSchema } from './order-schemas.ts';

/** An order of a split or merge, as it stands before or after it; without a cost while something stops it. */
const outlookSchema = z.object({
  id,
  name: z.string(),
  units: z.int(),
  stage: z.enum(stages),
  cost: z.object({ goods: minor, freight: minor, total: minor, currency }).nullable(),
});
/** What a split or merge would change; `total` is what the commit must be sent as `expected_total`. */
export const regroupingSchema = z.object({
  before: z.array(outlookSchema),
  after: z.array(outlookSchema),
  total: minor.nullable(),
});

/** An order that may be merged with another: of the same buyer, address and store, within a day. */
export const mergeCandidateSchema = z.object({
  id,
  name: z.string(),
  placed_at: time,
  customer: z.string().nullable(),
  units: z.int(),
  items: z.array(z.object({ title: z.string(), variant_title: z.string().nullable(), quantity: z.int() })),
  cost: z.object({ goods: minor, freight: minor, total: minor, currency }).nullable(),
  version: z.int(),
});

const splitLines = z
  .array(z.object({ line_id: id, quantity: z.int().min(1).max(100_000) }))
  .min(1)
  .max(500);
const others = z
  .array(z.object({ id, version: z.int() }))
  .min(1)
  .max(20);
/** What all of them cost together after the action, as its preview said. */
const expected_total = minor.nullable();

const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;

/** Splitting and merging of unpaid orders, as a part of the orders' endpoints; each answers the order as it is then. */
export const orderParts = <Detail extends typeof orderDetailSchema>(detail: Detail) =>
  ({
    splitPreview: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/split/preview',
      rollback: true,
      access: edit,
      summary: 'Preview what an unpaid order and the part split from it would cost; changes nothing.',
      params: idParams,
      body: z.object({ lines: splitLines, version: z.int() }),
      answer: regroupingSchema,
    },
    split: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/split',
      access: edit,
      summary: 'Split units of an unpaid order into an order of their own.',
      params: idParams,
      body: z.object({ lines: splitLines, version: z.int(), expected_total }),
      answer: detail,
      idempotent: true,
    },
    mergeCandidates: {
      method: 'GET',
      path: '/api/shopify_orders/{id}/merge',
      access: view,
      summary:
        'List unpaid orders of the same store, buyer, and address within a day that can be merged with this one.',
      params: idParams,
      answer: z.array(mergeCandidateSchema),
    },
    mergePreview: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/merge/preview',
      rollback: true,
      access: edit,
      summary: 'Preview what an order merged with others would cost, and the others by themselves; changes nothing.',
      params: idParams,
      body: z.object({ orders: others, version: z.int() }),
      answer: regroupingSchema,
    },
    merge: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/merge',
      access: edit,
      summary: 'Merge units of other unpaid orders into this one; each stays an order of its store.',
      params: idParams,
      body: z.object({ orders: others, version: z.int(), expected_total }),
      answer: detail,
      idempotent: true,
    },
    putBack: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/put_back',
      access: edit,
      summary: 'Undo a split or merge while it is unpaid; units go back to their orders.',
      params: idParams,
      body: z.object({ version: z.int() }),
      answer: detail,
      idempotent: true,
    },
  }) as const satisfies Endpoints;
