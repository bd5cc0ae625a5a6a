import { autopay } from '#contract/autopay.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listRunRows, listRuns } from './autopay.service.ts';

export function autopayRoutes(host: Host): void {
  mount(host, 'autopay', autopay, {
    runs: (ctx, { params, query }) => listRuns(ctx, params.id, query),
    rows: (ctx, { params, query }) => listRunRows(ctx, params, query),
  });
}
