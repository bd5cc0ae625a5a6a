import { branding } from '#contract/branding.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { siteOf } from './branding.service.ts';

export function brandingRoutes(host: Host): void {
  mount(host, 'branding', branding, {
    site: (ctx, _input, { request }) => siteOf(ctx, request.host, host.config.BRAND_NAME),
  });
}
