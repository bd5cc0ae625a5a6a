import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { QuoteSource } from '#contract/quote-rules.ts';
import type { quoteAskSchema, quoteRequestSchema, quotes } from '#contract/quotes.ts';
import { type Entry, type MerchantActor, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { readSource } from '#server/lib/goods-page.ts';
import type { DrawnPicture } from '#server/lib/pictures.ts';
import { insertPictures } from '../records/messages.db.ts';
import * as actions from '../records/write.db.ts';
import { announceRequest, openAlready, requestQuote, wishesOf } from './request.service.ts';
import type { QuoteRow } from '../records/quotes.db.ts';
import { readFile, drawPicture, keepPicture } from '#server/features/files/index.ts';
import { findProduct, findPictures, findSkusOf } from '#server/features/catalog/index.ts';
import { ownSearch, findSku } from '#server/features/image-search/index.ts';

/** What is asked for when it is no product of a store. */
export type SourcingRequest = Omit<z.output<typeof quoteRequestSchema>, 'variant_ids'> & {
  title: string;
  /** A picture of this server; null when there is none to show. */
  picture: string | null;
  source?: QuoteSource;
  url?: string | null;
  /** More pictures of this server, the first included. */
  pictures?: readonly string[];
  asked_from?: string;
  /** One title per item; the request's own title where it is one thing. */
  items?: readonly string[];
};

/** Asks for the price of something that no store of the account sells yet: by a page, by pictures or by words. */
export async function requestSourcing(ctx: MerchantCtx, request: SourcingRequest): Promise<QuoteRow> {
  const { title, picture, source = 'pictures', url = null, pictures = [], asked_from, items = [title] } = request;
  const { currency, agent_user_id, client } = await actions.findAsker(ctx);
  const id = uuid();
  const added = await actions.insertQuote(ctx, {
    id,
    title,
    store_id: ownStore(ctx),
    product_id: null,
    picture,
    source,
    url,
    ...(await wishesOf(ctx, request)),
    ...(asked_from !== undefined && { asked_from }),
    currency,
    assignee_user_id: agent_user_id,
  });
  if (!added) throw await openAlready(ctx, { product_id: null, url });
  await actions.insertItems(
    ctx,
    id,
    items.map((item) => ({ id: null, title: item })),
  );
  await insertPictures(ctx, { account_id: ctx.account, id }, pictures);
  return announceRequest(ctx, { id, number: added.number, title, client }, { picture, url });
}

/** The store that a member's request belongs to when the member sees only some: others of those stores see it too. */
function ownStore(ctx: MerchantCtx): string | null {
  if (!ctx.actor.stores) return null;
  const [first] = ctx.actor.stores;
  if (first) return first;
  throw appError('forbidden', { text: 'quotes.no_store' });
}

const leastWords = 10;

/** Draws the pictures that were uploaded for a request, each once. */
export async function drawAttached(entry: Entry<MerchantActor>, fileIds: readonly string[]): Promise<DrawnPicture[]> {
  const { account_id } = entry.actor;
  const drawn: DrawnPicture[] = [];
  for (const fileId of new Set(fileIds)) {
    const { bytes } = await entry.run({ account_id }, (ctx) => readFile(ctx, fileId, 'quote_attachment'));
    drawn.push(await drawPicture(await bytes(), account_id));
  }
  return drawn;
}

/** Asks by whatever the form was given: a product, the address of a page, pictures, or words. */
export async function askBySource(
  ctx: MerchantCtx,
  request: z.output<typeof quoteAskSchema>,
  drawn: readonly DrawnPicture[],
) {
  const { product_id, title, url, picture_ids: _, ...wishes } = request;
  if (product_id !== undefined) return requestQuote(ctx, { ...wishes, product_id });
  const page = url === undefined || url === '' ? undefined : readSource(url);
  if (url && !page) {
    throw appError('invalid_input', { text: 'quotes.url_invalid' }, 'url');
  }
  if (!page && drawn.length === 0 && (wishes.note ?? '').length < leastWords) {
    throw appError('invalid_input', { text: 'quotes.sourcing_empty' }, 'note');
  }
  if (title === undefined || title.length < 3) {
    throw appError('invalid_input', { text: 'quotes.title_length' }, 'title');
  }
  const pictures = await keepPictures(ctx, drawn);
  const source = page ? 'url' : pictures.length > 0 ? 'pictures' : 'text';
  const [picture = null] = pictures;
  return requestSourcing(ctx, { ...wishes, title, picture, source, url: page?.url ?? null, pictures });
}

async function keepPictures(ctx: MerchantCtx, drawn: readonly DrawnPicture[]): Promise<string[]> {
  const hashes: string[] = [];
  for (const picture of drawn) hashes.push((await keepPicture(ctx, picture)).sha256);
  return [...new Set(hashes)];
}

/** How an item is titled that stands for a SKU: by this the workbench finds it again. */
const titleOfSku = (sku: { code: string; title: string }) => `${sku.code} · ${sku.title}`;

/** Requests a quote for a catalogue product: an item per SKU, and its picture. Throws 404 for another client's. */
export async function askForCatalogProduct(
  ctx: MerchantCtx,
  id: string,
  request: z.output<typeof quotes.askForCatalogProduct.body>,
) {
  const product = await findProduct(ctx, id, ctx.account);
  if (!product || product.status === 'discontinued') throw notFound('catalog_product');
  const [first] = await findPictures(ctx, id);
  const skus = (await findSkusOf(ctx, id, ctx.account)).filter((sku) => sku.status !== 'discontinued');
  const picture = first?.sha256 ?? skus.find((sku) => sku.picture !== null)?.picture ?? null;
  const title = titleOfSku(product).slice(0, 200);
  const items = skus.length > 1 && { items: skus.map(titleOfSku) };
  return requestSourcing(ctx, { ...request, title, picture, source: 'product', ...items });
}

/** Requests a quote for what the searched part of a picture shows, or for the catalogue SKU that was found by it. */
export async function askForPicture(
  ctx: MerchantCtx,
  asked: { id: string; body: z.output<typeof quotes.askForPicture.body>; drawn: DrawnPicture },
) {
  await ownSearch(ctx, asked.id);
  const { catalog_sku_id, ...request } = asked.body;
  const sku = catalog_sku_id === undefined ? null : await findSku(ctx, catalog_sku_id);
  if (sku === undefined) throw notFound('catalog_item');
  const title = sku ? `${sku.code} · ${request.title}` : request.title;
  const picture = sku?.picture ?? (await keepPicture(ctx, asked.drawn)).sha256;
  return requestSourcing(ctx, { ...request, title, picture, ...(sku && { items: [titleOfSku(sku)] }) });
}
