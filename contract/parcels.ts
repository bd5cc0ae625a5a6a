import { z } from 'zod';
import { claimReasons } from './claim-rules.ts';
import { clientSchema, staffParams } from './clients.ts';
import { callTimes, endpoints } from './endpoint.ts';
import { parcelStatuses } from './parcel-rules.ts';
import { id, idParams, listMeta, listQuery, time } from './shared.ts';
import { alertRules } from './parcel-alerts.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';
import { promiseSchema } from './order-schemas.ts';

/** Why somebody looks after a parcel, since when, and what a claim for it would be about. */
export const alertSchema = z.object({
  rule: z.enum(alertRules),
  since: time,
  claim_reason: z.enum(claimReasons),
  /** Since when all units of a parcel that came back are in stock again. */
  settled_at: time.nullable(),
});

/** One thing that a carrier said. */
export const parcelEventSchema = z.object({
  id,
  at: time,
  /** Null: told, but it did not move the parcel. */
  status: z.enum(parcelStatuses).nullable(),
  substatus: z.string().nullable(),
  place: z.string(),
  /** The carrier's own words. */
  said: z.string(),
  carrier: z.string(),
  number: z.string(),
  /** About a number that was corrected since: it does not count. */
  replaced: z.boolean(),
});

export const followedParcelSchema = z.object({
  id,
  carrier: z.string(),
  tracking_number: z.string(),
  tracking_url: z.string().nullable(),
  last_mile: z.object({ carrier: z.string(), tracking_number: z.string() }).nullable(),
  channel: z.string(),
  units: z.int(),
  status: z.enum(parcelStatuses),
  substatus: z.string().nullable(),
  labelled_at: time,
  handed_over_at: time.nullable(),
  last_event_at: time.nullable(),
  delivered_at: time.nullable(),
  /** What is to happen next, and by when at the latest; null when nothing is. */
  expected: z
    .object({ what: z.enum(['scan', 'event', 'delivery', 'pickup', 'attempt', 'answer']), by: time.nullable() })
    .nullable(),
  alerts: z.array(alertSchema),
  /** Newest first. */
  events: z.array(parcelEventSchema),
});

export const orderParcelsSchema = z.object({
  promised: promiseSchema.nullable(),
  /** Of the order as a whole: it has no parcel yet. */
  alerts: z.array(alertSchema),
  parcels: z.array(followedParcelSchema),
});

const watched = z.object({
  /** `partial`: some of its units have left. */
  order: z.object({ id, name: z.string(), store: z.string(), country: z.string().nullable(), partial: z.boolean() }),
  client: clientSchema,
  /** Null: what is missing has no parcel yet. */
  parcel: followedParcelSchema
    .pick({ id: true, carrier: true, tracking_number: true, tracking_url: true, status: true, substatus: true })
    .nullable(),
  rule: z.enum(alertRules),
  since: time,
  last_event_at: time.nullable(),
  promised: promiseSchema.nullable(),
  /** The order's newest claim. */
  claim: z.object({ id, number: z.string() }).nullable(),
  /** Whether something was written about the order. */
  messages: z.boolean(),
  /** Units of the order that were returned to stock; of a parcel that came back. */
  restocked: z.int(),
  /** Since when all units of the parcel are in stock again: staff have nothing left to do. */
  settled_at: time.nullable(),
});

const exceptionQuery = listQuery.extend({ tab: z.enum(['all', ...alertRules, 'settled']).default('all') });
const staff = { kind: 'staff', roles: ['agent', 'warehouse'] } as const;

export const parcels = endpoints({
  ofOrder: {
    method: 'GET',
    path: '/api/shopify_orders/{id}/parcels',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'List an order’s parcels with all tracking events, the estimated delivery, and exceptions.',
    params: idParams,
    answer: orderParcelsSchema,
  },
  staffExceptions: {
    method: 'GET',
    path: '/api/staff/exceptions',
    access: staff,
    summary: 'List parcels and orders of all clients with exceptions, the oldest first; settled ones apart.',
    query: exceptionQuery,
    answer: z.array(watched),
    meta: listMeta,
  },
  staffFile: {
    method: 'POST',
    path: '/api/staff/exceptions/file',
    seconds: callTimes.bytes,
    access: staff,
    summary: 'Export parcels and orders of all clients with exceptions to a file.',
    body: exceptionQuery.omit(ofOnePage).extend(staffFileBody),
    answer: staffFileAnswer,
  },
  staffOfOrder: {
    method: 'GET',
    path: '/api/staff/orders/{account_id}/{id}/parcels',
    access: staff,
    summary: 'List the parcels of a client’s order as the client sees them.',
    params: staffParams,
    answer: orderParcelsSchema,
  },
  ask: {
    method: 'POST',
    path: '/api/staff/parcels/{account_id}/{id}/ask',
    seconds: callTimes.outside,
    access: staff,
    summary: 'Refresh the tracking of a parcel from its carriers now.',
    params: staffParams,
    answer: z.object({ asked: z.boolean() }),
  },
});
