import type { z } from 'zod';
import type { quotes } from '#contract/quotes.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';
import { requestSourcing } from './sourcing.service.ts';
import { findPictures, findProduct, findSkusOf } from '#server/features/catalog/index.ts';
import { keepPicture } from '#server/features/files/index.ts';
import { ownSearch, findSku } from '#server/features/image-search/index.ts';

/** Requests a quote for a catalogue product; its code and picture go along. Throws 404 for another client's. */
export async function askForCatalogProduct(
  ctx: MerchantCtx,
  id: string,
  request: z.output<typeof quotes.askForCatalogProduct.body>,
) {
  const product = await findProduct(ctx, id, accountOf(ctx));
  if (!product || product.status === 'discontinued') throw notFound('catalog_product');
  const [first] = await findPictures(ctx, id);
  const ofSkus = (await findSkusOf(ctx, id, accountOf(ctx))).map((sku) => sku.picture);
  const picture = first?.sha256 ?? ofSkus.find((one) => one !== null) ?? null;
  return requestSourcing(ctx, { ...request, title: `${product.code} · ${product.title}`.slice(0, 200), picture });
}

/** Requests a quote for what the searched part of a picture shows, or for the catalogue SKU that was found by it. */
export async function askForPicture(
  ctx: MerchantCtx,
  asked: { id: string; body: z.output<typeof quotes.askForPicture.body>; drawn: DrawnPicture },
) {
  await ownSearch(ctx, asked.id);
  const { catalog_sku_id, ...request } = asked.body;
  const sku = catalog_sku_id === undefined ? null : await findSku(ctx, accountOf(ctx), catalog_sku_id);
  if (sku === undefined) throw notFound('catalog_item');
  const title = sku ? `${sku.code} · ${request.title}` : request.title;
  const picture = sku?.picture ?? (await keepPicture(ctx, asked.drawn)).sha256;
  return requestSourcing(ctx, { ...request, title, picture });
}
