import { dashboard } from '#contract/dashboard.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getDashboard, getDeskWork, type Needs } from './dashboard.service.ts';

export function dashboardRoutes(host: Host, needs: Needs): void {
  mount(host, 'dashboard', dashboard, {
    get: (ctx) => getDashboard(ctx, needs),
    deskWork: (ctx) => getDeskWork(ctx),
  });
}
