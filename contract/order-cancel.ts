import { z } from 'zod';
import { clientSchema, staffParams } from './clients.ts';
import type { Endpoints } from './endpoint.ts';
import { currency, id, idParams, listMeta, listQuery, minor } from './shared.ts';
import { type orderDetailSchema, cancelRequestSchema } from './order-schemas.ts';
import { cancelUnits } from './order-states.ts';

const staffRequest = cancelRequestSchema.extend({
  client: clientSchema,
  order: z.object({ id, name: z.string(), fulfilment_step: z.string().nullable() }),
  /** What could go back at most. */
  refundable: minor,
  currency,
});

const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;
const reason = z.string().trim().min(1).max(300);
const seen = z.object({ version: z.int() });

/** Calling orders off, and how far the warehouse is with them, as a part of the orders' endpoints. */
export const orderCancels = <Detail extends typeof orderDetailSchema, Packed extends z.ZodType>(
  detail: Detail,
  packed: Packed,
) =>
  ({
    cancel: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/cancel',
      access: edit,
      summary: 'Cancel an order that is unpaid or not prepared yet; what was paid is refunded immediately.',
      params: idParams,
      body: seen.extend({ reason: z.string().trim().max(300).default('') }),
      answer: detail,
      idempotent: true,
    },
    takeBack: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/take_back',
      access: edit,
      summary: 'Refund units that the store removed after payment and that are not prepared yet.',
      params: idParams,
      body: seen,
      answer: detail,
      idempotent: true,
    },
    requestCancel: {
      method: 'POST',
      path: '/api/shopify_orders/{id}/cancel_request',
      access: edit,
      summary:
        'Request the cancellation of an order in preparation, or of units that the store removed; answered within four business hours.',
      params: idParams,
      body: seen.extend({ reason, units: z.enum(cancelUnits).default('open') }),
      answer: detail,
    },
    withdrawCancel: {
      method: 'DELETE',
      path: '/api/shopify_orders/{id}/cancel_request',
      access: edit,
      summary: 'Withdraw a cancellation request; the order continues.',
      params: idParams,
      answer: detail,
    },
    cancelRequests: {
      method: 'GET',
      path: '/api/staff/cancel_requests',
      access: staff,
      summary: 'List cancellation requests of clients: open ones by their deadline, or answered ones.',
      query: listQuery.extend({ tab: z.enum(['open', 'answered']).default('open') }),
      answer: z.array(staffRequest),
      meta: listMeta,
    },
    decideCancel: {
      method: 'POST',
      path: '/api/staff/cancel_requests/{account_id}/{id}',
      access: staff,
      summary: 'Accept a cancellation request, less its cost, or reject it with a reason.',
      params: staffParams,
      body: z.object({
        accept: z.boolean(),
        /** What was spent on it already and is kept. */
        cost: minor.min(0).default(0),
        /** The refund that was shown; where another would be made, the request is refused. */
        expected_refund: minor.min(0).optional(),
        answer: z.string().trim().max(500).default(''),
      }),
      answer: staffRequest,
      idempotent: true,
    },
    recordFulfilmentStep: {
      method: 'POST',
      path: '/api/staff/orders/{account_id}/{id}/fulfilment_step',
      access: { kind: 'staff', roles: ['warehouse'] },
      summary: 'Record a fulfillment step: purchased, picked, packed, or reopened.',
      params: staffParams,
      body: seen.extend({ action: z.enum(['buy', 'pick', 'pack', 'unpack']) }),
      answer: packed,
    },
  }) as const satisfies Endpoints;
