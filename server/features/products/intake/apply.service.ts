import { v7 as uuid } from 'uuid';
import type { ShopProduct } from '#server/connectors/connector.ts';
import { type Ctx, forAccount } from '#server/db/context.ts';
import { enqueue, publish } from '#server/db/queue.ts';
import { webAddress } from '#server/lib/web-address.ts';
import * as rows from '../figures/apply.db.ts';
import { checkDrift } from '../mapping/drift.service.ts';
import { deriveStates } from '../figures/figures.service.ts';
import { mappingChanged, productsApplied } from '../records/products.events.ts';

/** `partial`: the products name only some of their variants, as those read from an order file do; none is marked removed. */
export type Options = { partial?: boolean };
export type Applied = { created: number; updated: number; unchanged: number };

const batch = 100;

/**
 * Brings products of a store to what the shop says. Safe to repeat in any order: older news is ignored, equal news
 * changes nothing. Variants the shop no longer names are marked; order lines that waited for a variant are linked; a
 * confirmed mapping whose variant changed goes back to review, and the open orders with it are looked at again.
 */
export async function applyShopProducts(
  ctx: Ctx,
  store: rows.StoreRef,
  products: readonly ShopProduct[],
  options: Options = {},
): Promise<Applied> {
  const counts: Applied = { created: 0, updated: 0, unchanged: 0 };
  const newest = newestOfEach(products);
  const work = {
    ctx,
    store,
    currency: (await rows.findStoreCurrency(ctx, store)) ?? 'USD',
    partial: options.partial ?? false,
  };
  for (let at = 0; at < newest.length; at += batch) {
    const { created, updated } = await applyBatch(work, newest.slice(at, at + batch));
    counts.created += created;
    counts.updated += updated;
  }
  counts.unchanged = products.length - counts.created - counts.updated;
  if (counts.created + counts.updated > 0) {
    publish(ctx, { account_id: store.account_id, kind: 'products.changed' });
    await enqueue(ctx, 'products_mirror_pictures', {}, { key: 'products_mirror_pictures' });
  }
  await productsApplied.emit(ctx, { store, products, changed: counts.created + counts.updated > 0 });
  return counts;
}

function newestOfEach(products: readonly ShopProduct[]): ShopProduct[] {
  const newest = new Map<string, ShopProduct>();
  for (const product of products) {
    const known = newest.get(product.external_id);
    if (!known || known.updated_at.getTime() <= product.updated_at.getTime()) newest.set(product.external_id, product);
  }
  return [...newest.values()];
}

type Work = { ctx: Ctx; store: rows.StoreRef; currency: string; partial: boolean };

async function applyBatch({ ctx, store, currency, partial }: Work, products: readonly ShopProduct[]) {
  const { account_id } = store;
  const written = await rows.upsertProducts(
    ctx,
    store,
    products.map(({ variants: _variants, title, ...product }) => ({
      ...product,
      title: title.slice(0, 255),
      url: webAddress(product.url),
      image_url: webAddress(product.image_url),
      id: uuid(),
    })),
  );
  const stored = new Map(
    (
      await rows.lockProducts(
        ctx,
        store,
        products.map((product) => product.external_id),
      )
    ).map((row) => [row.external_id, row]),
  );
  // What is newer here was written by a later answer of the shop: its variants are newer, too.
  const fresh = products.flatMap((product) => {
    const row = stored.get(product.external_id);
    return row && row.external_updated_at.getTime() <= product.updated_at.getTime() ? [{ product, id: row.id }] : [];
  });
  const productIds = fresh.map(({ id }) => id);
  const variants = fresh.flatMap(({ product, id }) =>
    product.variants.map(
      (variant): rows.VariantInput => ({
        ...variant,
        image_url: webAddress(variant.image_url ?? null),
        id: uuid(),
        product_id: id,
        currency,
      }),
    ),
  );
  const changed = await rows.upsertVariants(ctx, store, variants);
  const own = forAccount(ctx, account_id);
  const lost = partial
    ? []
    : await rows.markRemoved(
        own,
        productIds,
        variants.map((variant) => variant.external_id),
      );
  await deriveStates(own, productIds);
  const idOf = new Map([...stored.values()].map((row) => [row.external_id, row.id]));
  const different = new Set([
    ...written.filter((row) => !row.created).flatMap((row) => idOf.get(row.external_id) ?? []),
    ...changed.map((variant) => variant.product_id),
  ]);
  const drifted = different.size === 0 ? [] : await checkDrift(own, { productIds: [...different] });
  const toReview = [
    ...new Set([...changed.filter((variant) => variant.created).map((variant) => variant.id), ...drifted]),
  ];
  if (toReview.length > 0) await mappingChanged.emit(ctx, { accountId: account_id, which: { variantIds: toReview } });
  const touched = new Set([...changed.map((variant) => variant.product_id), ...lost]);
  const byRow = new Set(written.map((row) => row.external_id));
  const created = written.filter((row) => row.created).length;
  const byVariants = fresh.filter(({ product, id }) => touched.has(id) && !byRow.has(product.external_id)).length;
  return { created, updated: written.length - created + byVariants };
}

/** Marks a product that the shop deleted, with its variants; its orders stay as they are. */
export async function removeShopProduct(ctx: Ctx, store: rows.StoreRef, externalId: string): Promise<void> {
  const id = await rows.markProductRemoved(ctx, store, externalId);
  if (!id) return;
  await rows.markRemoved(forAccount(ctx, store.account_id), [id], []);
  publish(ctx, { account_id: store.account_id, kind: 'products.changed', id });
}
