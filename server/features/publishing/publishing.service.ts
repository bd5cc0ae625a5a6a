import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { publishing } from '#contract/publishing.ts';
import type { publishingStates } from '#contract/publishing-rules.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { missingScopes, optionalScopes } from '#server/connectors/shopify/scopes.ts';
import { audit } from '#server/db/audit.ts';
import { requireStore, type MerchantCtx, notFound, type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import { publish, sendAgain, sendLater } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import type { ShopProduct } from '#server/connectors/connector.ts';
import { mapVariants } from '#server/features/products/index.ts';
import { reviewOrders } from '#server/features/orders/index.ts';
import * as rows from './publishing.db.ts';

type State = (typeof publishingStates)[number];
const refuse = (sentence: Phrase, field?: string) => appError('publishing_refused', sentence, field);

function stateOf(store: rows.StoreRow): State {
  if (!capabilitiesOf(store.platform).publishes_products) return 'cannot';
  if (store.status !== 'connected') return 'not_connected';
  return missingScopes(store.scopes_granted, optionalScopes).length > 0 ? 'needs_scope' : 'ready';
}

/** The member's stores with whether catalogue products can be put into them. */
export async function listStores(ctx: MerchantCtx) {
  const found = await rows.findStores(ctx, ctx.actor.stores);
  return found.map((store) => ({
    id: store.id,
    name: store.name,
    domain: store.external_domain,
    currency: store.currency,
    state: stateOf(store),
  }));
}

const answerOf = ({ currency, items, ...row }: rows.PublicationRow) => {
  const prices = items.map((item) => item.price);
  return {
    ...row,
    variants: items.length,
    price_min: { amount: Math.min(...prices), currency },
    price_max: { amount: Math.max(...prices), currency },
  };
};

/** Catalogue products that were put into stores, newest first. */
export async function listPublications(ctx: MerchantCtx, query: z.output<typeof publishing.list.query>) {
  const filter = { stores: ctx.actor.stores, state: query.state };
  const found = await rows.findPublications(ctx, filter, pageOf(query));
  return { data: found.map(answerOf), meta: metaOf(query, await rows.countPublications(ctx, filter)) };
}

async function findOwn(ctx: MerchantCtx, id: string) {
  const filter = { stores: ctx.actor.stores, id };
  const [found] = await rows.findPublications(ctx, filter, { offset: 0, limit: 1 });
  if (!found) throw notFound('publication');
  return found;
}

/** Throws a sentence unless products can be put into the store now. */
async function requireReady(ctx: MerchantCtx, storeId: string): Promise<rows.StoreRow> {
  requireStore(ctx.actor, storeId);
  const [store] = await rows.findStores(ctx, [storeId]);
  if (!store) throw notFound('store');
  const state = stateOf(store);
  if (state === 'ready') return store;
  throw state === 'not_connected'
    ? appError('store_not_connected', { text: 'publishing.not_connected' }, 'store_id')
    : refuse({ text: `publishing.${state}` }, 'store_id');
}

/** Puts a catalogue product into a store of the member, once; the shop is notified after this action. */
export async function createPublication(ctx: MerchantCtx, body: z.output<typeof publishing.create.body>) {
  const store = await requireReady(ctx, body.store_id);
  await requireItems(ctx, body);
  await rows.freePlace(ctx, store.id, body.catalog_product_id);
  const id = uuid();
  const { catalog_product_id, title, description, status } = body;
  const added = await rows.insertPublication(ctx, {
    account_id: ctx.account,
    id,
    store_id: store.id,
    catalog_product_id,
    title,
    description,
    status,
    handle: handleOf(title, id),
    currency: store.currency ?? 'USD',
    items: JSON.stringify(body.items),
    created_by: ctx.actor.user_id,
    author_name: ctx.actor.name,
  });
  if (!added) throw refuse({ text: 'publishing.listed_already', params: { store: store.name } }, 'store_id');
  await sendLater(ctx, {
    ...messageOf(ctx.account, id, store.id),
    payload: { account_id: ctx.account, publication_id: id },
  });
  await audit(ctx, {
    action: 'publishing.create',
    entity: 'publications',
    entity_id: id,
    details: { store: store.name, skus: body.items.length },
  });
  publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
  return answerOf(await findOwn(ctx, id));
}

async function requireItems(ctx: MerchantCtx, body: z.output<typeof publishing.create.body>) {
  const skus = await rows.findSkus(ctx, body.catalog_product_id);
  if (skus.length === 0) throw notFound('catalog_product');
  const known = new Map(skus.map((sku) => [sku.id, sku]));
  const chosen = new Set(body.items.map((item) => item.catalog_sku_id));
  if (chosen.size < body.items.length) throw refuse({ text: 'publishing.sku_twice' }, 'items');
  for (const id of chosen) {
    const sku = known.get(id);
    if (!sku) throw refuse({ text: 'publishing.sku_elsewhere' }, 'items');
    if (sku.discontinued)
      throw refuse({ text: 'publishing.sku_discontinued', params: { code: sku.code, title: sku.title } }, 'items');
  }
}

/** Tries a failed one again: the shop is looked into first, so that nothing is made twice. */
export async function retryPublication(ctx: MerchantCtx, id: string) {
  const found = await findOwn(ctx, id);
  await requireReady(ctx, found.store.id);
  if (!(await rows.waitAgain(ctx, id))) throw refuse({ text: 'publishing.not_retryable' });
  await sendAgain(ctx, messageOf(ctx.account, id, found.store.id));
  await audit(ctx, { action: 'publishing.retry', entity: 'publications', entity_id: id });
  publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
  return answerOf(await findOwn(ctx, id));
}

const messageOf = (account_id: string, id: string, storeId: string) => ({
  kind: 'shop_product',
  key: `publish:${id}`,
  account_id,
  queue: `publish:${storeId}`, // two workers must not make one product at once
});

/** Readable, and nobody else's: its end comes from our own id. */
function handleOf(title: string, id: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80);
  return `${words || 'product'}-${id.replaceAll('-', '').slice(-12)}`;
}

type Born = {
  variant_id: string;
  source: 'published';
  until_sold_out: boolean;
  components: { catalog_sku_id: string; quantity: number }[];
};
/**
 * Maps the variants of published products as they arrive, by whichever way they come first: the shop's answer, its webhook or
 * a look at it. The row is locked and its state changed with the mapping, so that it happens once.
 */
export async function adoptPublished(
  ctx: Ctx,
  { store, products }: { store: { account_id: string; id: string }; products: readonly ShopProduct[] },
): Promise<void> {
  const byHandle = new Map(products.map((product) => [product.handle ?? '', product]));
  const expected = await rows.lockExpected(forAccount(ctx, store.account_id), store.id, [...byHandle.keys()]);
  for (const publication of expected) {
    const product = byHandle.get(publication.handle);
    if (product) await adopt(forAccount(ctx, store.account_id), store.id, publication, product);
  }
}

async function adopt(
  ctx: AccountCtx,
  id: string,
  publication: rows.Sending,
  { external_id }: ShopProduct,
): Promise<void> {
  const variants = await rows.findArrived(ctx, id, external_id);
  const [first] = variants;
  if (!first) return;
  const skus = await rows.findSkus(ctx, publication.catalog_product_id);
  const chosen = new Set(publication.items.map((item) => item.catalog_sku_id));
  const byCode = new Map(skus.filter((sku) => chosen.has(sku.id)).map((sku) => [sku.code, sku]));
  const born = variants.flatMap((variant): Born[] => {
    const sku = variant.unmapped ? byCode.get(variant.sku) : undefined;
    if (!sku) return [];
    const components = [{ catalog_sku_id: sku.id, quantity: 1 }];
    return [{ variant_id: variant.id, source: 'published', until_sold_out: sku.discontinued, components }];
  });
  await mapVariants(ctx, born);
  if (born.length > 0) await reviewOrders(ctx, { variantIds: born.map((one) => one.variant_id) });
  const { product_id } = first;
  const arrived = { state: 'published' as const, reason: null, external_id, product_id, published_at: ctx.now };
  await rows.updatePublication(ctx, publication.id, arrived);
  await audit(ctx, {
    action: 'publishing.arrive',
    entity: 'publications',
    entity_id: publication.id,
    account_id: ctx.account,
    details: { variants: variants.length, mapped: born.length },
  });
  publish(ctx, { account_id: ctx.account, kind: 'products.changed' });
}
