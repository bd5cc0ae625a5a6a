import { bulk } from '#contract/bulk.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listRows, type Acts, retryBulk, startBulk } from './bulk.service.ts';

export function bulkRoutes(host: Host, acts: Acts): void {
  mount(host, 'bulk', bulk, {
    run: (ctx, { body }) => startBulk(ctx, body, acts),
    rows: (ctx, { params, query }) => listRows(ctx, params.id, query),
    retry: (ctx, { params }) => retryBulk(ctx, params.id, acts),
  });
}
