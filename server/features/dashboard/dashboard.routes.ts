import { dashboard } from '#contract/dashboard.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getDashboard, getDeskWork } from './dashboard.service.ts';

export function dashboardRoutes(host: Host): void {
  mount(host, 'dashboard', dashboard, {
    get: (ctx) => getDashboard(ctx),
    deskWork: (ctx) => getDeskWork(ctx),
  });
}
