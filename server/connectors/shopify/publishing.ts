import { z } from 'zod';
import {
  type ProductDraft,
  type ProductPublisher,
  ShopError,
  type ShopProduct,
  type ShopSession,
} from '../connector.ts';
import { decimalText } from '../../lib/money-text.ts';
import type { Graphql } from './graphql.ts';
import { userErrors } from './graphql-answer.ts';

const setSchema = z.object({
  productSet: z.object({ product: z.object({ legacyResourceId: z.string() }).nullable(), userErrors }),
});
type Reader = {
  one(shop: ShopSession, externalId: string): Promise<ShopProduct | null>;
  byHandle(shop: ShopSession, handle: string): Promise<ShopProduct | null>;
};

/**
 * Makes products by `productSet`, found by a handle of our own (shopify.md §2.9). The lists given are the whole truth there,
 * so an unclear end is thrown and looked into, never sent again: a repetition would replace what the merchant changed.
 */
export function productPublisher(graphql: Graphql, products: Reader): ProductPublisher {
  return {
    find: (shop, handle) => products.byHandle(shop, handle),
    async make(shop, draft) {
      const variables = { identifier: { handle: draft.handle }, input: inputOf(draft) };
      const { productSet } = await graphql.call(shop, 'ProductPublish', variables, setSchema, { once: true });
      const [refusal] = productSet.userErrors;
      if (refusal || !productSet.product)
        throw new ShopError('refused', `The shop refused the product: ${refusal?.message ?? 'no reason given'}.`);
      const made = await products.one(shop, productSet.product.legacyResourceId);
      if (!made) throw new ShopError('unreachable', 'The shop does not show the product yet.');
      return made;
    },
  };
}

function inputOf(draft: ProductDraft) {
  const money = (amount: number) => decimalText(amount, draft.currency);
  const valuesOf = (at: number) => [...new Set(draft.variants.map((variant) => variant.values[at] ?? ''))];
  return {
    handle: draft.handle,
    title: draft.title,
    descriptionHtml: htmlOf(draft.description),
    status: draft.status.toUpperCase(),
    files: draft.pictures.map((originalSource) => ({ originalSource, contentType: 'IMAGE' })),
    productOptions: draft.options.map((name, at) => ({
      name,
      position: at + 1,
      values: valuesOf(at).map((value) => ({ name: value })),
    })),
    variants: draft.variants.map((variant) => ({
      sku: variant.sku,
      price: money(variant.price),
      optionValues: draft.options.map((optionName, at) => ({ optionName, name: variant.values[at] ?? '' })),
      inventoryItem: {
        sku: variant.sku,
        // The provider keeps the stock: the shop sells on.
        tracked: false,
        requiresShipping: true,
        measurement: { weight: { unit: 'GRAMS', value: variant.weight_g } },
        ...(variant.cost !== null && { cost: money(variant.cost) }),
      },
    })),
  };
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const htmlOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign).replaceAll('\n', '<br>')}</p>`)
    .join('');
