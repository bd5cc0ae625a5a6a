import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { catalog } from '#contract/catalog.ts';
import { audit, noteAccess } from '#server/db/audit.ts';
import { type Ctx, notFound, type StaffCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import * as seen from './catalog-browse.db.ts';
import * as rows from './catalog-staff.db.ts';
import { catalogChanged } from './catalog.events.ts';

type Create = z.output<typeof catalog.staffCreate.body>;
type Save = z.output<typeof catalog.staffSave.body>;
type NewSku = z.output<typeof catalog.staffAddSku.body>;
type SaveSku = z.output<typeof catalog.staffSaveSku.body>;
type Offer = z.output<typeof catalog.staffOffer.body>;

const stale = () => appError('stale_version', { text: 'catalog.changed' });

/** Products of the catalogue; those made for one client only when it is named, which leaves an access row (P39). */
export async function listProducts(ctx: StaffCtx, query: z.output<typeof catalog.staffProducts.query>) {
  const filter = { ...query, accountId: query.account_id ?? null };
  const page = { ...pageOf(query), sort: query.sort };
  const data = await seen.findProducts(ctx, filter, page);
  const accounts = data.flatMap((product) => product.client?.id ?? []);
  await note(ctx, 'catalog.staffProducts', query.account_id ? [query.account_id, ...accounts] : accounts);
  return { data, meta: metaOf(query, await seen.countProducts(ctx, filter)) };
}

const note = (ctx: StaffCtx, route: string, accounts: string[]) =>
  noteAccess(ctx, { feature: 'catalog', route, accounts, staff_user_id: ctx.actor.user_id });

/** One product with all that staff know of it. */
export async function getForStaff(ctx: StaffCtx, id: string) {
  const product = await seen.findProduct(ctx, id, null);
  if (!product) throw notFound('product');
  if (product.client) await note(ctx, 'catalog.staffGet', [product.client.id]);
  const pictures = await seen.findPictures(ctx, id);
  return { ...product, pictures, items: await seen.findSkusOf(ctx, id, null) };
}

async function requirePictures(ctx: Ctx, pictures: readonly (string | null)[]): Promise<void> {
  const named = pictures.filter((picture) => picture !== null);
  if ((await rows.findUnknownPictures(ctx, named)).length > 0)
    throw appError('file_invalid', { text: 'catalog.picture_unknown' }, 'pictures');
}

const namesOf = (sku: { attributes: Record<string, string> }) => Object.keys(sku.attributes).sort();

function requireDifferent(skus: readonly { attributes: Record<string, string> }[]): void {
  const keys = skus.map((sku) => JSON.stringify(namesOf(sku).map((name) => [name, sku.attributes[name]])));
  if (new Set(keys).size < keys.length) throw appError('invalid_input', { text: 'catalog.same_options' }, 'skus');
  const names = new Set(skus.map((sku) => JSON.stringify(namesOf(sku))));
  if (names.size > 1) throw appError('invalid_input', { text: 'catalog.options_missing' }, 'skus');
}

/** Adds a product with its SKUs. */
export async function createProduct(ctx: StaffCtx, body: Create) {
  const { skus, pictures, account_id, ...fields } = body;
  if (account_id && !(await rows.accountExists(ctx, account_id))) throw notFound('client');
  requireDifferent(skus);
  await requirePictures(ctx, [...pictures, ...skus.map((sku) => sku.picture)]);
  const product = { id: uuid(), owner_account_id: account_id };
  await rows.insertProduct(ctx, { ...fields, ...product });
  await rows.insertSkus(
    ctx,
    product,
    skus.map((sku) => ({ ...sku, id: uuid() })),
  );
  await rows.setPictures(ctx, product.id, pictures);
  await trace(ctx, 'create', product.id, account_id, { title: fields.title, skus: skus.length });
  await catalogChanged.emit(ctx, { skuId: null });
  return getForStaff(ctx, product.id);
}

const trace = (ctx: StaffCtx, verb: string, id: string, account_id: string | null, details: Record<string, unknown>) =>
  audit(ctx, { action: `catalog.${verb}`, entity: 'catalog', entity_id: id, account_id, details });

/** Changes what buyers read about a product. */
export async function saveProduct(ctx: StaffCtx, id: string, { version, pictures, ...fields }: Save) {
  const before = await rows.lockProduct(ctx, id);
  if (!before) throw notFound('product');
  if (before.version !== version) throw stale();
  await requirePictures(ctx, pictures);
  await rows.updateProduct(ctx, id, fields);
  await rows.setPictures(ctx, id, pictures);
  const changed = (['title', 'description', 'category'] as const).filter((field) => before[field] !== fields[field]);
  await trace(ctx, 'save', id, before.owner_account_id, { changed, pictures: pictures.length });
  await catalogChanged.emit(ctx, { skuId: null });
  return getForStaff(ctx, id);
}

/** Adds a SKU to a product. */
export async function addSku(ctx: StaffCtx, id: string, sku: NewSku) {
  const product = await rows.lockProduct(ctx, id);
  if (!product) throw notFound('product');
  requireDifferent([...(await seen.findSkusOf(ctx, id, null)), sku]);
  await requirePictures(ctx, [sku.picture]);
  await rows.insertSkus(ctx, product, [{ ...sku, id: uuid() }]);
  await trace(ctx, 'addSku', id, product.owner_account_id, { title: sku.title });
  await catalogChanged.emit(ctx, { skuId: null });
  return getForStaff(ctx, id);
}

/** Changes a SKU; who is mapped to it is asked to look when it is not the same thing any more. */
export async function saveSku(ctx: StaffCtx, id: string, { version, ...fields }: SaveSku) {
  const before = await rows.lockSku(ctx, id);
  if (!before) throw notFound('sku');
  if (before.version !== version) throw stale();
  const others = (await seen.findSkusOf(ctx, before.product_id, null)).filter((sku) => sku.id !== id);
  requireDifferent([...others, fields]);
  await requirePictures(ctx, [fields.picture]);
  await rows.updateSku(ctx, id, fields);
  await trace(ctx, 'saveSku', id, before.owner_account_id, { code: before.code, weight_g: fields.weight_g });
  await catalogChanged.emit(ctx, { skuId: id });
  return getForStaff(ctx, before.product_id);
}

/** Offers a SKU, lets it run out, or ends it: then the mappings to it go to review and their open orders stop. */
export async function offerSku(ctx: StaffCtx, id: string, { status, version }: Offer) {
  const before = await rows.lockSku(ctx, id);
  if (!before) throw notFound('sku');
  if (before.version !== version) throw stale();
  const sell_out = status === 'sell_out';
  await rows.setStatus(ctx, id, { status: sell_out ? 'low' : status, sell_out });
  await trace(ctx, 'offer', id, before.owner_account_id, { code: before.code, status });
  await catalogChanged.emit(ctx, { skuId: id });
  return getForStaff(ctx, before.product_id);
}
