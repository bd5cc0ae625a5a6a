import type { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import type { quoteMessageSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, type MerchantCtx, notFound, type StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { publish } from '#server/db/queue.ts';
import * as actions from '../records/write.db.ts';
import {
  requireQuoteStore,
  detailOf,
  getQuote,
  assertNotActing,
  announce,
  variantsOf,
} from '../records/quotes.service.ts';
import { runningClock, stoppedClock } from '../records/due-time.ts';
import { insertEntry, markRead, type NewEntry } from '../records/messages.db.ts';
import { attachFile } from '#server/features/files/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

type Message = z.output<typeof quoteMessageSchema>;

/** Who does an action: the member of staff who stands in for a client, too. */
const authorOf = ({ actor }: Ctx): string | null => {
  if (actor.kind === 'merchant') return actor.acting?.staff_user_id ?? actor.user_id;
  return actor.kind === 'staff' ? actor.user_id : null;
};

/** Notes in the talk what happened. The caller holds the quote. */
export async function noteEntry(ctx: AccountCtx, id: string, entry: Omit<NewEntry, 'author_id'>): Promise<number> {
  return insertEntry(ctx, { account_id: ctx.account, id }, { ...entry, author_id: authorOf(ctx) });
}

const closed = () => appError('quote_not_open', { text: 'quotes.closed_for_messages' });

async function attached(ctx: AccountCtx, message: Message): Promise<string[]> {
  if (message.text === '' && message.file_ids.length === 0) {
    throw appError('invalid_input', { text: 'quotes.message_empty' }, 'text');
  }
  const file_ids = [...new Set(message.file_ids)];
  for (const fileId of file_ids) await attachFile(ctx, fileId, 'quote_attachment');
  return file_ids;
}

/** A client's message. The answer to a question lets the clock run on, and the quote is the agent's again. */
export async function sayToAgent(ctx: MerchantCtx, id: string, message: Message) {
  assertNotActing(ctx, 'message');
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  requireQuoteStore(ctx, quote.store_id);
  if (!quoteCan.say(quote.status)) throw closed();
  const file_ids = await attached(ctx, message);
  const answers = quote.status === 'need_info';
  const seq = await noteEntry(ctx, id, {
    kind: answers ? 'reply' : 'message',
    side: 'client',
    body: message.text,
    file_ids,
  });
  await markRead(ctx, { account_id: ctx.account, id }, 'client', seq);
  if (answers) {
    await actions.markWaiting(ctx, id, { status: 'in_progress', ...(await runningClock(ctx, quote)) });
    await resolveNotifications(ctx, id, ['quote_question']);
    await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
  }
  const { client } = await actions.findAsker(ctx);
  await notify(ctx, {
    event: 'staff_quote_message',
    account_id: ctx.account,
    subject: id,
    params: { number: `Q-${quote.number}`, title: quote.title, client },
    link: `/staff/quotes?account=${ctx.account}&quote=${id}`,
  });
  await audit(ctx, { action: 'quotes.say', entity: 'quotes', entity_id: id });
  await announce(ctx, id);
  return detailOf(ctx, id);
}

/** An agent's message. A question stops the clock until the client answers. */
export async function sayToClient(ctx: AccountCtx<StaffActor>, id: string, message: Message & { question: boolean }) {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  const { question } = message;
  if (!quoteCan.say(quote.status)) throw closed();
  if (question && !quoteCan.question(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.timer_not_running' });
  }
  const file_ids = await attached(ctx, message);
  const kind = question ? 'question' : 'message';
  const seq = await noteEntry(ctx, id, { kind, side: 'staff', body: message.text, file_ids });
  await markRead(ctx, { account_id: ctx.account, id }, 'staff', seq);
  if (question) {
    const clock = await stoppedClock(ctx, quote);
    await actions.markWaiting(ctx, id, { status: 'need_info', ...clock, assignee: ctx.actor.user_id });
    await reviewOrders(ctx, { variantIds: await variantsOf(ctx, quote) });
    await resolveNotifications(ctx, id, ['staff_quote_asked', 'staff_quote_countered']); // it is the client's turn
  }
  await resolveNotifications(ctx, id, ['staff_quote_message']);
  await notify(ctx, {
    event: question ? 'quote_question' : 'quote_message',
    account_id: ctx.account,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await audit(ctx, { action: 'quotes.staffSay', entity: 'quotes', entity_id: id, account_id: ctx.account });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}

/** A member has read the talk; staff who look at the client's page leave no mark. */
export async function readByClient(ctx: MerchantCtx, id: string, seq: number): Promise<void> {
  await getQuote(ctx, id);
  if (ctx.actor.acting) return;
  await markRead(ctx, { account_id: ctx.account, id }, 'client', seq);
  await audit(ctx, { action: 'quotes.read', entity: 'quotes', entity_id: id });
}

/** An agent has read the talk. */
export async function readByStaff(ctx: AccountCtx<StaffActor>, id: string, seq: number) {
  if (!(await actions.lockQuote(ctx, id))) throw notFound('quote');
  await markRead(ctx, { account_id: ctx.account, id }, 'staff', seq);
  await resolveNotifications(ctx, id, ['staff_quote_message']);
  await audit(ctx, { action: 'quotes.staffRead', entity: 'quotes', entity_id: id, account_id: ctx.account });
  publish(ctx, { account_id: null, kind: 'quotes.changed', id }); // colleagues have nothing left to read
}
