import type { stockStates } from '#contract/products.ts';
import { accountOf, type Ctx, type MerchantCtx } from '#server/db/context.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { findItems, findParts, type PartRow } from './stock.db.ts';
import { stockOfSkus } from '#server/features/stock/index.ts';

type Warehouse = { id: string; code: string; name: string };
type SkuStock = {
  sku_id: string;
  low: boolean;
  own: { warehouse: Warehouse; on_hand: number; occupied: number; committed: number; available: number }[];
  shared: { warehouse: Warehouse; available: number }[];
};

export type ProductStock = { state: (typeof stockStates)[number]; own: number; shared: number };

/** Of a product that consists of nothing, or of items that nobody keeps. */
export const noStock: ProductStock = { state: 'none', own: 0, shared: 0 };

/** Pieces that nobody holds, over all warehouses. */
export const free = (levels: readonly { available: number }[]) =>
  levels.reduce((sum, level) => sum + level.available, 0);
const skusOf = (parts: readonly PartRow[]) => [...new Set(parts.map((part) => part.sku_id))];

/** What there is of each product, for a page of the list: two statements, however many products. */
export async function stockOfProducts(
  ctx: Ctx,
  accountId: string,
  productIds: readonly string[],
): Promise<Map<string, ProductStock>> {
  const parts = await findParts(ctx, accountId, productIds);
  const levels = await stockOfSkus(ctx, accountId, skusOf(parts));
  const bySku = new Map(levels.map((level) => [level.sku_id, level]));
  return new Map([...groupBy(parts, (part) => part.product_id)].map(([id, own]) => [id, stateOf(own, bySku)]));
}

function stateOf(parts: readonly PartRow[], bySku: ReadonlyMap<string, SkuStock>): ProductStock {
  const kept = skusOf(parts).flatMap((id) => bySku.get(id) ?? []);
  if (kept.length === 0) return noStock;
  const pieces = new Map(kept.map((level) => [level.sku_id, free(level.own) + free(level.shared)]));
  const variants = [...groupBy(parts, (part) => part.variant_id).values()];
  const ready = variants.filter((own) => own.every((part) => (pieces.get(part.sku_id) ?? 0) >= part.quantity)).length;
  const counts = {
    own: kept.reduce((sum, level) => sum + free(level.own), 0),
    shared: kept.reduce((sum, level) => sum + free(level.shared), 0),
  };
  if (ready === 0) return { state: 'out', ...counts };
  if (ready < variants.length) return { state: 'partly', ...counts };
  return { state: kept.some((level) => level.low) ? 'low' : 'in_stock', ...counts };
}

/** What there is of each item that the product consists of. */
export async function listStock(ctx: MerchantCtx, productId: string) {
  const accountId = accountOf(ctx);
  const parts = await findParts(ctx, accountId, [productId]);
  const ids = skusOf(parts);
  const levels = new Map((await stockOfSkus(ctx, accountId, ids)).map((level) => [level.sku_id, level]));
  return (await findItems(ctx, ids)).map((sku) => ({
    sku,
    variants: new Set(parts.filter((part) => part.sku_id === sku.id).map((part) => part.variant_id)).size,
    low: levels.get(sku.id)?.low ?? false,
    own: levels.get(sku.id)?.own ?? [],
    shared: levels.get(sku.id)?.shared ?? [],
  }));
}
