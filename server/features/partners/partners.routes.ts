import { partners } from '#contract/partners.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './partners.service.ts';

export function partnersRoutes(host: Host): void {
  mount(host, 'partners', partners, {
    links: (ctx, { query }, { request }) => service.linksOf(ctx, request.host, query.q),
    staffList: (ctx, { query }) => service.listLinks(ctx, query),
    add: (ctx, { body }) => service.addLink(ctx, body),
    save: (ctx, { params, body }) => service.saveLink(ctx, params.id, body),
    move: (ctx, { params, body }) => service.moveLink(ctx, params.id, body.direction),
    remove: (ctx, { params }) => service.removeLink(ctx, params.id),
  });
}
