import {
  changeProduct,
  changeVariant,
  emitProduct,
  handleOf,
  insertProduct,
  type NewProduct,
  type NewVariant,
  priceInput,
  type ProductChange,
  removeProduct,
  replaceVariants,
} from '../catalogue.ts';
import { gid, idOf } from '../gid.ts';
import { toMinor } from '../money.ts';
import { ShopRefusal } from '../refusal.ts';
import type { ProductRow, ProductStatus } from '../rows.ts';
import { type Db, firstRow, newId } from '../sql.ts';
import { type GraphContext, mutate } from './context.ts';
import { productNode, variantNode } from './product-node.ts';

type VariantInput = {
  optionValues: { optionName?: string | null; name?: string | null }[];
  sku?: string | null;
  barcode?: string | null;
  price?: string | null;
  compareAtPrice?: string | null;
  inventoryItem?: {
    sku?: string | null;
    cost?: string | null;
    requiresShipping?: boolean | null;
    measurement?: { weight?: { value: number; unit: string } | null } | null;
  } | null;
  inventoryQuantities?: { quantity: number }[] | null;
};

type SetInput = {
  title?: string;
  handle?: string;
  descriptionHtml?: string;
  vendor?: string;
  productType?: string;
  status?: ProductStatus;
  tags?: string[];
  files?: { originalSource?: string | null; alt?: string | null }[] | null;
  productOptions?: { name?: string | null; values?: { name?: string | null }[] | null }[] | null;
  variants?: VariantInput[] | null;
};

type Identifier = { id?: string | null; handle?: string | null } | null;

const GRAMS: Record<string, number> = { GRAMS: 1, KILOGRAMS: 1000, OUNCES: 28.349523125, POUNDS: 453.59237 };

function variantOf(
  ctx: GraphContext,
  input: VariantInput,
  index: number,
  options: { name: string; values: string[] }[],
): NewVariant {
  const at = ['input', 'variants', String(index)];
  const values = options.map((option) => {
    const chosen = input.optionValues.find((value) => value.optionName === option.name)?.name;
    if (!chosen || !option.values.includes(chosen))
      throw new ShopRefusal([...at, 'optionValues'], 'Option value does not exist', 'OPTION_VALUE_DOES_NOT_EXIST');
    return chosen;
  });
  const weight = input.inventoryItem?.measurement?.weight;
  return {
    values,
    price: priceInput(input.price ?? '0', ctx.shop, [...at, 'price']),
    compareAt: toMinor(input.compareAtPrice ?? null, ctx.shop.currency),
    cost: toMinor(input.inventoryItem?.cost ?? null, ctx.shop.currency),
    sku: input.sku ?? input.inventoryItem?.sku ?? '',
    barcode: input.barcode ?? null,
    requiresShipping: input.inventoryItem?.requiresShipping ?? true,
    stock: input.inventoryQuantities?.reduce((sum, one) => sum + one.quantity, 0) ?? 0,
    ...(weight && { grams: weight.value * (GRAMS[weight.unit] ?? 1) }),
  };
}

function readInput(ctx: GraphContext, input: SetInput) {
  const options = (input.productOptions ?? []).map((option) => ({
    name: option.name ?? '',
    values: (option.values ?? []).flatMap((value) => value.name ?? []),
  }));
  if (input.variants && options.length === 0)
    throw new ShopRefusal(
      ['input', 'productOptions'],
      'The product options input is required when updating variants',
      'PRODUCT_OPTIONS_INPUT_MISSING',
    );
  if ((input.variants?.length ?? 0) > 2048)
    throw new ShopRefusal(['input', 'variants'], 'The number of variants cannot be over 2048', 'VARIANTS_OVER_LIMIT');
  const variants = (input.variants ?? []).map((variant, index) => variantOf(ctx, variant, index, options));
  const seen = new Set(variants.map((variant) => variant.values?.join('\n')));
  if (seen.size < variants.length)
    throw new ShopRefusal(['input', 'variants'], 'The variants must have distinct option values', 'INVALID_VARIANT');
  return { options, variants };
}

async function existing(
  db: Db,
  ctx: GraphContext,
  identifier: Identifier | undefined,
): Promise<ProductRow | undefined> {
  if (identifier?.id != null) {
    const found = await firstRow<ProductRow>(
      db,
      'select * from shop_products where shop_id = $1 and id = $2 for update',
      [ctx.shop.id, idOf('Product', identifier.id) ?? '0'],
    );
    if (!found) throw new ShopRefusal(['identifier', 'id'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST');
    return found;
  }
  if (identifier?.handle == null) return undefined;
  return firstRow<ProductRow>(db, 'select * from shop_products where shop_id = $1 and handle = $2 for update', [
    ctx.shop.id,
    identifier.handle,
  ]);
}

async function setFiles(db: Db, productId: string, files: SetInput['files']): Promise<void> {
  if (!files) return;
  const media = [];
  for (const file of files)
    if (file.originalSource) media.push({ id: await newId(db), source: file.originalSource, alt: file.alt ?? null });
  await db.query('update shop_products set media = $2 where id = $1', [productId, JSON.stringify(media)]);
}

function changeOf(input: SetInput): ProductChange {
  const { title, status, vendor, productType, tags, descriptionHtml: description } = input;
  return {
    ...(title !== undefined && { title }),
    ...(status && { status }),
    ...(vendor !== undefined && { vendor }),
    ...(productType !== undefined && { productType }),
    ...(tags && { tags }),
    ...(description !== undefined && { description }),
  };
}

/** Creates or replaces a product; lists given are the whole truth (shopify.md §2.9). Always done within the call. */
async function productSet({ identifier, input }: { identifier?: Identifier; input: SetInput }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const { options, variants } = readInput(ctx, input);
    const found = await existing(db, ctx, identifier);
    let productId = found?.id;
    if (productId === undefined) {
      if (!input.title) throw new ShopRefusal(['input', 'title'], "Title can't be blank", 'INVALID_INPUT');
      const made: NewProduct = {
        ...changeOf(input),
        title: input.title,
        handle: input.handle ?? identifier?.handle ?? handleOf(input.title),
        options,
        variants: variants.length > 0 ? variants : [{ price: 0 }],
      };
      productId = await insertProduct(db, ctx.rt, ctx.shop, made);
      await setFiles(db, productId, input.files);
      await emitProduct(db, ctx.rt, ctx.shop, 'products/create', productId);
    } else {
      if (input.variants) await replaceVariants(db, ctx.rt, ctx.shop, productId, options, variants);
      await setFiles(db, productId, input.files);
      await changeProduct(db, ctx.rt, ctx.shop, productId, changeOf(input));
    }
    const row = await firstRow<ProductRow>(db, 'select * from shop_products where id = $1', [productId]);
    return { product: row && productNode(ctx, row), productSetOperation: null };
  });
}

async function productUpdate({ product }: { product?: SetInput & { id?: string | null } }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const productId = idOf('Product', product?.id ?? '') ?? '0';
    if (!product || !(await changeProduct(db, ctx.rt, ctx.shop, productId, changeOf(product))))
      throw new ShopRefusal(['id'], 'Product does not exist');
    const row = await firstRow<ProductRow>(db, 'select * from shop_products where id = $1', [productId]);
    return { product: row && productNode(ctx, row) };
  });
}

type BulkVariant = { id?: string | null; price?: string | null; compareAtPrice?: string | null };

async function productVariantsBulkUpdate(
  { productId, variants }: { productId: string; variants: BulkVariant[] },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    const owner = idOf('Product', productId) ?? '0';
    const found = await firstRow(db, 'select 1 from shop_products where shop_id = $1 and id = $2 for update', [
      ctx.shop.id,
      owner,
    ]);
    if (!found) throw new ShopRefusal(['productId'], 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST');
    const ids: string[] = [];
    for (const [index, variant] of variants.entries()) {
      const at = ['variants', String(index)];
      const id = idOf('ProductVariant', variant.id ?? '') ?? '0';
      const own = await firstRow(db, 'select 1 from shop_variants where id = $1 and product_id = $2', [id, owner]);
      if (!own)
        throw new ShopRefusal([...at, 'id'], 'Product variant does not exist', 'PRODUCT_VARIANT_DOES_NOT_EXIST');
      await changeVariant(db, ctx.rt, ctx.shop, id, {
        ...(variant.price != null && { price: priceInput(variant.price, ctx.shop, [...at, 'price']) }),
        ...(variant.compareAtPrice !== undefined && { compareAt: toMinor(variant.compareAtPrice, ctx.shop.currency) }),
      });
      ids.push(id);
    }
    // Read after the commit: the loaders are renewed then.
    return {
      productVariants: () =>
        Promise.all(
          ids.map(async (id) => {
            const row = await ctx.load.variant(id);
            return row && variantNode(ctx, row);
          }),
        ),
    };
  });
}

async function productDelete({ input }: { input: { id: string } }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const productId = idOf('Product', input.id) ?? '0';
    if (!(await removeProduct(db, ctx.rt, ctx.shop, productId)))
      throw new ShopRefusal(['id'], 'Product does not exist');
    return { deletedProductId: gid('Product', productId) };
  });
}

async function publishablePublish(
  { id, input }: { id: string; input: { publicationId?: string | null }[] },
  ctx: GraphContext,
) {
  return mutate(ctx, async (db) => {
    if (input.some((one) => one.publicationId !== gid('Publication', ctx.shop.id)))
      throw new ShopRefusal(['input', 'publicationId'], 'Publication does not exist');
    const done = await db.query(
      'update shop_products set published = true, updated_at = $3 where shop_id = $1 and id = $2',
      [ctx.shop.id, idOf('Product', id) ?? '0', ctx.rt.now()],
    );
    if (done.rowCount === 0) throw new ShopRefusal(['id'], 'Product does not exist');
    return { publishable: { __typename: 'Product', availablePublicationsCount: { count: 1 } } };
  });
}

/** Root fields that write the catalogue. */
export const productWrites = {
  productSet,
  productUpdate,
  productVariantsBulkUpdate,
  productDelete,
  publishablePublish,
};
