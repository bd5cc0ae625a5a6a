import { deliveryPlanning } from '#contract/delivery-planning.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { deliveryPlan } from './delivery-planning.service.ts';

export function deliveryPlanningRoutes(host: Host): void {
  mount(host, 'deliveryPlanning', deliveryPlanning, {
    board: (ctx, { query }) => deliveryPlan(ctx, query),
  });
}
