import { orderHistory } from '#contract/order-history.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { explainForDesk, explainOrder } from './order-history.service.ts';

export function orderHistoryRoutes(host: Host): void {
  mount(host, 'orderHistory', orderHistory, {
    get: (ctx, { params }) => explainOrder(ctx, params.id),
    deskGet: (ctx, { params }) => explainForDesk(ctx, params.account_id, params.id),
  });
}
