import { noteAccess, audit } from '#server/db/audit.ts';
import { type AccountCtx, notFound, type StaffActor, type Ctx } from '#server/db/context.ts';
import * as rows from './workbench.db.ts';
import { findQuote } from '../records/quotes.db.ts';
import { stockOfSkus } from '#server/features/stock/index.ts';
import { alikeInCatalog } from '#server/features/image-search/index.ts';
import { quoteCan } from '#contract/quote-rules.ts';
import { appError } from '#server/lib/app-error.ts';
import { isWorkday, shanghaiDay } from '#server/lib/business-time.ts';
import { calendarAhead, workingTime } from '#server/features/shipping/index.ts';
import { freshClock } from '../records/due-time.ts';
import { noteEntry } from '../messages/messages.service.ts';
import * as actions from '../records/write.db.ts';
import { detailOf, announce } from '../records/quotes.service.ts';

/** Gives a quote to an agent, or takes it; a new request is in work from then on. */
export async function assignQuote(ctx: AccountCtx<StaffActor>, id: string, userId: string | undefined) {
  const quote = await actions.lockQuote(ctx, id);
  if (!quote) throw notFound('quote');
  if (!quoteCan.assign(quote.status)) throw appError('quote_not_open', { text: 'quotes.closed' });
  const agent = (await rows.findAgents(ctx)).find((known) => known.id === (userId ?? ctx.actor.user_id));
  if (!agent) throw appError('invalid_input', { text: 'quotes.no_agent' }, 'user_id');
  const status = quote.status === 'submitted' ? 'in_progress' : quote.status;
  await actions.setAssignee(ctx, id, { assignee_user_id: agent.id, status });
  await noteEntry(ctx, id, { kind: 'assigned', side: 'system', body: agent.name });
  await audit(ctx, {
    action: 'quotes.assign',
    entity: 'quotes',
    entity_id: id,
    account_id: ctx.account,
    details: { to: agent.id },
  });
  await announce(ctx, id);
  return detailOf(ctx, id, 'staff');
}

const dayMs = 86_400_000;

/** When a request that is made now would be answered, and which holidays lie between. */
export async function clockAhead(ctx: Ctx) {
  const { sla_due_at } = await freshClock(ctx);
  const { days } = await workingTime(ctx);
  const names = new Map((await calendarAhead(ctx)).holidays.map((holiday) => [holiday.day, holiday]));
  const skipped = [];
  for (let at = ctx.now.getTime(); at < sla_due_at.getTime(); at += dayMs) {
    const day = shanghaiDay(at);
    const holiday = names.get(day);
    if (holiday && !isWorkday(day, days)) skipped.push(holiday);
  }
  return { due_at: sla_due_at, skipped };
}

const mostShown = 12;

/** What the catalogue has that may be what the client asks for: by picture first, then by words; with price and stock. */
export async function candidatesFor(ctx: AccountCtx<StaffActor>, id: string) {
  const quote = await findQuote(ctx, id, 'staff');
  if (!quote) throw notFound('quote');
  const found = await rows.findCandidates(
    ctx,
    {
      account_id: ctx.account,
      currency: quote.currency,
      alike: await alikeOf(ctx, id),
      words: wordPatterns(quote.title),
    },
    mostShown,
  );
  const levels = await stockOfSkus(
    ctx,
    found.map((sku) => sku.id),
  );
  const stock = new Map(
    levels.map(({ sku_id, own, shared }) => [sku_id, [...own, ...shared].reduce((sum, at) => sum + at.available, 0)]),
  );
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.candidates',
    accounts: [ctx.account],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return found.map((sku) => ({ ...sku, stock: stock.get(sku.id) ?? 0 }));
}

async function alikeOf(ctx: AccountCtx<StaffActor>, id: string): Promise<rows.Alike[]> {
  const asked = await rows.findAskedPictures(ctx, id);
  const found = await alikeInCatalog(ctx, asked);
  return [...found].flatMap(([sha256, pictures]) =>
    [...pictures].map(([picture, similarity]) => ({ picture, asked: sha256, similarity })),
  );
}

/**
 * The words that say what goods are, three letters or more or two of Chinese, as patterns of a title in lower case: “tee” begins a word
 * of “Linen tees” and none of “Steel watch”, while Chinese has no spaces between words.
 */
export const wordPatterns = (title: string): string[] =>
  [...new Set(title.toLowerCase().match(/[\p{L}\p{N}]{3,}|\p{Script=Han}{2,}/gu) ?? [])].map((word) =>
    /\p{Script=Han}/u.test(word) ? word : `(^|[^[:alnum:]])${word}`,
  );
