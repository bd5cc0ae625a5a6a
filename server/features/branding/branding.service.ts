import type { Ctx } from '#server/db/context.ts';
import * as rows from './branding.db.ts';

/** The look of the domain that was asked; a domain without a row has the deployment's own name (decision 1). */
export async function siteOf(ctx: Ctx, host: string, brandName: string) {
  const domain = host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^www\./, '');
  const site = await rows.findSite(ctx, domain);
  return {
    domain,
    brand_name: site?.brand_name ?? brandName,
    branding: (site?.branding ?? {}) as Record<string, unknown>,
  };
}
