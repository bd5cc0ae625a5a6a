import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { invoicingModes } from './order-invoice-rules.ts';
import { hours } from './order-invoices.ts';
import { features } from './rights.ts';
import { currency, done, id, idParams, listMeta, listQuery, money, option, time } from './shared.ts';
import { ofOnePage, staffFileAnswer, staffFileBody } from './staff-files.ts';

/** Ids of one client's record, as staff ask for it: lists across accounts live only there (P3). */
export const staffParams = z.object({ account_id: id, id });
/** The client a row belongs to. */
export const clientSchema = z.object({ id, number: z.int(), name: z.string() });

export const clients = endpoints({
  options: {
    method: 'GET',
    path: '/api/filters/clients',
    cache: true,
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'List clients by name or number, for selection; with `id`, that client alone.',
    query: listQuery.extend({ id: id.optional() }),
    answer: z.array(option.extend({ currency })),
  },
  list: {
    method: 'GET',
    path: '/api/staff/clients',
    rollback: true,
    access: { kind: 'staff', roles: ['agent', 'finance'] },
    summary: 'List all clients with stores, orders of the last 30 days, and balance.',
    query: listQuery,
    answer: z.array(
      clientSchema.extend({
        agent: z.string().nullable(),
        agent_user_id: id.nullable(),
        stores: z.int(),
        orders_30d: z.int(),
        balance: money,
        /** Whether the client may search by picture. */
        image_identify_enabled: z.boolean(),
        invoicing: z.enum(invoicingModes),
        /** How long the prices of an issued invoice stand, in hours. */
        invoice_valid_hours: z.int(),
        created_at: time,
      }),
    ),
    meta: listMeta,
  },
  file: {
    method: 'POST',
    path: '/api/staff/clients/file',
    seconds: callTimes.bytes,
    access: { kind: 'staff', roles: ['agent', 'finance'] },
    summary: 'Export all clients to a file.',
    body: listQuery.omit(ofOnePage).extend(staffFileBody),
    answer: staffFileAnswer,
  },
  change: {
    method: 'PATCH',
    path: '/api/staff/clients/{id}',
    access: { kind: 'staff', roles: ['agent'] },
    summary: 'Update the settings that the provider keeps for a client.',
    params: idParams,
    body: z.union([
      z.object({ image_identify_enabled: z.boolean() }),
      /** Who looks after the client; null leaves it to all agents. */
      z.object({ agent_user_id: id.nullable() }),
      /** How the client pays for orders, and how long the prices of an issued invoice stand. */
      z.object({ invoicing: z.enum(invoicingModes), invoice_valid_hours: hours }),
    ]),
    answer: done,
  },
  readable: {
    method: 'GET',
    path: '/api/staff/clients/{id}/readable_features',
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'List the features of a client that you may read.',
    params: idParams,
    answer: z.array(z.enum(features)),
  },
  agents: {
    method: 'GET',
    path: '/api/filters/agents',
    access: { kind: 'staff', roles: ['agent'] },
    summary: 'List agents, for selection.',
    answer: z.array(option),
  },
});
