import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';

/** The domain of the one store per account that is no shop. */
const noShop = 'by-hand';

/** The account's store of orders that are of no shop; `created` when it was not there yet. */
export async function ensureStoreByHand(
  ctx: Ctx,
  accountId: string,
  name: string,
): Promise<{ id: string; created: boolean }> {
  const { currency } = await ctx.db
    .selectFrom('accounts')
    .select('currency')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const made = await ctx.db
    .insertInto('stores')
    .values({
      account_id: accountId,
      id: uuid(),
      platform: 'file',
      external_domain: noShop,
      name,
      currency,
      status: 'connected',
      connected_at: ctx.now,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'platform', 'external_domain']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return { id: made.id, created: true };
  const { id } = await ctx.db
    .updateTable('stores')
    .set({ status: 'connected', disconnected_at: null })
    .where('account_id', '=', accountId)
    .where('platform', '=', 'file')
    .where('external_domain', '=', noShop)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, created: false };
}
