import { z } from 'zod';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import {
  type ProductDraft,
  type ProductPublisher,
  isTemporary,
  ShopError,
  type ShopSession,
} from '#server/connectors/connector.ts';
import type { AccountCtx, Entry } from '#server/db/context.ts';
import { type Deliver, Undeliverable } from '#server/db/outbox.ts';
import { publish } from '#server/db/queue.ts';
import * as rows from './publishing.db.ts';
import { applyShopProducts } from '#server/features/products/index.ts';

/** What publishes products at shops, and where those fetch pictures: null when they could not reach them. */
export type Publishing = { publisher: ProductPublisher; picturesAt: string | null };

const payload = z.object({ account_id: z.uuid(), publication_id: z.uuid() });
type Job = { shop: ShopSession; draft: ProductDraft };

/**
 * Outbox handler of `shop_product`. The shop is asked for the product's handle before it is made: after a crash between its
 * answer and our commit it is there, and is taken as it is.
 */
export const deliverPublication =
  (shops: Publishing): Deliver =>
  async (entry, row) => {
    const { account_id, publication_id } = payload.parse(row.payload);
    const scope = { account_id };
    const job = await entry.run(scope, (ctx) => read(ctx, shops, publication_id));
    if (!job) return { skipped: 'it is in the shop already' };
    try {
      const product = (await shops.publisher.find(job.shop, job.draft.handle)) ?? (await make(shops, job));
      const store = { account_id, id: job.shop.store_id };
      await entry.run(scope, (ctx) => applyShopProducts(ctx, store, [product]));
      return { product: product.external_id };
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      const final = !isTemporary(error);
      await note(entry, account_id, publication_id, final, error.message);
      throw final ? new Undeliverable(error.message) : error;
    }
  };

const make = (shops: Publishing, { shop, draft }: Job) => shops.publisher.make(shop, draft);

async function note(entry: Entry, accountId: string, id: string, final: boolean, reason: string): Promise<void> {
  await entry.run({ account_id: accountId }, async (ctx) => {
    await rows.updatePublication(ctx, id, { reason, ...(final && { state: 'failed' }) });
    publish(ctx, { account_id: accountId, kind: 'products.changed' });
  });
}

async function read(ctx: AccountCtx, shops: Publishing, id: string): Promise<Job | null> {
  const publication = await rows.findSending(ctx, id);
  if (!publication) throw new Undeliverable('The publication does not exist any more.');
  if (publication.state !== 'waiting') return null;
  const [store] = await rows.findStores(ctx, [publication.store_id]);
  if (!store || !capabilitiesOf(store.platform).publishes_products)
    throw new Undeliverable('Products cannot be put into this store.');
  const skus = await rows.findSkus(ctx, publication.catalog_product_id);
  const pictures = await rows.findPictures(ctx, publication.catalog_product_id);
  return {
    shop: { account_id: ctx.account, store_id: store.id, domain: store.external_domain },
    draft: draftOf(publication, skus, shops.picturesAt === null ? [] : addressesOf(shops.picturesAt, pictures, skus)),
  };
}

const addressesOf = (at: string, pictures: readonly string[], skus: readonly rows.SkuRow[]) =>
  [...new Set([...pictures, ...skus.flatMap((sku) => sku.picture ?? [])])]
    .slice(0, 8)
    .map((sha256) => `${at}/api/pictures/${sha256}`);

/** The product as the shop is to make it: its variants bear the catalogue's codes, by which they are known when they arrive. */
export function draftOf(publication: rows.Sending, skus: readonly rows.SkuRow[], pictures: string[]): ProductDraft {
  const { handle, title, description, status, currency } = publication;
  const prices = new Map(publication.items.map((item) => [item.catalog_sku_id, item.price]));
  const offered = skus.filter((sku) => prices.has(sku.id));
  const { options, valuesOf } = optionsOf(offered);
  const variants = offered.map((sku) => ({
    sku: sku.code,
    values: valuesOf(sku),
    price: prices.get(sku.id) ?? 0,
    cost: sku.cost_currency === currency ? sku.cost : null,
    weight_g: sku.weight_g,
  }));
  return { handle, title, description, status, currency, options, variants, pictures };
}

/** The attributes that tell the SKUs apart; where they do not, the SKUs' own titles do. */
function optionsOf(skus: readonly rows.SkuRow[]): { options: string[]; valuesOf: (sku: rows.SkuRow) => string[] } {
  const names = [...new Set(skus.flatMap((sku) => Object.keys(sku.attributes)))].slice(0, 3);
  const values = (sku: rows.SkuRow) => names.map((name) => sku.attributes[name] ?? '–');
  const distinct = new Set(skus.map((sku) => JSON.stringify(values(sku)))).size === skus.length;
  if (names.length > 0 && distinct) return { options: names, valuesOf: values };
  if (skus.length === 1) return { options: ['Title'], valuesOf: () => ['Default Title'] };
  const titled = new Set(skus.map((sku) => sku.title)).size === skus.length;
  return { options: ['Style'], valuesOf: (sku) => [titled ? sku.title : `${sku.title} (${sku.code})`] };
}
