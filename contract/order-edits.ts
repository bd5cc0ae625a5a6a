import { z } from 'zod';
import type { addressFields } from './address-rules.ts';
import { deliveryDaysSchema } from './delivery-days-schema.ts';
import { catalogFlags } from './catalog-rules.ts';
import type { Endpoints } from './endpoint.ts';
import { currency, id, idParams, minor } from './shared.ts';
import type { orderDetailSchema } from './order-schemas.ts';

const text = z.string().trim().max(200).nullable();

/** An address as it is corrected; lengths and forms are judged by `address-rules.ts`, so that nothing is cut. */
export const addressInput = z.object({
  name: text,
  company: text,
  address1: text,
  address2: text,
  city: text,
  province: text,
  zip: text,
  country: text,
  phone: text,
  tax_id: text,
} satisfies Record<(typeof addressFields)[number], typeof text>);

/** What an order costs on one channel and how long that takes, or why the channel does not take its goods. */
export const channelOfferSchema = z.object({
  channel: z.object({ id, name: z.string() }),
  days: deliveryDaysSchema,
  cost: z.object({ goods: minor, freight: minor, fees: minor, total: minor, currency }),
  chosen: z.boolean(),
  refuses: z.array(z.enum(catalogFlags)),
  too_heavy: z.boolean(),
});

const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;

/** What a merchant may change of an order, as a part of the orders' endpoints; each answers the order as it is then. */
export const orderEdits = <Detail extends typeof orderDetailSchema>(detail: Detail) =>
  ({
    address: {
      method: 'PUT',
      path: '/api/shopify_orders/{id}/address',
      access: edit,
      summary: 'Correct the shipping address of an order until it is packed; the store’s address is kept beside it.',
      params: idParams,
      body: z.object({ address: addressInput, version: z.int() }),
      answer: detail,
    },
    shopAddress: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/address/shop',
      access: edit,
      summary: 'Use the store’s address, or keep the correction after the store changed its address.',
      params: idParams,
      body: z.object({ take: z.boolean(), version: z.int() }),
      answer: detail,
    },
    channels: {
      method: 'GET',
      path: '/api/shopify_orders/{id}/channels',
      access: view,
      summary: 'List shipping methods with a rate for the whole order: days, cost, and restrictions.',
      params: idParams,
      answer: z.array(channelOfferSchema),
    },
    channel: {
      method: 'PUT',
      path: '/api/shopify_orders/{id}/channel',
      access: edit,
      summary: 'Choose the shipping method of an unpaid order; null leaves it to the store’s settings.',
      params: idParams,
      body: z.object({ channel_id: id.nullable(), version: z.int() }),
      answer: detail,
    },
    line: {
      method: 'PUT',
      path: '/api/shopify_orders/{id}/lines/{line}',
      access: edit,
      summary: 'Ship a line of an unpaid order as another variant, or mark it as self-fulfilled.',
      params: idParams.extend({ line: id }),
      body: z.object({ variant_id: id.optional(), not_ours: z.boolean().optional(), version: z.int() }),
      answer: detail,
    },
  }) as const satisfies Endpoints;
