import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { addressInput, channelOfferSchema } from './order-edits.ts';
import { country, done, id, idParams, listMeta, listQuery, money, time } from './shared.ts';
import type { addressSchema, blockSchema, costSchema, orderDetailSchema } from './order-schemas.ts';

/** What a line is of: a variant of the store, or an item of the catalogue as it is. */
const goods = { variant_id: id.nullable().default(null), sku_id: id.nullable().default(null) };
const draftLine = z
  .object({ ...goods, quantity: z.int().min(1).max(10_000) })
  .refine((line) => (line.variant_id === null) !== (line.sku_id === null), 'checks.variant_or_item');
const lines = z.array(draftLine).max(100);
/** Where a manual order goes, with the buyer's e-mail. */
export const manualRecipient = addressInput.extend({
  email: z.string().trim().max(50).nullable(),
});

/** An order as it is written manually; a draft may be incomplete. */
export const draftInput = z.object({
  /** Null: it is of no store. */
  store_id: id.nullable(),
  /** The merchant's own number; made when it is placed where this is empty. */
  name: z.string().trim().max(50),
  recipient: manualRecipient,
  lines,
  channel_id: id.nullable(),
  remark: z.string().trim().max(500),
});

/** Something that can be put into an order manually. */
export const draftGoodsSchema = z.object({
  ...goods,
  title: z.string(),
  variant_title: z.string().nullable(),
  sku: z.string(),
  picture_url: z.string().nullable(),
  /** The lowest price of one piece; null while there is none, or while the variant is not mapped. */
  price: money.nullable(),
  mapped: z.boolean(),
  /** Own pieces at hand; null where a variant consists of several items. */
  stock: z.int().nullable(),
});
const draftSchema = z.object({
  id,
  store: z.object({ id, name: z.string() }).nullable(),
  name: z.string(),
  customer: z.string().nullable(),
  country: country.nullable(),
  lines: z.int(),
  units: z.int(),
  updated_at: time,
  version: z.int(),
});
const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;

type Parts = {
  detail: typeof orderDetailSchema;
  address: typeof addressSchema;
  block: typeof blockSchema;
  cost: typeof costSchema;
};

/** Manual orders, as a part of the orders' endpoints. */
export function orderDrafts({ detail, address, block, cost }: Parts) {
  const draftDetail = draftSchema.extend({
    recipient: address.extend({ country: z.string().nullable() }),
    draft_lines: z.array(draftGoodsSchema.extend({ quantity: z.int(), gone: z.boolean() })),
    channel_id: id.nullable(),
    remark: z.string(),
  });
  return {
    drafts: {
      method: 'GET',
      path: '/api/order_drafts',
      access: view,
      summary: 'List drafts of manual orders, latest first.',
      query: listQuery,
      answer: z.array(draftSchema),
      meta: listMeta,
    },
    draftGoods: {
      method: 'GET',
      path: '/api/order_drafts/goods',
      rollback: true,
      access: edit,
      summary: 'List what can be added to a manual order: variants of a store, and catalog items with a price.',
      query: z.object({ store_id: id.optional(), q: z.string().trim().max(120).optional() }),
      answer: z.array(draftGoodsSchema),
    },
    draftPrice: {
      method: 'POST',
      path: '/api/order_drafts/price',
      rollback: true,
      access: edit,
      summary: 'Preview the cost, shipping methods, and blocks of an order with these lines; changes nothing.',
      body: z.object({ store_id: id.nullable(), country: country.nullable(), lines, channel_id: id.nullable() }),
      answer: z.object({
        cost: cost.nullable(),
        channel: z.object({ id, name: z.string() }).nullable(),
        days: deliveryDaysSchema.nullable(),
        channels: z.array(channelOfferSchema),
        /** What the lines and the country lead to; the address is judged by `address-rules.ts` with `carrier`. */
        blocks: z.array(block.omit({ since: true })),
        carrier: z.object({ phone: z.boolean(), latin: z.boolean(), po_boxes: z.boolean(), customs: z.boolean() }),
      }),
    },
    draft: {
      method: 'GET',
      path: '/api/order_drafts/{id}',
      access: view,
      summary: 'Retrieve a draft.',
      params: idParams,
      answer: draftDetail,
    },
    createDraft: {
      method: 'POST',
      path: '/api/order_drafts',
      access: edit,
      summary: 'Create a draft.',
      body: draftInput,
      answer: draftDetail,
    },
    saveDraft: {
      method: 'PUT',
      path: '/api/order_drafts/{id}',
      access: edit,
      summary: 'Update a draft.',
      params: idParams,
      body: draftInput.extend({ version: z.int() }),
      answer: draftDetail,
    },
    removeDraft: {
      method: 'DELETE',
      path: '/api/order_drafts/{id}',
      access: edit,
      summary: 'Delete a draft.',
      params: idParams,
      answer: done,
    },
    placeDraft: {
      method: 'POST',
      path: '/api/order_drafts/{id}/place',
      access: edit,
      summary: 'Place the order of a draft once; a repeated call returns the same order.',
      params: idParams,
      body: z.object({ version: z.int() }),
      answer: detail,
      idempotent: true,
    },
    draftAgain: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/draft',
      access: edit,
      summary: 'Create a draft with the address and lines of an order.',
      params: idParams,
      answer: draftDetail,
    },
  } as const satisfies Endpoints;
}
