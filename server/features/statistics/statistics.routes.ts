import { statistics } from '#contract/statistics.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getBreakdown, getStatistics } from './statistics.service.ts';

export function statisticsRoutes(host: Host): void {
  mount(host, 'statistics', statistics, {
    get: (ctx, { query }) => getStatistics(ctx, query),
    breakdown: (ctx, { query }) => getBreakdown(ctx, query),
  });
}
