import type { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import type { quoteMessageSchema } from '#contract/quote-schemas.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, type MerchantCtx, notFound, type StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import * as acts from '../records/write.db.ts';
import { announce } from '../records/announce.ts';
import { runningClock, stoppedClock } from '../records/due-time.ts';
import { insertEntry, markRead, type NewEntry } from '../records/messages.db.ts';
import { demandQuoteStore, detailOf, getQuote, refuseActing } from '../records/quotes.service.ts';
import { attachFile } from '#server/features/files/index.ts';
import { resolveNotifications, notify } from '#server/features/notifications/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';

type Message = z.output<typeof quoteMessageSchema>;

/** Who does an act: the member of staff who stands in for a client, too. */
const authorOf = ({ actor }: Ctx): string | null => {
  if (actor.kind === 'merchant') return actor.acting?.staff_user_id ?? actor.user_id;
  return actor.kind === 'staff' ? actor.user_id : null;
};

/** Notes in the talk what happened. The caller holds the quote. */
export async function noteEntry(
  ctx: Ctx,
  accountId: string,
  id: string,
  entry: Omit<NewEntry, 'author_id'>,
): Promise<number> {
  return insertEntry(ctx, { account_id: accountId, id }, { ...entry, author_id: authorOf(ctx) });
}

const closed = () => appError('quote_not_open', { text: 'quotes.closed_for_messages' });

async function attached(ctx: Ctx, accountId: string, message: Message): Promise<string[]> {
  if (message.text === '' && message.file_ids.length === 0) {
    throw appError('invalid_input', { text: 'quotes.message_empty' }, 'text');
  }
  const file_ids = [...new Set(message.file_ids)];
  for (const fileId of file_ids) await attachFile(ctx, accountId, fileId, 'quote_attachment');
  return file_ids;
}

/** A client's message. The answer to a question lets the clock run on, and the quote is the agent's again. */
export async function sayToAgent(ctx: MerchantCtx, id: string, message: Message) {
  refuseActing(ctx, 'message');
  const accountId = accountOf(ctx);
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (!quote) throw notFound('quote');
  demandQuoteStore(ctx, quote.store_id);
  if (!quoteCan.say(quote.status)) throw closed();
  const file_ids = await attached(ctx, accountId, message);
  const answers = quote.status === 'need_info';
  const seq = await noteEntry(ctx, accountId, id, {
    kind: answers ? 'reply' : 'message',
    side: 'client',
    body: message.text,
    file_ids,
  });
  await markRead(ctx, { account_id: accountId, id }, 'client', seq);
  if (answers) {
    await acts.markWaiting(ctx, accountId, id, { status: 'in_progress', ...(await runningClock(ctx, quote)) });
    await resolveNotifications(ctx, accountId, id, ['quote_question']);
    const variantIds = quote.product_id ? await acts.findAllVariantIds(ctx, accountId, quote.product_id) : [];
    await reviewOrders(ctx, accountId, { variantIds });
  }
  const { client } = await acts.findAsker(ctx, accountId);
  await notify(ctx, {
    event: 'desk_quote_message',
    account_id: accountId,
    subject: id,
    params: { number: `Q-${quote.number}`, title: quote.title, client },
    link: `/desk/quotes?account=${accountId}&quote=${id}`,
  });
  await audit(ctx, { action: 'quotes.say', entity: 'quotes', entity_id: id });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id);
}

/** An agent's message. A question stops the clock until the client answers. */
export async function sayToClient(
  ctx: StaffCtx,
  accountId: string,
  id: string,
  message: Message & { question: boolean },
) {
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (!quote) throw notFound('quote');
  const { question } = message;
  if (!quoteCan.say(quote.status)) throw closed();
  if (question && !quoteCan.question(quote.status)) {
    throw appError('quote_not_open', { text: 'quotes.timer_not_running' });
  }
  const file_ids = await attached(ctx, accountId, message);
  const kind = question ? 'question' : 'message';
  const seq = await noteEntry(ctx, accountId, id, { kind, side: 'desk', body: message.text, file_ids });
  await markRead(ctx, { account_id: accountId, id }, 'desk', seq);
  if (question) {
    const clock = await stoppedClock(ctx, quote);
    await acts.markWaiting(ctx, accountId, id, { status: 'need_info', ...clock, assignee: ctx.actor.user_id });
  }
  await resolveNotifications(ctx, accountId, id, ['desk_quote_message']);
  await notify(ctx, {
    event: question ? 'quote_question' : 'quote_message',
    account_id: accountId,
    subject: id,
    store_id: quote.store_id,
    asked_by: quote.created_by,
    params: { number: `Q-${quote.number}`, title: quote.title },
    link: `/quote/index?quote=${id}`,
  });
  await audit(ctx, { action: 'quotes.deskSay', entity: 'quotes', entity_id: id, account_id: accountId });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id, 'desk');
}

/** A member has read the talk; staff who look at the client's page leave no mark. */
export async function readByClient(ctx: MerchantCtx, id: string, seq: number): Promise<void> {
  await getQuote(ctx, id);
  if (ctx.actor.acting) return;
  await markRead(ctx, { account_id: accountOf(ctx), id }, 'client', seq);
  await audit(ctx, { action: 'quotes.read', entity: 'quotes', entity_id: id });
}

/** An agent has read the talk. */
export async function readByDesk(ctx: StaffCtx, accountId: string, id: string, seq: number) {
  if (!(await acts.lockQuote(ctx, accountId, id))) throw notFound('quote');
  await markRead(ctx, { account_id: accountId, id }, 'desk', seq);
  await resolveNotifications(ctx, accountId, id, ['desk_quote_message']);
  await audit(ctx, { action: 'quotes.deskRead', entity: 'quotes', entity_id: id, account_id: accountId });
}
