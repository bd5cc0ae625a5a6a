import type { Ctx } from '#server/db/context.ts';
import { sql } from 'kysely';

/** Takes the shop for this store; false when another account holds it. */
export async function takeDomain(
  ctx: Ctx,
  { platform, domain }: { platform: string; domain: string },
  store: { account_id: string; store_id: string },
): Promise<boolean> {
  await ctx.db
    .insertInto('shop_domains')
    .values({ platform, external_domain: domain, ...store })
    .onConflict((conflict) => conflict.columns(['platform', 'external_domain']).doNothing())
    .execute();
  const holder = await ctx.db
    .selectFrom('shop_domains')
    .select('account_id')
    .where('platform', '=', platform)
    .where('external_domain', '=', domain)
    .executeTakeFirst();
  return holder?.account_id === store.account_id;
}

/** Lets another account connect the shop of a store. */
export async function freeDomain(ctx: Ctx, store: { account_id: string; id: string }): Promise<void> {
  await ctx.db
    .deleteFrom('shop_domains')
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id)
    .execute();
}

/** The account that holds a shop now, if any; it may be another one than the caller's. */
export async function findHolder(ctx: Ctx, platform: string, domain: string) {
  const { rows } = await sql<{ account_id: string; store_id: string }>`
    SELECT account_id, store_id FROM shop_holder(${platform}, ${domain})`.execute(ctx.db);
  return rows[0];
}
