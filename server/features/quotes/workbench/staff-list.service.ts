import { quoteCan } from '#contract/quote-rules.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, notFound, type StaffCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { isWorkday, shanghaiDay } from '#server/lib/business-time.ts';
import { freshClock } from '../records/due-time.ts';
import { findAgents } from './costs.db.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as acts from '../records/write.db.ts';
import { announce } from '../records/announce.ts';
import { detailOf } from '../records/quotes.service.ts';
import { businessCalendar, calendarAhead } from '#server/features/shipping/index.ts';

/** Gives a quote to an agent, or takes it; a new request is in work from then on. */
export async function assignQuote(ctx: StaffCtx, accountId: string, id: string, userId: string | undefined) {
  const quote = await acts.lockQuote(ctx, accountId, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.assign(quote.status)) throw appError('quote_not_open', { text: 'quotes.closed' });
  const agent = (await findAgents(ctx)).find((known) => known.id === (userId ?? ctx.actor.user_id));
  if (!agent) throw appError('invalid_input', { text: 'quotes.no_agent' }, 'user_id');
  const status = quote.status === 'submitted' ? 'in_progress' : quote.status;
  await acts.setAssignee(ctx, accountId, id, { assignee_user_id: agent.id, status });
  await noteEntry(ctx, accountId, id, { kind: 'assigned', side: 'system', body: agent.name });
  await audit(ctx, {
    action: 'quotes.assign',
    entity: 'quotes',
    entity_id: id,
    account_id: accountId,
    details: { to: agent.id },
  });
  await announce(ctx, accountId, id);
  return detailOf(ctx, accountId, id, 'desk');
}

const dayMs = 86_400_000;

/** When a request that is made now would be answered, and which holidays lie between. */
export async function clockAhead(ctx: Ctx) {
  const { sla_due_at } = await freshClock(ctx);
  const calendar = await businessCalendar(ctx);
  const names = new Map((await calendarAhead(ctx)).holidays.map((holiday) => [holiday.day, holiday]));
  const skipped = [];
  for (let at = ctx.now.getTime(); at < sla_due_at.getTime(); at += dayMs) {
    const day = shanghaiDay(at);
    const holiday = names.get(day);
    if (holiday && !isWorkday(day, calendar)) skipped.push(holiday);
  }
  return { due_at: sla_due_at, skipped };
}
