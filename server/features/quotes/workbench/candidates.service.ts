import { noteAccess } from '#server/db/audit.ts';
import { notFound, type StaffCtx } from '#server/db/context.ts';
import * as rows from './candidates.db.ts';
import { wordsOf } from '../records/search-words.ts';
import { findQuote } from '../records/quotes.db.ts';
import { stockOfSkus } from '#server/features/stock/index.ts';
import { alikeInCatalog } from '#server/features/image-search/index.ts';

const mostShown = 12;

/** What the catalogue has that may be what the client asks for: by picture first, then by words; with price and stock. */
export async function candidatesFor(ctx: StaffCtx, accountId: string, id: string) {
  const quote = await findQuote(ctx, accountId, id, 'desk');
  if (!quote) throw notFound('quote');
  const found = await rows.findCandidates(
    ctx,
    {
      account_id: accountId,
      currency: quote.currency,
      alike: await alikeOf(ctx, accountId, id),
      words: wordsOf(quote.title),
    },
    mostShown,
  );
  const levels = await stockOfSkus(
    ctx,
    accountId,
    found.map((sku) => sku.id),
  );
  const stock = new Map(
    levels.map(({ sku_id, own, shared }) => [sku_id, [...own, ...shared].reduce((sum, at) => sum + at.available, 0)]),
  );
  await noteAccess(ctx, {
    feature: 'quotes',
    route: 'quotes.candidates',
    accounts: [accountId],
    entity_id: id,
    staff_user_id: ctx.actor.user_id,
  });
  return found.map((sku) => ({ ...sku, stock: stock.get(sku.id) ?? 0 }));
}

async function alikeOf(ctx: StaffCtx, accountId: string, id: string): Promise<rows.Alike[]> {
  const asked = await rows.findAskedPictures(ctx, accountId, id);
  const found = await alikeInCatalog(ctx, accountId, asked);
  return [...found].flatMap(([sha256, pictures]) =>
    [...pictures].map(([picture, likeness]) => ({ picture, asked: sha256, likeness })),
  );
}
