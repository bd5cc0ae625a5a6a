import { keepSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import * as refusals from '../records/refusals.db.ts';
import * as rows from '../records/stores.db.ts';
import type { Entry } from '#server/db/context.ts';
import { type StoresKit, connectorOf } from '../records/kit.ts';
import { changeStatus } from '../records/states.service.ts';
import { ShopError } from '#server/connectors/connector.ts';

/** A store as whatever speaks to its shop needs it. */
export type Link = rows.StoreLink;
const scopeOf = ({ account_id }: { account_id: string }) => ({ account_id });

/** The store as it is now, read in a transaction of its own. */
export async function loadStore(entry: Entry, ref: { account_id: string; id: string }): Promise<Link | undefined> {
  return entry.run({ account_id: ref.account_id }, (ctx) => rows.findLink(ctx, ref.id));
}

/** Where the shop sends its webhooks. A store whose app was removed has to be authorized with another one first. */
export async function callbackUrl(kit: StoresKit, entry: Entry, store: Link): Promise<string> {
  const base = `${kit.publicUrl}/api/webhooks/${store.platform}`;
  // Scopes are granted to an app, and the app has one address for all shops; without one each store has its own.
  if (!connectorOf(kit, store).capabilities.scopes) return `${base}/${store.id}`;
  const client = await entry.run(scopeOf(store), (ctx) => rows.findClientId(ctx, store.app_id));
  if (!client) {
    const removed: Phrase = { text: 'stores.shopify_app_removed' };
    const status_reason = keepSentence(removed);
    await entry.run(scopeOf(store), async (ctx) => {
      await refusals.clear(ctx, store);
      await changeStatus(ctx, store, { status: 'needs_reauth', status_reason }, ['pending', 'connected', 'suspended']);
    });
    throw new ShopError('needs_reauth', sentenceIn('en', removed));
  }
  return `${base}/${client}`;
}
