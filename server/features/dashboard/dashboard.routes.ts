import { dashboard } from '#contract/dashboard.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getDashboard, getStaffWork } from './dashboard.service.ts';

export function dashboardRoutes(host: Host): void {
  mount(host, 'dashboard', dashboard, {
    get: (ctx) => getDashboard(ctx),
    staffWork: (ctx) => getStaffWork(ctx),
  });
}
