import { z } from 'zod';
import type { addressFields } from './address-rules.ts';
import type { Endpoints } from './endpoint.ts';
import type { orderDetailSchema } from './orders.ts';
import { idParams } from './shared.ts';

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

const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;

/** What a merchant may change of an order, as a part of the orders' endpoints; each answers the order as it is then. */
export const orderEdits = <Detail extends typeof orderDetailSchema>(detail: Detail) =>
  ({
    address: {
      method: 'PUT',
      path: '/api/shopify_orders/{id}/address',
      access: edit,
      summary: 'Correct where an order goes, until it is packed; what the shop said is kept beside it.',
      params: idParams,
      body: z.object({ address: addressInput, version: z.int() }),
      answer: detail,
    },
    shopAddress: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/address/shop',
      access: edit,
      summary:
        'Take the shop’s address back in place of the correction, or keep the correction after the shop changed its own.',
      params: idParams,
      body: z.object({ take: z.boolean(), version: z.int() }),
      answer: detail,
    },
  }) as const satisfies Endpoints;
