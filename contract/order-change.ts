import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { addressInput } from './order-edits.ts';
import { country, currency, id, idParams, minor } from './shared.ts';
import type { orderDetailSchema } from './order-schemas.ts';

/** Another way for a paid order: a channel (null: the one it has, or what its store’s settings say), another address, or the shop’s. */
const shippingInput = z.object({
  channel_id: id.nullable(),
  address: addressInput.optional(),
  shop_address: z.literal(true).optional(),
});
const cost = z.object({ goods: minor, freight: minor, fees: minor, total: minor });
const way = z.object({ country: country.nullable(), channel: z.string().nullable(), cost });

/** What another way costs a paid order, and what becomes of the difference. */
export const changePreviewSchema = z.object({
  was: way,
  becomes: way.extend({ channel_id: id, days: deliveryDaysSchema }),
  /** Above zero it is paid from the wallet, below it goes back there. */
  difference: minor,
  currency,
  available: minor,
  missing: minor,
});

/** What changes after an order was paid, as a part of the orders’ endpoints. */
export const orderChanges = <Detail extends typeof orderDetailSchema>(detail: Detail) =>
  ({
    previewChange: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/change/preview',
      rollback: true,
      access: { kind: 'merchant', feature: 'orders', action: 'edit' },
      summary: 'Preview what a paid order would cost with another shipping method or country; changes nothing.',
      params: idParams,
      body: shippingInput,
      answer: changePreviewSchema,
    },
    change: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/change',
      access: { kind: 'merchant', feature: 'orders', action: 'pay' },
      summary:
        'Change the shipping method or country of a paid order; the difference is paid from or refunded to the wallet, and refused if it differs.',
      params: idParams,
      body: shippingInput.extend({ expected_difference: minor, version: z.int() }),
      answer: detail,
      idempotent: true,
    },
    cancelFulfilment: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/cancel_fulfilment',
      access: { kind: 'merchant', feature: 'orders', action: 'edit' },
      summary: 'Cancel a fulfillment that someone else made in the store, so that the order can be shipped from here.',
      params: idParams,
      body: z.object({ version: z.int() }),
      answer: detail,
    },
    releaseInStore: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/release_in_store',
      access: { kind: 'merchant', feature: 'orders', action: 'edit' },
      summary: 'Release the hold that an order’s store placed on its fulfillment.',
      params: idParams,
      body: z.object({ version: z.int() }),
      answer: detail,
    },
  }) as const satisfies Endpoints;
