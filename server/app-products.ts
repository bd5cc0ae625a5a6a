import type { ShopProduct } from './connectors/connector.ts';
import type { Ctx } from './db/context.ts';
import type { Deliver } from './db/outbox.ts';
import type { Tasks } from './db/queue.ts';
import { keepExport, readFile } from './features/files/files.service.ts';
import * as jobs from './features/jobs/jobs.service.ts';
import { mappingFilesTasks } from './features/mapping-files/mapping-files.jobs.ts';
import { mappingFilesRoutes } from './features/mapping-files/mapping-files.routes.ts';
import type { Needs as MappingFileNeeds } from './features/mapping-files/mapping-files.service.ts';
import type { ordersWith } from './features/orders/orders-with-stock.ts';
import { saveMapping } from './features/products/mapping/mapping.service.ts';
import { applyShopProducts } from './features/products/intake/apply.service.ts';
import { mapVariants } from './features/products/mapping/map-variants.service.ts';
import { adoptPublished } from './features/publishing/publishing-arrival.service.ts';
import { deliverPublication } from './features/publishing/publishing-send.service.ts';
import { publishingRoutes } from './features/publishing/publishing.routes.ts';
import { publishingAt } from './features/stores/store-publishing.ts';
import type { StoresKit } from './features/stores/stores-kit.ts';
import { refreshSoon } from './features/suggestions/suggestions-refresh.service.ts';
import type { Host } from './http/host.ts';

// What products, the catalogue and shops have to do with each other: a part of the wiring in app.ts.

type Review = ReturnType<typeof ordersWith>['reviewOrders'];

/** Mapping by files; answers its tasks. */
export function mappingFileRoutes(
  host: Host,
  { blobs, entryOf }: Pick<MappingFileNeeds, 'blobs' | 'entryOf'>,
  reviewOrders: Review,
): Tasks {
  const needs: MappingFileNeeds = {
    ...jobs,
    blobs,
    entryOf,
    keepExport,
    readFile: (ctx, accountId, fileId) => readFile(ctx, blobs, accountId, fileId, 'mapping_file'),
    saveMapping: (ctx, productId, save) => saveMapping(ctx, { reviewOrders }, productId, save),
  };
  mappingFilesRoutes(host, needs);
  return mappingFilesTasks(needs);
}

/** Catalogue products in merchants' shops; answers what the outbox does at the shops. */
export function publishedRoutes(host: Host, shops: StoresKit, reviewOrders: Review): Record<string, Deliver> {
  publishingRoutes(host);
  const shop_product = deliverPublication({
    ...publishingAt(shops),
    takeProducts: (ctx, store, products) => takeProducts(ctx, reviewOrders, store, products),
  });
  return { shop_product };
}

/**
 * Products of a shop as they arrive: those that were published from the catalogue are mapped, others may be something that
 * the catalogue has.
 */
export async function takeProducts(
  ctx: Ctx,
  reviewOrders: Review,
  store: { account_id: string; id: string },
  products: readonly ShopProduct[],
  options: { partial?: boolean } = {},
) {
  const applied = await applyShopProducts(ctx, { reviewOrders }, store, products, options);
  await adoptPublished(ctx, { mapVariants, reviewOrders }, store, products);
  if (applied.created + applied.updated > 0) await refreshSoon(ctx, store.account_id, { when: 'quiet' });
  return applied;
}
