import { isTemporary, ShopError } from '#server/connectors/connector.ts';
import { type ComplianceTopic, complianceTopics } from '#server/connectors/shopify/webhooks.ts';
import type { Entry } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { buyerEmail, type Hint, hintOf, hintOnly, readBody } from './delivery-hints.ts';
import * as inbox from './sync.db.ts';
import { applyOrders, applyProducts, readOrders, readProducts, refreshIdentity } from './sync.service.ts';
import * as rows from '#server/features/stores/index.ts';
import {
  disconnect,
  connectorOf,
  sessionOf,
  type StoresKit,
  loadStore,
  type Sender,
} from '#server/features/stores/index.ts';
import { removeShopProduct } from '#server/features/products/index.ts';
import { removeShopOrders } from '#server/features/orders/index.ts';
import { receivePrivacyRequest } from '#server/features/privacy/index.ts';

/** Up to so many single records are read one by one; above, pages are cheaper. */
const singles = 20;
const batch = 250;
const leadMs = 5_000;
const removed = { text: 'stores.app_removed' } as const;

type Hinted = inbox.Waiting & { hint: Hint };

/**
 * Handles what waits for one shop, urgent topics first, up to a batch; the queue runs one of these per shop at a time. The
 * next batch is a task of its own with tries of its own, so that a server killed often still gets through a long backlog.
 */
export async function handleInbox(kit: StoresKit, entry: Entry, sender: Sender): Promise<void> {
  const waiting = await entry.run('all_accounts', (ctx) => inbox.findWaiting(ctx, sender, batch));
  const hinted = waiting.map((row) => ({ ...row, hint: hintOf(row.topic, readBody(row.body)) }));
  await handlePrivacy(
    kit,
    entry,
    sender,
    hinted.filter(({ hint }) => hint.kind === 'privacy'),
  );
  const others = hinted.filter(({ hint }) => hint.kind !== 'privacy');
  const end = await handleStore(kit, entry, sender, others);
  if (end === 'handled' && waiting.length === batch) {
    await entry.run('all_accounts', (ctx) => rows.enqueueInbox(ctx, sender));
  }
}

const markProcessed = (
  entry: Entry,
  found: readonly inbox.Waiting[],
  state: 'done' | 'ignored' | 'failed',
  note: string | null = null,
) =>
  entry.run('all_accounts', (ctx) =>
    inbox.markProcessed(
      ctx,
      found.map(({ id }) => id),
      state,
      note,
    ),
  );

/** Handles what is not about privacy. While the shop refuses us everything stays as it is: the first accepted call replays it. */
async function handleStore(
  kit: StoresKit,
  entry: Entry,
  sender: Sender,
  hinted: readonly Hinted[],
): Promise<'handled' | 'left_waiting'> {
  if (hinted.length === 0) return 'handled';
  const holder = await entry.run('all_accounts', (ctx) => rows.findHolder(ctx, sender.platform, sender.shop));
  const ref = holder && { account_id: holder.account_id, id: holder.store_id };
  const found = ref && (await loadStore(entry, ref));
  const store = found && (await withNewScopes(kit, entry, found, hinted));
  if (!store) {
    await markProcessed(entry, hinted, 'ignored', 'the store is not connected');
    return 'handled';
  }
  const left = await handleUninstall(kit, entry, store, hinted);
  if (left.length === 0) return 'handled';
  if (store.status === store.refused_as) return 'left_waiting';
  if (store.status === 'needs_reauth') {
    await markProcessed(entry, left, 'ignored', 'the store must be authorized again; the next look finds it');
    return 'handled';
  }
  try {
    await handleRecords(kit, entry, store, left);
    await entry.run({ account_id: store.account_id }, async (ctx) => {
      await rows.updateStore(ctx, store, { last_event_at: ctx.now });
      publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id: store.id });
    });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    if (error.reason === 'suspended' || error.reason === 'needs_reauth') return 'left_waiting';
    if (isTemporary(error)) throw error; // the queue tries again, the rows wait
    await markProcessed(entry, left, 'failed', error.message);
  }
  return 'handled';
}

/** A store that lacks scopes may have been granted them: only then is a lost one looked at. */
async function withNewScopes(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
): Promise<rows.StoreLink | undefined> {
  if (store.status !== 'needs_reauth' || !hinted.some(({ topic }) => topic === 'app/scopes_update')) return store;
  await refreshIdentity(kit, entry, store).catch((error: unknown) => {
    if (!(error instanceof ShopError)) throw error;
  });
  return loadStore(entry, store);
}

/**
 * A reinstallation wins over an uninstall that is older than it (shopify.md §1.7), and a shop that came over from the app of
 * another site may remove that app. Where the body does not say which shop it is of, the shop is asked. Answers what is left
 * to do.
 */
async function handleUninstall(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
): Promise<Hinted[]> {
  const uninstalls = hinted.filter(({ hint }) => hint.kind === 'uninstalled');
  const others = hinted.filter(({ hint }) => hint.kind !== 'uninstalled');
  const since = store.connected_at?.getTime() ?? 0;
  const old = uninstalls.filter((row) => (row.triggered_at ?? row.received_at).getTime() < since);
  await markProcessed(entry, old, 'ignored', 'older than the connection');
  const ofOthers = uninstalls.filter((row) => !old.includes(row) && row.app_id !== store.app_id);
  await markProcessed(entry, ofOthers, 'ignored', 'the store is connected by another app');
  const valid = uninstalls.filter((row) => !old.includes(row) && !ofOthers.includes(row));
  if (valid.length === 0) return others;
  if (!valid.some(({ hint }) => hint.kind === 'uninstalled' && hint.named) && (await answers(kit, store))) {
    await markProcessed(entry, valid, 'ignored', 'the shop still has the app');
    return others;
  }
  await entry.run({ account_id: store.account_id }, (ctx) => disconnect(ctx, store, removed));
  await markProcessed(entry, valid, 'done');
  await markProcessed(entry, others, 'ignored', 'the app was removed');
  return [];
}

/** Whether the shop takes our token; throws what may pass, so that the queue asks again. */
async function answers(kit: StoresKit, store: rows.StoreLink): Promise<boolean> {
  try {
    await connectorOf(kit, store).identity(sessionOf(store));
    return true;
  } catch (error) {
    if (error instanceof ShopError && error.reason === 'needs_reauth') return false;
    throw error;
  }
}

async function handleRecords(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
): Promise<void> {
  const of = (...kinds: Hint['kind'][]) => hinted.filter(({ hint }) => kinds.includes(hint.kind));
  await markProcessed(entry, of('unknown'), 'ignored', 'names no record');
  const identity = of('identity');
  if (identity.length > 0) {
    await refreshIdentity(kit, entry, store);
    await markProcessed(entry, identity, 'done');
  }
  const gone = of('product_gone');
  for (const { hint } of gone) {
    if (hint.kind !== 'product_gone') continue;
    await entry.run({ account_id: store.account_id }, (ctx) => removeShopProduct(ctx, store, hint.id));
  }
  await markProcessed(entry, gone, 'done');
  await handleProducts(kit, entry, store, of('product'));
  await handleOrders(kit, entry, store, of('order', 'order_gone'));
}

const idsOf = (hinted: readonly Hinted[]) => [
  ...new Set(hinted.flatMap(({ hint }) => ('id' in hint ? [hint.id] : []))),
];
const oldest = (hinted: readonly Hinted[]) =>
  new Date(Math.min(...hinted.map((row) => (row.triggered_at ?? row.received_at).getTime())) - leadMs);

/**
 * `applied` marks the deliveries of records that were just saved: whoever goes on after a crash begins behind them. What no
 * page has met is read by itself: a delivery that came late names a record which changed before the pages begin.
 */
function markApplied(entry: Entry, hinted: readonly Hinted[]) {
  const met = new Set<string>();
  return {
    isMet: (id: string) => met.has(id),
    async applied(records: readonly { external_id: string }[]) {
      const ids = new Set(records.map((record) => record.external_id));
      for (const id of ids) met.add(id);
      const done = hinted.filter(({ hint }) => 'id' in hint && ids.has(hint.id));
      if (done.length > 0) await markProcessed(entry, done, 'done');
    },
  };
}

async function handleProducts(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
): Promise<void> {
  if (hinted.length === 0) return;
  const ids = idsOf(hinted);
  const { applied, isMet } = markApplied(entry, hinted);
  if (ids.length > singles) await readProducts(kit, entry, store, oldest(hinted), { sweep: false, applied });
  for (const id of ids) {
    if (isMet(id)) continue;
    const product = await connectorOf(kit, store).product(sessionOf(store), id);
    if (product) await applyProducts(entry, store, [product], null);
    else await entry.run({ account_id: store.account_id }, (ctx) => removeShopProduct(ctx, store, id));
    await applied([{ external_id: id }]);
  }
  await markProcessed(entry, hinted, 'done');
}

/** Only sweeps move the watermark: a single order says nothing of those before it. */
async function handleOrders(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
): Promise<void> {
  if (hinted.length === 0) return;
  const { applied, isMet } = markApplied(entry, hinted);
  await handleGone(kit, entry, store, hinted, applied);
  const ids = idsOf(hinted).filter((id) => !isMet(id));
  if (ids.length > singles) await readOrders(kit, entry, store, oldest(hinted), { sweep: false, applied });
  for (const id of ids) {
    if (isMet(id)) continue;
    const order = await connectorOf(kit, store).order(sessionOf(store), id);
    if (order) await applyOrders(entry, store, [order], null);
    await applied([{ external_id: id }]);
  }
  await markProcessed(entry, hinted, 'done');
}

/** Deleted orders; one that the shop still shows was not deleted after all. */
async function handleGone(
  kit: StoresKit,
  entry: Entry,
  store: rows.StoreLink,
  hinted: readonly Hinted[],
  applied: (records: readonly { external_id: string }[]) => Promise<void>,
): Promise<void> {
  for (const id of idsOf(hinted.filter(({ hint }) => hint.kind === 'order_gone'))) {
    if (await connectorOf(kit, store).order(sessionOf(store), id)) continue;
    await entry.run({ account_id: store.account_id }, (ctx) => removeShopOrders(ctx, store, [id]));
    await applied([{ external_id: id }]);
  }
}

/** Passes each request on to where it is done and kept as evidence, for every store that the shop has had (shopify.md §3.6). */
async function handlePrivacy(kit: StoresKit, entry: Entry, sender: Sender, hinted: readonly Hinted[]): Promise<void> {
  for (const row of hinted) {
    const { topic } = row;
    if (!isCompliance(topic)) continue;
    const body = readBody(row.body);
    const orders = body.orders_to_redact ?? body.orders_requested ?? [];
    const stores = await entry.run('all_accounts', (ctx) => rows.findStoresOfDomain(ctx, sender.platform, sender.shop));
    const alive = topic === 'shop/redact' ? await findAlive(kit, entry, stores) : new Set<string>();
    await entry.run('all_accounts', async (ctx) => {
      for (const store of stores) {
        const reinstalled = alive.has(store.id);
        if (topic === 'shop/redact' && !reinstalled) await disconnect(ctx, store, removed);
        await receivePrivacyRequest(ctx, { topic, store, orders, email: buyerEmail(row.body), reinstalled });
      }
      await inbox.markProcessed(ctx, [row.id], 'done', null);
      await inbox.forgetBodies(ctx, sender, hintOnly);
    });
  }
}

const isCompliance = (topic: string): topic is ComplianceTopic => complianceTopics.some((one) => one === topic);

/** Stores whose shop answers our token: the app was installed again, and nothing of them may be erased. */
async function findAlive(
  kit: StoresKit,
  entry: Entry,
  stores: readonly { account_id: string; id: string }[],
): Promise<Set<string>> {
  const alive = new Set<string>();
  for (const ref of stores) {
    const store = await loadStore(entry, ref);
    if (!store || store.status === 'disconnected') continue;
    try {
      await kit.shopify.identity(sessionOf(store));
      alive.add(store.id);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      // A refusal counts once the store's status follows it; until then the queue asks again, and nothing is erased.
      if (isTemporary(error) && store.status !== error.reason) throw error;
    }
  }
  return alive;
}
