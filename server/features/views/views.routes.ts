import { views } from '#contract/views.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './views.service.ts';

export function viewsRoutes(host: Host): void {
  mount(host, 'views', views, {
    list: (ctx, { query }) => service.listViews(ctx, query.list),
    create: (ctx, { body }) => service.createView(ctx, body),
    update: (ctx, { params, body }) => service.updateView(ctx, params.id, body),
    remove: (ctx, { params }) => service.removeView(ctx, params.id),
  });
}
