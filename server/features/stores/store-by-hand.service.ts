import { audit } from '#server/db/audit.ts';
import { accountOf, demandStore, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { ensureStoreByHand } from './store-by-hand.db.ts';
import { addToScope } from './stores.db.ts';

const name = 'By hand';

/**
 * The store of orders that are of no shop, such as samples: one per account, made when first wanted, with settings like any
 * other. Throws 404 when it lies outside the member's stores.
 */
export async function storeByHand(ctx: MerchantCtx): Promise<string> {
  const account_id = accountOf(ctx);
  const { id, created } = await ensureStoreByHand(ctx, account_id, name);
  const { stores, user_id } = ctx.actor;
  if (!created) {
    demandStore(ctx.actor, id);
    return id;
  }
  if (stores) await addToScope(ctx, { account_id, user_id, store_id: id });
  await audit(ctx, { action: 'stores.byHand', entity: 'stores', entity_id: id, details: { platform: 'file' } });
  await publish(ctx, { account_id, kind: 'stores.changed', id });
  return id;
}
