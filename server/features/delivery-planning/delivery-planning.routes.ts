import { deliveryPlanning } from '#contract/delivery-planning.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { type Needs, promiseBoard } from './delivery-planning.service.ts';

export function promisesRoutes(host: Host, needs: Needs): void {
  mount(host, 'deliveryPlanning', deliveryPlanning, {
    board: (ctx, { query }) => promiseBoard(ctx, needs, query),
  });
}
