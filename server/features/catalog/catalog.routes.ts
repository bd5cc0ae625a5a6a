import { catalog } from '#contract/catalog.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { listForDesk } from './catalog.service.ts';

export function catalogRoutes(host: Host): void {
  mount(host, 'catalog', catalog, { deskList: (ctx, { query }) => listForDesk(ctx, query) });
}
