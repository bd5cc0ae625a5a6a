import { bulk } from '#contract/bulk.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listRows, type Needs, retryBulk, startBulk } from './bulk.service.ts';

export function bulkRoutes(host: Host, needs: Needs): void {
  mount(host, 'bulk', bulk, {
    run: (ctx, { body }) => startBulk(ctx, body, needs),
    rows: (ctx, { params, query }) => listRows(ctx, params.id, query, needs),
    retry: (ctx, { params }) => retryBulk(ctx, params.id, needs),
  });
}
