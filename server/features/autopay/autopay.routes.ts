import { autopay } from '#contract/autopay.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listAllRuns, listNextRuns, runNow } from './autopay-overview.service.ts';
import { listRunRows, listRuns } from './autopay.service.ts';

export function autopayRoutes(host: Host): void {
  mount(host, 'autopay', autopay, {
    allRuns: (ctx, { query }) => listAllRuns(ctx, query),
    next: (ctx) => listNextRuns(ctx),
    runNow: (ctx, { params }) => runNow(ctx, params.id),
    runs: (ctx, { params, query }) => listRuns(ctx, params.id, query),
    rows: (ctx, { params, query }) => listRunRows(ctx, params, query),
  });
}
