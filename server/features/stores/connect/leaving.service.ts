import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { ShopError } from '#server/connectors/connector.ts';
import { requireStore, type Entry, type MerchantActor, type MerchantCtx, notFound } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { countOpen } from '../health/health.db.ts';
import { disconnect } from '../records/states.service.ts';
import * as rows from '../records/stores.db.ts';
import { connectorOf, sessionOf, type StoresKit } from '../records/kit.ts';
import { getStore } from '../records/stores.service.ts';

/** What must be typed to disconnect: the shop's address; stores of files have only their name. */
const typedOf = (store: rows.StoreLink) => (store.platform === 'file' ? store.name : store.domain);

async function requireLink(ctx: MerchantCtx, id: string): Promise<rows.StoreLink> {
  requireStore(ctx.actor, id);
  const store = await rows.findLink(ctx, id);
  if (!store) throw notFound('store');
  return store;
}

/** What disconnecting a store leaves behind; changes nothing. */
export async function leaving(ctx: MerchantCtx, id: string) {
  const store = await requireLink(ctx, id);
  return { typed: typedOf(store), ...(await countOpen(ctx, store)) };
}

const plain = (text: string) => text.trim().toLowerCase().replace(/\/+$/, '');

/**
 * Leaves the shop, as far as it answers, and wipes the tokens whatever it says. Orders, products and prices stay; paid
 * orders go on shipping (domain.md §3.1).
 */
export async function disconnectStore(entry: Entry<MerchantActor>, kit: StoresKit, id: string, typed: string) {
  const scope = { account_id: entry.actor.account_id };
  const store = await entry.run(scope, (ctx) => requireLink(ctx, id));
  if (plain(typed) !== plain(typedOf(store)))
    throw appError('invalid_input', { text: 'stores.typed_differs', params: { name: typedOf(store) } }, 'typed');
  if (store.status === 'disconnected') throw appError('store_not_connected', { text: 'stores.disconnected_already' });
  const shop_notified = await leaveShop(entry, kit, store);
  return entry.run(scope, async (ctx) => {
    await disconnect(ctx, store, { text: 'stores.disconnected_by_you' });
    return { store: await getStore(ctx, id), shop_notified };
  });
}

/** False when the shop could not be notified: its tokens are worth nothing without ours, and the app can be removed there. */
async function leaveShop(entry: Entry, kit: StoresKit, store: rows.StoreLink): Promise<boolean> {
  if (capabilitiesOf(store.platform).authorization === 'none') return true;
  try {
    await connectorOf(kit, store).disconnect(sessionOf(store));
    return true;
  } catch (error) {
    entry.log.warn({ err: error, store: store.id }, 'a shop could not be told that its store was disconnected');
    if (error instanceof ShopError) return false;
    throw error;
  }
}
