import type { Tasks } from './db/queue.ts';
import * as jobs from './features/jobs/jobs.service.ts';
import { repriceSoon } from './features/orders/orders-reprice.service.ts';
import type { ordersWith } from './features/orders/orders-with-stock.ts';
import { pricesTasks } from './features/prices/prices.jobs.ts';
import type { Needs } from './features/prices/prices-needs.ts';
import { pricesRoutes } from './features/prices/prices.routes.ts';
import type { Host } from './http/host.ts';

/** Proposed prices: what they ask of others, their endpoints and their clock. A part of `buildApp`. */
export function priceRoutes(
  host: Host,
  { agreePrices }: ReturnType<typeof ordersWith>,
  others: Pick<Needs, 'notify' | 'settle' | 'writePrices'>,
): Tasks {
  const needs: Needs = {
    ...others,
    agreePrices,
    repriceSoon: (ctx, accountId, what) => repriceSoon(ctx, jobs, accountId, what),
    noticeDays: host.config.PRICE_NOTICE_DAYS,
  };
  pricesRoutes(host, needs);
  return pricesTasks(needs);
}
