import { orderHistory } from '#contract/order-history.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { explainForStaff, explainOrder } from './order-history.service.ts';

export function orderHistoryRoutes(host: Host): void {
  mount(host, 'orderHistory', orderHistory, {
    get: (ctx, { params }) => explainOrder(ctx, params.id),
    staffGet: (ctx, { params }) => explainForStaff(forAccount(ctx, params.account_id), params.id),
  });
}
