import type { z } from 'zod';
import type { catalog } from '#contract/catalog.ts';
import type { quoteSchema } from '#contract/quotes.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import { findPictures, findProduct, findSkusOf } from './catalog-browse.db.ts';

type Request = z.output<typeof catalog.inquiry.body>;

/** Acts of other features that asking for a price leads to; `server/app.ts` hands them in. */
export type AskNeeds = {
  requestSourcing(
    ctx: MerchantCtx,
    request: Request & { title: string; picture: string | null },
  ): Promise<z.input<typeof quoteSchema>>;
};

/** Asks the agents for the price of a catalogue product; its code and picture go along. Throws 404 for another client's. */
export async function askPrice(ctx: MerchantCtx, needs: AskNeeds, id: string, request: Request) {
  const product = await findProduct(ctx, id, accountOf(ctx));
  if (!product || product.status === 'discontinued') throw notFound('catalog_product');
  const [first] = await findPictures(ctx, id);
  const ofSkus = (await findSkusOf(ctx, id, accountOf(ctx))).map((sku) => sku.picture);
  const picture = first?.sha256 ?? ofSkus.find((one) => one !== null) ?? null;
  return needs.requestSourcing(ctx, { ...request, title: `${product.code} · ${product.title}`.slice(0, 200), picture });
}
