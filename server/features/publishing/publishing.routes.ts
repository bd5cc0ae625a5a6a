import { publishing } from '#contract/publishing.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { createPublication, listPublications, listStores, retryPublication } from './publishing.service.ts';

export function publishingRoutes(host: Host): void {
  mount(host, 'publishing', publishing, {
    stores: (ctx) => listStores(ctx),
    list: (ctx, { query }) => listPublications(ctx, query),
    create: (ctx, { body }) => createPublication(ctx, body),
    retry: (ctx, { params }) => retryPublication(ctx, params.id),
  });
}
