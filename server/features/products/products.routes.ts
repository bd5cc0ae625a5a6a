import { products } from '#contract/products.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './records/products.service.ts';

export function productsRoutes(host: Host): void {
  mount(host, 'products', products, {
    list: (ctx, { query }) => service.listProducts(ctx, query),
    facets: (ctx) => service.listFacets(ctx),
    get: (ctx, { params }) => service.getProduct(ctx, params.id),
    variants: (ctx, { params, query }) => service.listVariants(ctx, params.id, query),
    skus: (ctx, { params, query }) => service.listSkus(ctx, params.id, query),
    versions: (ctx, { params }) => service.listVersions(ctx, params.id, params.variant_id),
    prices: (ctx, { params }) => service.listPrices(ctx, params.id),
    stock: (ctx, { params }) => service.listStock(ctx, params.id),
    orders: (ctx, { params }) => service.listOrders(ctx, params.id),
    quotes: (ctx, { params }) => service.listQuotes(ctx, params.id),
    timeline: (ctx, { params }) => service.listTimeline(ctx, params.id),
  });
}
