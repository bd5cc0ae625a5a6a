import { explain } from '#contract/explain.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { explainForDesk, explainOrder, type Needs } from './explain.service.ts';

export function explainRoutes(host: Host, needs: Needs): void {
  mount(host, 'explain', explain, {
    get: (ctx, { params }) => explainOrder(ctx, needs, params.id),
    deskGet: (ctx, { params }) => explainForDesk(ctx, needs, params.account_id, params.id),
  });
}
