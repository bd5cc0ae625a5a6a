import {
  type Platform,
  type RefusalKind,
  ShopError,
  type ShopSession,
  type ShopStates,
} from '#server/connectors/connector.ts';
import { type Ctx, type Entry, entryFor, type Ground } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { keepSentence } from '#server/lib/refusal-texts.ts';
import * as refusals from '../records/refusals.db.ts';
import { changeStatus } from '../records/states.service.ts';
import { connectorOf, sessionOf, type StoreRef, type StoresKit } from '../records/kit.ts';
import { loadStore } from './link.service.ts';
import { enqueueInbox, enqueueReconcile } from './queue.service.ts';

/** A store's status follows its shop's refusals after this many calls of one kind… */
const leastCalls = 3;
/** …over this long, and only when a call made to find out is refused as well. */
const leastMs = 10 * 60_000;
const hourMs = 3_600_000;

/** What connectors report of a store's connection, written in transactions of their own. */
export function storeStates(ground: Ground, name: Platform): ShopStates {
  const inAccount = (shop: ShopSession, action: (ctx: Ctx, store: StoreRef) => Promise<void>) =>
    entryFor(ground, { kind: 'system', name }, name).run({ account_id: shop.account_id }, (ctx) =>
      action(ctx, { account_id: shop.account_id, id: shop.store_id }),
    );
  return {
    needsReauth: (shop, reason) =>
      inAccount(shop, async (ctx, store) => {
        await refusals.clear(ctx, store);
        await changeStatus(ctx, store, { status: 'needs_reauth', status_reason: keepSentence(reason) }, [
          'pending',
          'connected',
          'suspended',
        ]);
      }),
    refused: (shop, kind, reason) =>
      inAccount(shop, (ctx, store) => noteRefusal(ctx, store, kind, keepSentence(reason))),
    accepted: (shop) => inAccount(shop, clearRefusals),
  };
}

async function noteRefusal(ctx: Ctx, store: StoreRef, kind: RefusalKind, reason: string): Promise<void> {
  const calls = await refusals.add(ctx, store, kind, reason);
  if (calls === 1) publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
}

/** Ends a store's refusals after a successful call: its status comes back, and what waited is handled. */
async function clearRefusals(ctx: Ctx, store: StoreRef): Promise<void> {
  const cleared = await refusals.clear(ctx, store);
  if (!cleared) return;
  await changeStatus(ctx, store, { status: 'connected', status_reason: null }, ['suspended', 'needs_reauth']);
  publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
  await enqueueInbox(ctx, { platform: cleared.platform, shop: cleared.domain });
  await enqueueReconcile(ctx, { ...store, domain: cleared.domain });
}

/** Asks the shops that refuse us whether they still do: often until the status follows, hourly from then on. Runs every two minutes. */
export async function probeRefusingStores(kit: StoresKit, entry: Entry): Promise<void> {
  const found = await entry.run('all_accounts', (ctx) =>
    refusals.findRefusing(ctx, new Date(ctx.now.getTime() - hourMs)),
  );
  for (const store of found) {
    await probeStore(kit, entry, store).catch((error: unknown) => {
      entry.log.warn({ err: error, store: store.id }, 'a store that refuses calls could not be asked');
    });
  }
}

/** One call made to find out. Its refusal, the last of several over ten minutes, changes the store's status. */
async function probeStore(kit: StoresKit, entry: Entry, ref: StoreRef): Promise<void> {
  const store = await loadStore(entry, ref);
  if (!store) return;
  try {
    await connectorOf(kit, store).identity(sessionOf(store));
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    if (error.reason === 'suspended' || error.reason === 'needs_reauth') await followRefusals(entry, ref, error.reason);
  }
}

async function followRefusals(entry: Entry, store: StoreRef, kind: RefusalKind): Promise<void> {
  await entry.run({ account_id: store.account_id }, async (ctx) => {
    const refusal = await refusals.find(ctx, store);
    if (refusal?.kind !== kind || refusal.calls < leastCalls) return;
    if (ctx.now.getTime() - refusal.since.getTime() < leastMs) return;
    await changeStatus(
      ctx,
      store,
      { status: kind, status_reason: refusal.reason },
      kind === 'suspended' ? ['pending', 'connected'] : ['pending', 'connected', 'suspended'],
    );
  });
}
