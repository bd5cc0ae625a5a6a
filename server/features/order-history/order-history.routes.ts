import { orderHistory } from '#contract/order-history.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { explainForDesk, explainOrder, type Needs } from './order-history.service.ts';

export function explainRoutes(host: Host, needs: Needs): void {
  mount(host, 'orderHistory', orderHistory, {
    get: (ctx, { params }) => explainOrder(ctx, needs, params.id),
    deskGet: (ctx, { params }) => explainForDesk(ctx, needs, params.account_id, params.id),
  });
}
