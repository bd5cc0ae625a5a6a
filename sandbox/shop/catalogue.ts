import { productBody } from './bodies-product.ts';
import { emit } from './hooks.ts';
import { toMinor } from './money.ts';
import { ShopRefusal } from './refusal.ts';
import type { Picture, ProductMedia, ProductOption, ProductRow, ProductStatus, ShopRow, VariantRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { primaryLocation } from './shops.ts';
import { type Db, firstRow, inTransaction, newIds, rows } from './sql.ts';

export type NewVariant = {
  id?: string;
  /** Values in the order of the product's options; none for a product without options. */
  values?: string[];
  sku?: string;
  barcode?: string | null;
  /** Minor units of the shop's currency. */
  price: number;
  compareAt?: number | null;
  cost?: number | null;
  grams?: number;
  stock?: number;
  requiresShipping?: boolean;
  /** Address of a picture of its own. */
  image?: string;
};

export type NewProduct = {
  id?: string;
  title: string;
  handle?: string;
  status?: ProductStatus;
  vendor?: string;
  productType?: string;
  tags?: string[];
  description?: string;
  options?: { name: string; values: string[] }[];
  variants: NewVariant[];
  picture?: Picture;
  createdAt?: Date;
  updatedAt?: Date;
};

export const VARIANT_COLUMNS = `v.*, coalesce((select sum(s.available) from shop_stock s where s.item_id = v.item_id), 0)::int as quantity`;

/** Words of a title in lower case joined by hyphens. */
export function handleOf(title: string): string {
  return (
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'product'
  );
}

/** The variants of the given products by position. */
export async function variantsOf(db: Db, productIds: string[]): Promise<VariantRow[]> {
  return rows<VariantRow>(
    db,
    `select ${VARIANT_COLUMNS} from shop_variants v where v.product_id = any($1::bigint[]) order by v.product_id, v.position`,
    [productIds],
  );
}

/** Queues a product topic with the product's body. */
export async function emitProduct(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  topic: 'products/create' | 'products/update',
  productId: string,
): Promise<void> {
  await emit(db, rt, shop, topic, async () => {
    const product = await firstRow<ProductRow>(db, 'select * from shop_products where id = $1', [productId]);
    if (!product) throw new Error(`product ${productId} vanished`);
    return productBody(rt, shop, product, await variantsOf(db, [productId]));
  });
}

async function optionsWithIds(db: Db, options: { name: string; values: string[] }[]): Promise<ProductOption[]> {
  const ids = await newIds(
    db,
    options.reduce((sum, option) => sum + 1 + option.values.length, 0),
  );
  let next = 0;
  const take = () => ids[next++] ?? '';
  return options.map((option) => ({
    id: take(),
    name: option.name,
    values: option.values.map((name) => ({ id: take(), name })),
  }));
}

const mediaOf = ({ image }: NewVariant, id: string): ProductMedia[] =>
  image === undefined ? [] : [{ id, source: image, alt: '' }];

async function insertVariants(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  {
    productId,
    options,
    variants,
    at,
  }: { productId: string; options: ProductOption[]; variants: NewVariant[]; at: Date },
): Promise<void> {
  const fresh = await newIds(db, variants.length * 2);
  const located = await primaryLocation(db, shop.id);
  const records = variants.map((variant, index) => {
    const chosen = options.map((option, at_) => ({
      name: option.name,
      value: variant.values?.[at_] ?? 'Default Title',
    }));
    return {
      id: variant.id ?? fresh[index * 2],
      item_id: fresh[index * 2 + 1],
      title: chosen.map((option) => option.value).join(' / '),
      sku: variant.sku ?? '',
      barcode: variant.barcode ?? null,
      price: variant.price,
      compare_at: variant.compareAt ?? null,
      cost: variant.cost ?? null,
      position: index + 1,
      options: chosen,
      requires_shipping: variant.requiresShipping ?? true,
      grams: variant.grams ?? 250,
      media: mediaOf(variant, fresh[index * 2 + 1] ?? ''),
      stock: variant.stock ?? 100,
    };
  });
  await db.query(
    `insert into shop_variants (id, shop_id, product_id, item_id, title, sku, barcode, price, compare_at, cost, position, options, requires_shipping, grams, media, created_at, updated_at)
     select r.id, $2, $3, r.item_id, r.title, r.sku, r.barcode, r.price, r.compare_at, r.cost, r.position, r.options, r.requires_shipping, r.grams, r.media, $4, $4
     from jsonb_to_recordset($1) as r(id bigint, item_id bigint, title text, sku text, barcode text, price int, compare_at int, cost int, position int,
       options jsonb, requires_shipping boolean, grams double precision, media jsonb)`,
    [JSON.stringify(records), shop.id, productId, at],
  );
  await db.query(
    `insert into shop_stock (item_id, location_id, available, updated_at)
     select r.item_id, $2, r.stock, $3 from jsonb_to_recordset($1) as r(item_id bigint, stock int)`,
    [JSON.stringify(records), located.id, rt.now()],
  );
}

/** Writes a product with its variants in the caller's transaction, without a webhook. */
export async function insertProduct(db: Db, rt: ShopRuntime, shop: ShopRow, input: NewProduct): Promise<string> {
  const [fresh] = await newIds(db, 1);
  const id = input.id ?? fresh;
  if (id === undefined) throw new Error('no id for the product');
  const created = input.createdAt ?? rt.now();
  const options = await optionsWithIds(
    db,
    input.options?.length ? input.options : [{ name: 'Title', values: ['Default Title'] }],
  );
  const written = await firstRow<{ id: string }>(
    db,
    `insert into shop_products (id, shop_id, title, handle, status, vendor, product_type, tags, description, options, picture, created_at, updated_at)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13) on conflict (shop_id, handle) do nothing returning id`,
    [
      id,
      shop.id,
      input.title,
      input.handle ?? handleOf(input.title),
      input.status ?? 'ACTIVE',
      input.vendor ?? shop.name,
      input.productType ?? '',
      input.tags ?? [],
      input.description ?? '',
      JSON.stringify(options),
      input.picture ?? {},
      created,
      input.updatedAt ?? created,
    ],
  );
  if (!written) throw new ShopRefusal(['handle'], 'Handle has already been taken', 'HANDLE_NOT_UNIQUE');
  await insertVariants(db, rt, shop, { productId: id, options, variants: input.variants, at: created });
  return id;
}

/** A new product of the merchant; `products/create` goes out. Answers its id. */
export async function addProduct(rt: ShopRuntime, shop: ShopRow, input: NewProduct): Promise<string> {
  const id = await inTransaction(rt.pool, async (db) => {
    const made = await insertProduct(db, rt, shop, input);
    await emitProduct(db, rt, shop, 'products/create', made);
    return made;
  });
  rt.poke();
  return id;
}

/** Replaces a product's options and variants by the given ones, in the caller's transaction. */
export async function replaceVariants(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  productId: string,
  options: { name: string; values: string[] }[],
  variants: NewVariant[],
): Promise<void> {
  const made = await optionsWithIds(db, options);
  await db.query('delete from shop_variants where product_id = $1', [productId]);
  await db.query('update shop_products set options = $2 where id = $1', [productId, JSON.stringify(made)]);
  await insertVariants(db, rt, shop, { productId, options: made, variants, at: rt.now() });
}

export type ProductChange = {
  title?: string;
  status?: ProductStatus;
  description?: string;
  vendor?: string;
  productType?: string;
  tags?: string[];
};

/** Changes a product in the caller's transaction; `products/update` goes out. False when there is none. */
export async function changeProduct(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  productId: string,
  change: ProductChange,
): Promise<boolean> {
  const done = await db.query(
    `update shop_products set title = coalesce($3, title), status = coalesce($4, status), description = coalesce($5, description),
       vendor = coalesce($6, vendor), product_type = coalesce($7, product_type), tags = coalesce($8, tags), updated_at = $9
     where id = $2 and shop_id = $1`,
    [
      shop.id,
      productId,
      change.title,
      change.status,
      change.description,
      change.vendor,
      change.productType,
      change.tags,
      rt.now(),
    ],
  );
  if (done.rowCount === 0) return false;
  await emitProduct(db, rt, shop, 'products/update', productId);
  return true;
}

export type VariantChange = {
  sku?: string;
  price?: number;
  compareAt?: number | null;
  barcode?: string;
  grams?: number;
};

/** Changes a variant in the caller's transaction; `products/update` goes out. False when there is none. */
export async function changeVariant(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  variantId: string,
  change: VariantChange,
): Promise<boolean> {
  const changed = await firstRow<{ product_id: string }>(
    db,
    `update shop_variants set sku = coalesce($3, sku), price = coalesce($4, price), compare_at = case when $5 then $6 else compare_at end,
       barcode = coalesce($7, barcode), grams = coalesce($8, grams), updated_at = $9
     where id = $2 and shop_id = $1 returning product_id`,
    [
      shop.id,
      variantId,
      change.sku,
      change.price,
      change.compareAt !== undefined,
      change.compareAt ?? null,
      change.barcode,
      change.grams,
      rt.now(),
    ],
  );
  if (!changed) return false;
  await changeProduct(db, rt, shop, changed.product_id, {});
  return true;
}

/** Deletes a product in the caller's transaction; `products/delete` goes out. Order lines keep their texts. False when there is none. */
export async function removeProduct(db: Db, rt: ShopRuntime, shop: ShopRow, productId: string): Promise<boolean> {
  const gone = await db.query('delete from shop_products where id = $2 and shop_id = $1', [shop.id, productId]);
  if (gone.rowCount === 0) return false;
  await db.query(
    'update shop_order_lines set product_id = null, variant_id = null where shop_id = $1 and product_id = $2',
    [shop.id, productId],
  );
  await emit(db, rt, shop, 'products/delete', () => ({ id: BigInt(productId) }));
  return true;
}

/** Decimal text of an input to minor units, or a refusal that names the field. */
export function priceInput(text: unknown, shop: ShopRow, field: string[]): number {
  const minor = toMinor(text, shop.currency);
  if (minor === null || minor < 0)
    throw new ShopRefusal(field, 'Price must be greater than or equal to 0', 'INVALID_INPUT');
  return minor;
}
