import { privacy } from '#contract/privacy.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './privacy.service.ts';

export function privacyRoutes(host: Host): void {
  mount(host, 'privacy', privacy, {
    list: (ctx, { query }) => service.listRequests(ctx, query),
    document: (ctx, { params }) => service.composeDocument(ctx, params.id),
  });
}
