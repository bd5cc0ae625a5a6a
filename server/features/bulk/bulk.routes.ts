import { bulk } from '#contract/bulk.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listRows, type Actions, retryBulk, startBulk } from './bulk.service.ts';

export function bulkRoutes(host: Host, actions: Actions): void {
  mount(host, 'bulk', bulk, {
    run: (ctx, { body }) => startBulk(ctx, body, actions),
    rows: (ctx, { params, query }) => listRows(ctx, params.id, query),
    retry: (ctx, { params }) => retryBulk(ctx, params.id, actions),
  });
}
