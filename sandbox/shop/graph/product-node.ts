import { pictureUrl } from '../bodies-product.ts';
import { gid } from '../gid.ts';
import { decimal } from '../money.ts';
import type { LocationRow, ProductMedia, ProductRow, VariantRow } from '../rows.ts';
import { utcTime } from '../shop-time.ts';
import { rows } from '../sql.ts';
import { pageOfList, type PageArgs } from './connection.ts';
import type { GraphContext } from './context.ts';

/** A product's picture as an Image. */
export function imageOf(ctx: GraphContext, productId: string, alt: string) {
  return { id: gid('ImageSource', productId), url: pictureUrl(ctx.base, ctx.shop, productId), altText: alt };
}

/** The stock side of a variant. */
export function itemNode(ctx: GraphContext, variant: VariantRow) {
  const { currency } = ctx.shop;
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.item_id),
    sku: variant.sku,
    tracked: variant.tracked,
    requiresShipping: variant.requires_shipping,
    unitCost: variant.cost === null ? null : { amount: decimal(variant.cost, currency), currencyCode: currency },
    measurement: {
      id: gid('InventoryItemMeasurement', variant.item_id),
      weight: { value: variant.grams, unit: 'GRAMS' },
    },
    inventoryLevels: async (args: PageArgs) => {
      const levels = await rows<{ id: string; location_id: string; available: number; updated_at: Date }>(
        ctx.rt.pool,
        'select location_id as id, location_id, available, updated_at from shop_stock where item_id = $1 order by location_id',
        [variant.item_id],
      );
      return pageOfList(ctx, levels, args, (level) => levelNode(ctx, variant.item_id, level));
    },
  };
}

/** Stock of an item at one location. The sandbox promises nothing, so on hand is what is available. */
export function levelNode(
  ctx: GraphContext,
  itemId: string,
  level: { location_id: string; available: number; updated_at: Date },
) {
  const amounts: Record<string, number> = { available: level.available, on_hand: level.available };
  return {
    __typename: 'InventoryLevel',
    id: `${gid('InventoryLevel', level.location_id)}?inventory_item_id=${itemId}`,
    location: async () => {
      const location = await ctx.load.location(level.location_id);
      return location && locationNode(location);
    },
    quantities: ({ names }: { names: string[] }) =>
      names.map((name) => ({
        id: `${gid('InventoryQuantity', itemId)}?name=${name}`,
        name,
        quantity: amounts[name] ?? 0,
        updatedAt: utcTime(level.updated_at),
      })),
  };
}

/** A location of the merchant or of a fulfilment service. */
export function locationNode(location: LocationRow) {
  const isService = location.service_id !== null;
  return {
    __typename: 'Location',
    id: gid('Location', location.id),
    name: location.name,
    isActive: location.active,
    isFulfillmentService: isService,
    shipsInventory: true,
    fulfillsOnlineOrders: true,
    fulfillmentService: isService
      ? {
          id: `${gid('FulfillmentService', location.service_id ?? '')}?id=true`,
          handle: location.service_handle,
          serviceName: location.name,
          callbackUrl: location.callback_url,
        }
      : null,
    address: { countryCode: location.country, provinceCode: location.province, city: location.city },
  };
}

/** A variant. */
export function variantNode(ctx: GraphContext, variant: VariantRow) {
  const { currency } = ctx.shop;
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: variant.id,
    title: variant.title,
    sku: variant.sku,
    barcode: variant.barcode,
    price: decimal(variant.price, currency),
    compareAtPrice: variant.compare_at === null ? null : decimal(variant.compare_at, currency),
    position: variant.position,
    inventoryPolicy: variant.policy,
    inventoryQuantity: variant.quantity,
    selectedOptions: variant.options,
    inventoryItem: () => itemNode(ctx, variant),
    media: (args: PageArgs) => pageOfList(ctx, nodesOf(variant.media), args, (media) => ({ ...media, id: media.gid })),
    availablePublicationsCount: { count: 1 },
    product: async () => {
      const product = await ctx.load.product(variant.product_id);
      return product && productNode(ctx, product);
    },
  };
}

function mediaNodes(ctx: GraphContext, product: ProductRow) {
  return nodesOf(
    product.media.length > 0
      ? product.media
      : [{ id: product.id, source: pictureUrl(ctx.base, ctx.shop, product.id), alt: product.title }],
  );
}

function nodesOf(list: readonly ProductMedia[]) {
  return list.map((media) => ({
    __typename: 'MediaImage',
    id: media.id,
    gid: gid('MediaImage', media.id),
    alt: media.alt,
    mediaContentType: 'IMAGE',
    status: 'READY',
    image: { id: gid('ImageSource', media.id), url: media.source, altText: media.alt },
    preview: { image: { id: gid('ImageSource', media.id), url: media.source, altText: media.alt } },
  }));
}

/** A product; its variants are fetched when they are asked for. */
export function productNode(ctx: GraphContext, product: ProductRow) {
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: product.id,
    title: product.title,
    handle: product.handle,
    status: product.status,
    vendor: product.vendor,
    productType: product.product_type,
    tags: product.tags,
    createdAt: utcTime(product.created_at),
    updatedAt: utcTime(product.updated_at),
    onlineStoreUrl:
      product.status === 'ACTIVE' && product.published
        ? `${ctx.base}/${ctx.shop.domain}/catalogue#${product.handle}`
        : null,
    hasOnlyDefaultVariant:
      product.options.length === 1 && product.options[0]?.name === 'Title' && product.options[0].values.length === 1,
    featuredMedia: () => {
      const [first] = mediaNodes(ctx, product);
      return first ? { ...first, id: first.gid } : null;
    },
    descriptionHtml: product.description,
    options: ({ first }: { first?: number | null }) =>
      product.options.slice(0, first ?? undefined).map((option, index) => ({
        __typename: 'ProductOption',
        id: gid('ProductOption', option.id),
        name: option.name,
        position: index + 1,
        optionValues: option.values.map((value) => ({ id: gid('ProductOptionValue', value.id), name: value.name })),
      })),
    media: (args: PageArgs) =>
      pageOfList(ctx, mediaNodes(ctx, product), args, (media) => ({ ...media, id: media.gid })),
    variants: async (args: PageArgs) =>
      pageOfList(ctx, await ctx.load.variantsOfProduct(product.id), args, (variant) => variantNode(ctx, variant)),
    availablePublicationsCount: { count: product.published ? 1 : 0 },
  };
}
