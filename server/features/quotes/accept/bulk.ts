import { z } from 'zod';
import { quoteCan } from '#contract/quote-rules.ts';
import { quotes } from '#contract/quotes.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { tryOut } from '#server/db/savepoint.ts';
import { bulkAction, type Refusal } from '#server/http/list-actions.ts';
import { findOffers, type OfferRow } from '../records/quotes.db.ts';
import { assertNotActing, selectQuotes } from '../records/quotes.service.ts';
import { acceptMany } from './accept.service.ts';
import { effectOf } from './effect.service.ts';

const refused = (reason: Refusal['reason']): Refusal => ({ code: 'quote_not_open', reason });

function refusalOf(ctx: MerchantCtx, { status, valid_until }: OfferRow): Refusal | null {
  if (!quoteCan.accept(status)) return refused({ text: `quotes.is_${status}` });
  return valid_until && valid_until < ctx.now ? refused({ text: 'quotes.expired' }) : null;
}

/** Accepts the current version of many quotes, each as a whole. */
export const acceptQuotes = bulkAction({
  list: 'quotes',
  query: quotes.list.query,
  select: selectQuotes,
  action: 'accept',
  right: ['quotes', 'edit'],
  input: z.object({}),
  async check(ctx, ids) {
    assertNotActing(ctx, 'accept');
    const offers = await findOffers(ctx, ids, ctx.actor.stores);
    return offers.map((offer) => ({
      id: offer.id,
      name: `${offer.number} · ${offer.title}`,
      refusal: refusalOf(ctx, offer),
    }));
  },
  runMany: (ctx, ids, _input, shown) => acceptMany(ctx, ids, shown),
  async effect(ctx, ids, mode) {
    const offers = await findOffers(ctx, ids, ctx.actor.stores);
    const looked = () => effectOf(ctx, ids);
    const effect = mode === 'commit' ? await looked() : await tryOut(ctx, () => acceptMany(ctx, ids).then(looked));
    return {
      ...effect,
      quotes: offers.map(({ id, number, title, version, variants, unit_from, unit_to, destinations }) => ({
        id,
        number,
        title,
        version,
        variants,
        unit_from,
        unit_to,
        destinations,
      })),
    };
  },
});
