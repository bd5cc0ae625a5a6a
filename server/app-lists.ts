import { entryFor, type Ground } from './db/context.ts';
import type { Tasks } from './db/queue.ts';
import { bulkTasks } from './features/bulk/bulk.jobs.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import type { Needs as RunNeeds } from './features/bulk/bulk.service.ts';
import { exportsTasks } from './features/exports/exports.jobs.ts';
import { exportsRoutes } from './features/exports/exports.routes.ts';
import type { Needs as ExportNeeds } from './features/exports/exports.service.ts';
import { keepExport } from './features/files/files.service.ts';
import { invoicesExport } from './features/invoices/invoices-export.ts';
import * as jobs from './features/jobs/jobs.service.ts';
import type { Stock } from './features/orders/rules/stock-demand.ts';
import { orderLinesExport, ordersExport } from './features/orders/export/export.ts';
import { cancelMany, changeChannel, holdOrders, releaseOrders } from './features/orders/orders.bulk.ts';
import type { CancelManyNeeds } from './features/orders/cancel/bulk-cancel.service.ts';
import { orderMarks } from './features/orders/edit/bulk-tags.ts';
import { type BulkNeeds, productActs } from './features/products/mapping/bulk.ts';
import { productsExport } from './features/products/records/export.ts';
import { quotesExport } from './features/quotes/records/export.ts';
import { stockOfSkus } from './features/stock/stock-of-skus.db.ts';
import { storesExport } from './features/stores/stores-export.ts';
import { readOrderSoon } from './features/stores/store-read-order.service.ts';
import { readProductSoon } from './features/stores/store-read-product.service.ts';
import { acceptAll, type Needs as SuggestionNeeds } from './features/suggestions/suggestions.service.ts';
import { countSure } from './features/suggestions/suggestions-sure.db.ts';
import { movementsExport, stockExport } from './features/stock/stock-export.ts';
import { viewsRoutes } from './features/views/views.routes.ts';
import { askerOf } from './http/actor.ts';
import type { Host } from './http/host.ts';
import { exportList } from './http/list-acts.ts';
import type { Blobs } from './lib/blob-folder.ts';

type Acts = Pick<BulkNeeds, 'reviewOrders' | 'requestQuote'> & {
  stock: Stock;
  cancelNeeds: CancelManyNeeds;
  suggestionNeeds: SuggestionNeeds;
};

/** What lists share: saved views, and the bulk acts and files of the features that have some. A part of `buildApp`. */
export function listRoutes(
  host: Host,
  { ground, blobs }: { ground: Ground; blobs: Blobs },
  { stock, cancelNeeds, suggestionNeeds, ...needs }: Acts,
): { tasks: Tasks } {
  const products: BulkNeeds = {
    ...needs,
    countSure,
    acceptAll: (ctx, body) => acceptAll(ctx, body, suggestionNeeds),
    readProductSoon,
  };
  const acts = [
    holdOrders(stock),
    releaseOrders(stock),
    cancelMany(cancelNeeds, stock),
    changeChannel(stock),
    ...orderMarks({ stock, readOrderSoon }),
    ...productActs(products),
  ];
  const bulkNeeds: RunNeeds = { ...jobs, entryOf: entryOfAsker(ground), acts };
  const exportNeeds: ExportNeeds = {
    ...jobs,
    blobs,
    entryOf: entryOfAsker(ground),
    keepExport,
    lists: {
      orders: exportList(ordersExport),
      order_lines: exportList(orderLinesExport),
      quotes: exportList(quotesExport),
      invoices: exportList(invoicesExport),
      stock: exportList(stockExport),
      stock_movements: exportList(movementsExport),
      products: exportList(productsExport({ stockOfSkus })),
      stores: exportList(storesExport),
    },
  };
  viewsRoutes(host);
  bulkRoutes(host, bulkNeeds);
  exportsRoutes(host, exportNeeds);
  return { tasks: { ...bulkTasks(bulkNeeds), ...exportsTasks(exportNeeds) } };
}

/** Background work in the name of who asked for it, with their rights and stores of now. */
export function entryOfAsker(ground: Ground): RunNeeds['entryOf'] {
  return async ({ requestId, log }, who) => {
    const actor = await askerOf(ground, who);
    return actor && entryFor(ground, actor, requestId, log);
  };
}
