import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { quoteRequestSchema } from '#contract/quotes.ts';
import { accountOf, type MerchantCtx } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import * as acts from './quotes-act.db.ts';
import { slaHours, told } from './quotes-ask.service.ts';
import type { Needs } from './quotes-needs.ts';
import type { QuoteRow } from './quotes.db.ts';

export type SourcingRequest = Omit<z.output<typeof quoteRequestSchema>, 'variant_ids'> & {
  title: string;
  /** A picture of this server; null when there is none to show. */
  picture: string | null;
};

/** Asks for the price of something that no store of the account sells yet, by its picture. */
export async function requestSourcing(ctx: MerchantCtx, needs: Needs, request: SourcingRequest): Promise<QuoteRow> {
  const accountId = accountOf(ctx);
  const asker = await acts.findAsker(ctx, accountId);
  const id = uuid();
  const added = await acts.insertQuote(ctx, accountId, {
    id,
    title: request.title,
    store_id: ownStore(ctx),
    product_id: null,
    picture: request.picture,
    note: request.note ?? '',
    destinations: [...new Set(request.destinations)],
    orders_per_day: request.orders_per_day ?? null,
    target_price: request.target_price ?? null,
    currency: asker.currency,
    assignee_user_id: asker.agent_user_id,
    sla_due_at: dueAfter(ctx.now, slaHours, await needs.businessCalendar(ctx)),
    created_by: ctx.actor.user_id,
  });
  if (!added) throw new Error('a request without a product met another'); // only products are unique among open ones
  await acts.insertItems(ctx, accountId, id, [{ id: null, title: request.title }]);
  const { client } = asker;
  return told(ctx, needs, { id, number: added.number, title: request.title, client }, { picture: request.picture });
}

/** The store that a member's request belongs to when the member sees only some: others of those stores see it too. */
function ownStore(ctx: MerchantCtx): string | null {
  if (!ctx.actor.stores) return null;
  const [first] = ctx.actor.stores;
  if (first) return first;
  throw appError('forbidden', 'You work for no store yet. Ask the owner of your account to give you one.');
}
