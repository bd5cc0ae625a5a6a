import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import type { Stage } from '#contract/order-actions.ts';
import { orOfOrder } from '#server/db/client-search.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { countUpTo } from '#server/db/count-up-to.ts';

export type Side = 'client' | 'staff';
type ConversationKey = { account_id: string; order_id: string };
export type OrderHead = { id: string; name: string; store_id: string; client: string };
export type MessageRow = { seq: number; side: Side; author: string | null; text: string; at: Date };
type LineRow = {
  id: string;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  quantity: number;
  shipped: number;
};
export type ConversationRow = {
  account_id: string;
  order: { id: string; name: string; store: string; stage: Stage };
  client: { id: string; number: number; name: string };
  last: MessageRow;
  waiting_since: Date | null;
  unread: number;
};
export type Filter = { waiting: boolean; q: string | undefined };

/** The order that the conversation is about. */
export async function findOrder(ctx: Ctx, { account_id, order_id }: ConversationKey): Promise<OrderHead | undefined> {
  return ctx.db
    .selectFrom('orders as o')
    .innerJoin('accounts as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.name', 'o.store_id', 'a.name as client'])
    .where('o.account_id', '=', account_id)
    .where('o.id', '=', order_id)
    .executeTakeFirst();
}

const seenOf = (side: Side) => sql.ref(side === 'client' ? 'client_seen' : 'staff_seen');

/** Adds a message; the conversation's row gives the number, so that two at once follow each other. Who writes has read all before. */
export async function addMessage(
  ctx: Ctx,
  conversation: ConversationKey,
  from: { side: Side; author_id: string | null; text: string },
) {
  const waiting = from.side === 'client' ? ctx.now : null;
  const seen = seenOf(from.side);
  const { rows } = await sql<{ seq: number }>`
    INSERT INTO order_conversations AS t (account_id, order_id, last_seq, last_at, waiting_since, ${seen})
    VALUES (${conversation.account_id}, ${conversation.order_id}, 1, ${ctx.now}, ${waiting}, 1)
    ON CONFLICT (account_id, order_id) DO UPDATE SET last_seq = t.last_seq + 1, last_at = excluded.last_at, ${seen} = t.last_seq + 1,
      waiting_since = CASE WHEN excluded.waiting_since IS NOT NULL THEN coalesce(t.waiting_since, excluded.waiting_since) END
    RETURNING last_seq AS seq`.execute(ctx.db);
  const seq = rows[0]?.seq ?? 1;
  await ctx.db
    .insertInto('order_messages')
    .values({ ...conversation, seq, ...from, at: ctx.now })
    .execute();
}

/** Empties what was written about these orders: it may name their buyers. */
export async function blankMessages(ctx: AccountCtx, orderIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE order_messages SET text = ''
    WHERE account_id = ${ctx.account} AND order_id = ANY(${orderIds}::uuid[]) AND text <> ''`.execute(ctx.db);
}

/** What was written, oldest first. */
export async function findMessages(ctx: Ctx, { account_id, order_id }: ConversationKey): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT m.seq, m.side, coalesce(nullif(u.nick_name, ''), u.username) AS author, m.text, m.at
    FROM order_messages m LEFT JOIN users u ON u.id = m.author_id
    WHERE m.account_id = ${account_id} AND m.order_id = ${order_id} ORDER BY m.seq`.execute(ctx.db);
  return rows;
}

/** How many messages of the other side this one has not read. */
export async function countUnread(ctx: Ctx, { account_id, order_id }: ConversationKey, side: Side): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM order_conversations t
    JOIN order_messages m ON m.account_id = t.account_id AND m.order_id = t.order_id AND m.seq > ${seenOf(side)} AND m.side <> ${side}
    WHERE t.account_id = ${account_id} AND t.order_id = ${order_id}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Notes what a side has read; never less than before, and never what was not written yet. */
export async function markRead(
  ctx: Ctx,
  { account_id, order_id }: ConversationKey,
  side: Side,
  seq: number,
): Promise<void> {
  const seen = seenOf(side);
  await sql`
    UPDATE order_conversations SET ${seen} = least(${seq}, last_seq)
    WHERE account_id = ${account_id} AND order_id = ${order_id} AND ${seen} < ${seq}`.execute(ctx.db);
}

/** The client waits no longer, unless they wrote again since `seq`. */
export async function resolveConversation(
  ctx: Ctx,
  { account_id, order_id }: ConversationKey,
  seq: number,
): Promise<void> {
  await ctx.db
    .updateTable('order_conversations')
    .set({ waiting_since: null })
    .where('account_id', '=', account_id)
    .where('order_id', '=', order_id)
    .where('last_seq', '<=', seq)
    .execute();
}

function conditions({ waiting, q }: Filter): RawBuilder<unknown> {
  const searched = orOfOrder({ account: sql`t.account_id`, order: sql`t.order_id` }, q);
  const parts = [...(waiting ? [sql`t.waiting_since IS NOT NULL`] : []), ...searched];
  return parts.length > 0 ? sql`WHERE ${sql.join(parts, sql` AND `)}` : sql``;
}

function shapeOf(page: RawBuilder<unknown>, sequence: RawBuilder<unknown>) {
  return sql<ConversationRow>`
    SELECT t.account_id, json_build_object('id', o.id, 'name', o.name, 'store', s.name, 'stage', o.stage) AS "order",
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client, t.waiting_since,
      (SELECT json_build_object('seq', m.seq, 'side', m.side, 'author', coalesce(nullif(u.nick_name, ''), u.username), 'text', m.text,
         'at', to_char(m.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
       FROM order_messages m LEFT JOIN users u ON u.id = m.author_id
       WHERE m.account_id = t.account_id AND m.order_id = t.order_id AND m.seq = t.last_seq) AS last,
      (SELECT count(*)::int FROM order_messages m
       WHERE m.account_id = t.account_id AND m.order_id = t.order_id AND m.seq > t.staff_seen AND m.side = 'client') AS unread
    FROM (${page}) t
    JOIN orders o ON o.account_id = t.account_id AND o.id = t.order_id
    JOIN stores s ON s.account_id = o.account_id AND s.id = o.store_id
    JOIN accounts a ON a.id = t.account_id
    ORDER BY ${sequence}`;
}

/** The statement of a page of staff's conversations, for the test that looks at its plan. */
export function pageStatement(filter: Filter, page: { offset: number; limit: number }) {
  const sequence = filter.waiting ? sql`t.waiting_since, t.order_id` : sql`t.last_at DESC, t.order_id DESC`;
  return shapeOf(
    sql`SELECT t.* FROM order_conversations t ${conditions(filter)} ORDER BY ${sequence} OFFSET ${page.offset} LIMIT ${page.limit}`,
    sequence,
  );
}

/** How many conversations match, counted no further than lists go. */
export async function countConversations(ctx: Ctx, filter: Filter): Promise<number> {
  return countUpTo(ctx, sql`SELECT 1 FROM order_conversations t ${conditions(filter)}`, maxListDepth + 1);
}

/** One conversation with its order and client. */
export async function findConversation(
  ctx: Ctx,
  { account_id, order_id }: ConversationKey,
): Promise<ConversationRow | undefined> {
  const one = sql`SELECT * FROM order_conversations WHERE account_id = ${account_id} AND order_id = ${order_id}`;
  return (await shapeOf(one, sql`t.order_id`).execute(ctx.db)).rows[0];
}

/** What the order is made of; lines that moved to another order or were cancelled are left out. */
export async function findLines(ctx: Ctx, { account_id, order_id }: ConversationKey): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    SELECT l.id, l.title, l.variant_title, coalesce('/api/pictures/' || p.picture, l.image_url) AS image_url,
      l.current_quantity AS quantity, l.shipped_quantity AS shipped
    FROM order_lines l
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE l.account_id = ${account_id} AND l.order_id = ${order_id} AND (l.current_quantity > 0 OR l.shipped_quantity > 0)
    ORDER BY l.position, l.id`.execute(ctx.db);
  return rows;
}
