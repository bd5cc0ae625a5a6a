import type { Channel } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';

/** Channels in use, by name. They belong to the provider, not to an account. */
export async function findChannels(ctx: Ctx): Promise<Channel[]> {
  return ctx.db
    .selectFrom('channels')
    .select(['id', 'code', 'name', 'carrier'])
    .where('active', '=', true)
    .orderBy('name')
    .execute();
}
