import type { Ctx } from '#server/db/context.ts';

export async function findSite(ctx: Ctx, domain: string) {
  return ctx.db
    .selectFrom('sites')
    .select(['domain', 'brand_name', 'branding'])
    .where('domain', '=', domain)
    .executeTakeFirst();
}
