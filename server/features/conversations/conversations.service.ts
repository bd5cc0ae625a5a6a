import type { conversations } from '#contract/conversations.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  requireStore,
  type MerchantCtx,
  notFound,
  type StaffActor,
  type StaffCtx,
} from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as rows from './conversations.db.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';

type Ids = { account_id: string; id: string };
const keyOf = ({ account_id, id }: Ids) => ({ account_id, order_id: id });

/** The order that the conversation is about; throws 404 for foreign ids and for stores outside the member's scope. */
async function orderOf(ctx: Ctx, ids: Ids): Promise<rows.OrderHead> {
  const order = await rows.findOrder(ctx, keyOf(ids));
  if (!order) throw notFound('order');
  requireStore(ctx.actor, order.store_id);
  return order;
}

/** What was written about an order of the account. */
export async function getConversation(ctx: MerchantCtx, id: string) {
  const ids = { account_id: ctx.account, id };
  await orderOf(ctx, ids);
  return {
    messages: await rows.findMessages(ctx, keyOf(ids)),
    unread: await rows.countUnread(ctx, keyOf(ids), 'client'),
  };
}

/** Writes to the agent about an order; staff have it among those who wait. */
export async function sayToAgent(ctx: MerchantCtx, id: string, text: string): Promise<void> {
  if (ctx.actor.acting) throw appError('forbidden', { text: 'conversations.acting' });
  const ids = { account_id: ctx.account, id };
  const order = await orderOf(ctx, ids);
  await rows.addMessage(ctx, keyOf(ids), { side: 'client', author_id: ctx.actor.user_id, text });
  await resolveNotifications(ctx, id, ['order_message']);
  await notify(ctx, {
    event: 'staff_order_message',
    account_id: ids.account_id,
    subject: id,
    params: { order: order.name, client: order.client },
    link: `/staff/messages?account=${ids.account_id}&order=${id}`,
  });
  await said(ctx, ids, 'conversations.say');
}

/** Writes to the client about an order; nobody waits for an answer any more. */
export async function sayToClient(ctx: AccountCtx<StaffActor>, id: string, text: string): Promise<void> {
  const order = await orderOf(ctx, { account_id: ctx.account, id });
  await rows.addMessage(ctx, keyOf({ account_id: ctx.account, id }), {
    side: 'staff',
    author_id: ctx.actor.user_id,
    text,
  });
  await resolveNotifications(ctx, id, ['staff_order_message']);
  await notify(ctx, {
    event: 'order_message',
    account_id: ctx.account,
    subject: id,
    store_id: order.store_id,
    params: { order: order.name },
    link: `/order/index?order=${id}&part=messages`,
  });
  await said(ctx, { account_id: ctx.account, id }, 'conversations.staffSay');
}

async function said(ctx: Ctx, { account_id, id }: Ids, action: string): Promise<void> {
  await audit(ctx, { action, account_id, entity: 'orders', entity_id: id });
  publish(ctx, { account_id, kind: 'orders.messaged', id });
  publish(ctx, { account_id: null, kind: 'orders.messaged', id });
}

/** A member has read the messages; staff who look at the client's page leave no mark. */
export async function readByClient(ctx: MerchantCtx, id: string, seq: number): Promise<void> {
  const ids = { account_id: ctx.account, id };
  await orderOf(ctx, ids);
  if (ctx.actor.acting) return;
  await rows.markRead(ctx, keyOf(ids), 'client', seq);
  await resolveNotifications(ctx, id, ['order_message']);
  await audit(ctx, { action: 'conversations.read', entity: 'orders', entity_id: id });
}

/** An agent has read the messages, and says that no answer is awaited where `settled`. */
export async function readByStaff(
  ctx: AccountCtx<StaffActor>,
  id: string,
  { seq, settled }: ParsedOf<typeof conversations.staffRead>['body'],
): Promise<void> {
  await orderOf(ctx, { account_id: ctx.account, id });
  await rows.markRead(ctx, keyOf({ account_id: ctx.account, id }), 'staff', seq);
  if (settled) {
    await rows.resolveConversation(ctx, keyOf({ account_id: ctx.account, id }), seq);
    await resolveNotifications(ctx, id, ['staff_order_message']);
    publish(ctx, { account_id: null, kind: 'orders.messaged', id });
  }
  await audit(ctx, {
    action: 'conversations.staffRead',
    account_id: ctx.account,
    entity: 'orders',
    entity_id: id,
    details: { settled },
  });
}

/** Conversations of all clients; leaves an access row for each client that is shown. */
export async function listConversations(ctx: StaffCtx, query: ParsedOf<typeof conversations.staffList>['query']) {
  const filter = { waiting: query.tab === 'waiting', q: query.q };
  const found = (await rows.pageStatement(filter, pageOf(query)).execute(ctx.db)).rows;
  const counts = {
    waiting: await rows.countConversations(ctx, { ...filter, waiting: true }),
    all: await rows.countConversations(ctx, { ...filter, waiting: false }),
  };
  await looked(ctx, 'conversations.staffList', [...new Set(found.map((conversation) => conversation.account_id))]);
  return { data: found, meta: metaOf(query, counts[query.tab], counts) };
}

/** The conversation about one client's order. */
export async function getForStaff(ctx: AccountCtx<StaffActor>, id: string) {
  const key = keyOf({ account_id: ctx.account, id });
  const conversation = await rows.findConversation(ctx, key);
  if (!conversation) throw notFound('conversation');
  await looked(ctx, 'conversations.staffGet', [ctx.account], id);
  return { ...conversation, messages: await rows.findMessages(ctx, key), lines: await rows.findLines(ctx, key) };
}

const looked = (ctx: StaffCtx, route: string, accounts: string[], entity_id?: string) =>
  noteAccess(ctx, {
    feature: 'conversations',
    route,
    accounts,
    staff_user_id: ctx.actor.user_id,
    ...(entity_id && { entity_id }),
  });
