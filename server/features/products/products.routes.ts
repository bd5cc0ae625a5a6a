import type { z } from 'zod';
import type { ResultOf } from '#contract/endpoint.ts';
import { products } from '#contract/products.ts';
import type { quoteRequestSchema } from '#contract/quotes.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { type Needs as MappingNeeds, saveMapping } from './mapping/mapping.service.ts';
import { listFacets, listProducts } from './records/list.service.ts';
import * as page from './records/page.service.ts';
import type { StockNeeds } from './records/stock.service.ts';
import * as service from './records/products.service.ts';

type Needs = MappingNeeds &
  StockNeeds & {
    requestQuote(
      ctx: MerchantCtx,
      request: z.output<typeof quoteRequestSchema> & { product_id: string },
    ): Promise<ResultOf<typeof products.inquiry>>;
  };

export function productsRoutes(host: Host, needs: Needs): void {
  mount(host, 'products', products, {
    list: (ctx, { query }) => listProducts(ctx, query, needs),
    facets: (ctx) => listFacets(ctx),
    get: (ctx, { params }) => service.getProduct(ctx, params.id, needs),
    variants: (ctx, { params, query }) => service.listVariants(ctx, params.id, query),
    skus: (ctx, { params, query }) => service.listSkus(ctx, params.id, query, needs),
    versions: (ctx, { params }) => service.listVersions(ctx, params.id, params.variant_id),
    prices: (ctx, { params }) => page.listPrices(ctx, params.id),
    stock: (ctx, { params }) => page.listStock(ctx, params.id, needs),
    orders: (ctx, { params }) => page.listOrders(ctx, params.id),
    quotes: (ctx, { params }) => page.listQuotes(ctx, params.id),
    timeline: (ctx, { params }) => page.listTimeline(ctx, params.id),
    saveMapping: async (ctx, { params, body }) => {
      await service.demandProduct(ctx, params.id);
      return saveMapping(ctx, needs, params.id, body);
    },
    inquiry: (ctx, { params, body }) => needs.requestQuote(ctx, { product_id: params.id, ...body }),
  });
}
