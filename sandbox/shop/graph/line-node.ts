import { gid } from '../gid.ts';
import { decimal } from '../money.ts';
import type { LineRow } from '../rows.ts';
import type { GraphContext } from './context.ts';
import { imageOf, productNode, variantNode } from './product-node.ts';

/** An amount in the shop's and the buyer's money; the sandbox's buyers pay in the order's own currency. */
export function moneyBag(minor: number, currency: string) {
  const money = { amount: decimal(minor, currency), currencyCode: currency };
  return { shopMoney: money, presentmentMoney: money };
}

/** A line of an order. */
export function lineNode(ctx: GraphContext, line: LineRow, currency: string) {
  return {
    __typename: 'LineItem',
    id: gid('LineItem', line.id),
    name: line.variant_title ? `${line.title} - ${line.variant_title}` : line.title,
    title: line.title,
    variantTitle: line.variant_title,
    sku: line.sku,
    vendor: line.vendor,
    quantity: line.quantity,
    currentQuantity: line.current_quantity,
    unfulfilledQuantity: Math.max(0, line.current_quantity - line.fulfilled),
    requiresShipping: line.requires_shipping,
    isGiftCard: line.gift_card,
    customAttributes: line.attributes,
    originalUnitPriceSet: () => moneyBag(line.price, currency),
    discountedUnitPriceAfterAllDiscountsSet: () =>
      moneyBag(Math.round(line.price - line.discount / line.quantity), currency),
    variant: async () => {
      const variant = line.variant_id === null ? null : await ctx.load.variant(line.variant_id);
      return variant && variantNode(ctx, variant);
    },
    product: async () => {
      const product = line.product_id === null ? null : await ctx.load.product(line.product_id);
      return product && productNode(ctx, product);
    },
    image: () => (line.product_id === null ? null : imageOf(ctx, line.product_id, line.title)),
  };
}
