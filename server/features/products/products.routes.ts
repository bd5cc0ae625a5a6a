import type { z } from 'zod';
import type { ResultOf } from '#contract/endpoint.ts';
import { products } from '#contract/products.ts';
import type { quoteRequestSchema } from '#contract/quotes.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getProduct, listProducts, listVariants } from './products.service.ts';

type Needs = {
  requestQuote(
    ctx: MerchantCtx,
    request: z.output<typeof quoteRequestSchema> & { product_id: string },
  ): Promise<ResultOf<typeof products.inquiry>>;
};

export function productsRoutes(host: Host, needs: Needs): void {
  mount(host, 'products', products, {
    list: (ctx, { query }) => listProducts(ctx, query),
    get: (ctx, { params }) => getProduct(ctx, params.id),
    variants: (ctx, { params }) => listVariants(ctx, params.id),
    inquiry: (ctx, { params, body }) => needs.requestQuote(ctx, { product_id: params.id, ...body }),
  });
}
