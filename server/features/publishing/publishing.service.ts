import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { publishing } from '#contract/publishing.ts';
import type { publishingStates } from '#contract/publishing-rules.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { missingScopes, optionalScopes } from '#server/connectors/shopify/scopes.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish, sendAgain, sendLater } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
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
  const found = await rows.findStores(ctx, accountOf(ctx), ctx.actor.stores);
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
  const accountId = accountOf(ctx);
  const filter = { stores: ctx.actor.stores, state: query.state };
  const found = await rows.findPublications(ctx, accountId, filter, pageOf(query));
  return { data: found.map(answerOf), meta: metaOf(query, await rows.countPublications(ctx, accountId, filter)) };
}

async function findOwn(ctx: MerchantCtx, id: string) {
  const filter = { stores: ctx.actor.stores, id };
  const [found] = await rows.findPublications(ctx, accountOf(ctx), filter, { offset: 0, limit: 1 });
  if (!found) throw notFound('publication');
  return found;
}

/** Throws a sentence unless products can be put into the store now. */
async function demandReady(ctx: MerchantCtx, storeId: string): Promise<rows.StoreRow> {
  demandStore(ctx.actor, storeId);
  const [store] = await rows.findStores(ctx, accountOf(ctx), [storeId]);
  if (!store) throw notFound('store');
  const state = stateOf(store);
  if (state === 'ready') return store;
  throw state === 'not_connected'
    ? appError('store_not_connected', { text: 'publishing.not_connected' }, 'store_id')
    : refuse({ text: `publishing.${state}` }, 'store_id');
}

/** Puts a catalogue product into a store of the member, once; the shop is told after this act. */
export async function createPublication(ctx: MerchantCtx, body: z.output<typeof publishing.create.body>) {
  const account_id = accountOf(ctx);
  const store = await demandReady(ctx, body.store_id);
  await demandItems(ctx, account_id, body);
  await rows.freePlace(ctx, account_id, store.id, body.catalog_product_id);
  const id = uuid();
  const { catalog_product_id, title, description, status } = body;
  const added = await rows.insertPublication(ctx, {
    account_id,
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
  await sendLater(ctx, { ...messageOf(account_id, id, store.id), payload: { account_id, publication_id: id } });
  await audit(ctx, {
    action: 'publishing.create',
    entity: 'publications',
    entity_id: id,
    details: { store: store.name, skus: body.items.length },
  });
  await publish(ctx, { account_id, kind: 'products.changed' });
  return answerOf(await findOwn(ctx, id));
}

async function demandItems(ctx: MerchantCtx, accountId: string, body: z.output<typeof publishing.create.body>) {
  const skus = await rows.findSkus(ctx, accountId, body.catalog_product_id);
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
  const accountId = accountOf(ctx);
  const found = await findOwn(ctx, id);
  await demandReady(ctx, found.store.id);
  if (!(await rows.waitAgain(ctx, accountId, id))) throw refuse({ text: 'publishing.not_retryable' });
  await sendAgain(ctx, messageOf(accountId, id, found.store.id));
  await audit(ctx, { action: 'publishing.retry', entity: 'publications', entity_id: id });
  await publish(ctx, { account_id: accountId, kind: 'products.changed' });
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
