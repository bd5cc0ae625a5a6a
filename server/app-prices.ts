import type { Tasks } from './db/queue.ts';
import * as ledger from './features/ledger/ledger.service.ts';
import * as jobs from './features/jobs/jobs.service.ts';
import { repriceSoon } from './features/orders/review/reprice.service.ts';
import type { ordersWith } from './features/orders/orders-with-stock.ts';
import { pricesTasks } from './features/prices/prices.jobs.ts';
import type { Needs } from './features/prices/prices-needs.ts';
import { pricesRoutes } from './features/prices/prices.routes.ts';
import { promisesRoutes } from './features/delivery-planning/delivery-planning.routes.ts';
import { calendarAhead } from './features/shipping/shipping-calendar.service.ts';
import type { Host } from './http/host.ts';

/** Proposed prices, and what unpaid orders still need today: what both ask of others, their endpoints and the clock of prices. A part of `buildApp`. */
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
  promisesRoutes(host, { calendarAhead, balances: ledger.balances });
  return pricesTasks(needs);
}
