import { z } from 'zod';
import { stages } from './order-actions.ts';
import { endpoints } from './endpoint.ts';
import { done, id, idParams, listMeta, listQuery, time } from './shared.ts';

/** A message about an order. */
const message = z.object({
  seq: z.int(),
  side: z.enum(['client', 'staff']),
  author: z.string().nullable(),
  /** Empty once the order’s buyer was erased. */
  text: z.string(),
  at: time,
});

/** What was written about an order, oldest first, and how much of it the reader’s side has not read. */
export const conversationSchema = z.object({ messages: z.array(message), unread: z.int() });

/** A conversation as staff see it. */
export const staffConversationSchema = z.object({
  order: z.object({ id, name: z.string(), store: z.string(), stage: z.enum(stages) }),
  client: z.object({ id, number: z.int(), name: z.string() }),
  last: message,
  /** Since when the client waits for an answer. */
  waiting_since: time.nullable(),
  unread: z.int(),
});

/** What was ordered, as far as it is still wanted or has left. */
const line = z.object({
  id,
  title: z.string(),
  variant_title: z.string().nullable(),
  image_url: z.string().nullable(),
  quantity: z.int(),
  shipped: z.int(),
});

const text = z.object({ text: z.string().trim().min(1).max(4000) });
const seen = z.object({ seq: z.int().min(0) });

const view = { kind: 'merchant', feature: 'orders', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;
const staff = { kind: 'staff', roles: ['agent'] } as const;
const staffParams = z.object({ account_id: id, id });

export const conversations = endpoints({
  list: {
    method: 'GET',
    path: '/api/shopify_orders/{id}/messages',
    access: view,
    summary: 'Retrieve the messages between client and agent about an order.',
    params: idParams,
    answer: conversationSchema,
  },
  say: {
    method: 'POST',
    path: '/api/shopify_orders/{id}/messages',
    access: edit,
    summary: 'Send a message to the agent about an order.',
    params: idParams,
    body: text,
    answer: done, // no words: answers are kept with their keys, where an erasure does not look
    idempotent: true,
  },
  read: {
    method: 'POST',
    path: '/api/shopify_orders/{id}/messages/read',
    access: view,
    summary: 'Mark the messages as read up to one of them.',
    params: idParams,
    body: seen,
    answer: done,
  },
  staffList: {
    method: 'GET',
    path: '/api/staff/messages',
    access: staff,
    summary: 'List conversations about orders of all clients, the longest waiting or the latest first.',
    query: listQuery.extend({ tab: z.enum(['waiting', 'all']).default('waiting') }),
    answer: z.array(staffConversationSchema),
    meta: listMeta,
  },
  staffGet: {
    method: 'GET',
    path: '/api/staff/messages/{account_id}/{id}',
    access: staff,
    summary: 'Retrieve the conversation about a client’s order.',
    params: staffParams,
    answer: staffConversationSchema.extend({ messages: z.array(message), lines: z.array(line) }),
  },
  staffSay: {
    method: 'POST',
    path: '/api/staff/messages/{account_id}/{id}',
    access: staff,
    summary: 'Send a message to the client about an order.',
    params: staffParams,
    body: text,
    answer: done, // no words: answers are kept with their keys, where an erasure does not look
    idempotent: true,
  },
  staffRead: {
    method: 'POST',
    path: '/api/staff/messages/{account_id}/{id}/read',
    access: staff,
    summary: 'Mark the messages as read up to one of them; `settled` closes the client’s question.',
    params: staffParams,
    body: seen.extend({ settled: z.boolean().default(false) }),
    answer: done,
  },
});
