import { branding } from '#contract/branding.ts';
import type { Entry, StaffCtx } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { type Sites, openLanguageTexts } from './branding-sites.ts';
import * as service from './branding.service.ts';

/** `sites` is what page views ask; a change made here shows on the next page view, whoever answers it. */
export function brandingRoutes(host: Host, sites: Sites): void {
  const textsOf = openLanguageTexts(host.config.ALLOW_PRIVATE_HOSTS);
  const changing = async <T>(entry: Entry, action: (ctx: StaffCtx) => Promise<T>): Promise<T> => {
    const done = await entry.run('all_accounts', (ctx) => action(ctx as StaffCtx)); // the contract lets only staff in
    sites.forget();
    return done;
  };
  mount(host, 'branding', branding, {
    site: { manual: (_entry, _input, { request }) => sites.at(request.host) },
    texts: {
      manual: async (entry, { params }, { request }) => textsOf(entry, await sites.at(request.host), params.language),
    },
    list: (ctx, { query }) => service.listSites(ctx, query),
    create: { manual: (entry, { body }) => changing(entry, (ctx) => service.createSite(ctx, body)) },
    get: (ctx, { params }) => service.getSite(ctx, params.id),
    update: { manual: (entry, { params, body }) => changing(entry, (ctx) => service.updateSite(ctx, params.id, body)) },
    changes: (ctx, { params }) => service.listChanges(ctx, params.id),
  });
}
