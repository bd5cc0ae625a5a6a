import { privacy } from '#contract/privacy.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import type { PrivacyNeeds } from './privacy-receive.service.ts';
import * as service from './privacy.service.ts';

export function privacyRoutes(host: Host, needs: PrivacyNeeds): void {
  mount(host, 'privacy', privacy, {
    list: (ctx, { query }) => service.listRequests(ctx, query),
    document: (ctx, { params }) => service.composeDocument(ctx, needs, params.id),
  });
}
