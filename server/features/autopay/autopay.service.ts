import { keptSentence } from '#server/lib/refusal-texts.ts';
import { v7 as uuid } from 'uuid';
import type { ListQuery } from '#contract/shared.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { type Ctx, requireStore, type Entry, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import * as rows from './autopay.db.ts';
import { dueSince } from './autopay-due.ts';
import { notify } from '#server/features/notifications/index.ts';
import { payOldest, reportByHand } from '#server/features/checkout/index.ts';
import { noteAutopay } from '#server/features/stores/index.ts';

/** What paying says of each order it was given. */
export type PaidByItself = {
  invoice_id: string | null;
  total: number;
  currency: string;
  orders: { order_id: string; outcome: 'paid' | 'refused' | 'no_balance'; reason: string | null; total: number }[];
};

type StoreRef = { account_id: string; id: string };

/** Orders of one invoice; what is left comes with the next look. */
export const atOnce = 500;
/** An order that stays unpaid is reported once in this time. */
const notifyAgainMs = 24 * 3_600_000;

/** The stores whose orders are due to be paid now. */
export async function dueStores(ctx: Ctx): Promise<StoreRef[]> {
  const found = await rows.findPayingStores(ctx);
  return found
    .filter((store) => dueSince(readStoreSettings(store.settings), asked(ctx, store)) !== null)
    .map(({ account_id, id }) => ({ account_id, id }));
}

const asked = (ctx: Ctx, store: { time_zone: string; autopay_at: Date | null }) => ({
  now: ctx.now,
  zone: store.time_zone,
  last: store.autopay_at,
});

/**
 * Pays a store's awaiting orders from the wallet, as its settings say, in one transaction: one invoice, a row per order, a
 * notification. Orders with a block or on hold do not await payment; prices are looked at again under lock.
 */
export async function payStore(entry: Entry, store: StoreRef): Promise<void> {
  await entry.run({ account_id: store.account_id }, async (ctx) => {
    const row = await rows.lockStore(ctx, store);
    if (!row || row.status !== 'connected' || row.paused) return;
    const settings = readStoreSettings(row.settings);
    const since = dueSince(settings, asked(ctx, row));
    if (since === null) return;
    await noteAutopay(ctx, store);
    const due = await rows.findDue(ctx, store, since, atOnce);
    if (due.length === 0) return;
    const result = await payOldest(ctx, due);
    if (await isOldNews(ctx, store, result)) return;
    const byHand = await reportByHand(ctx, await rows.findByHand(ctx, store, since, atOnce));
    await saveRun(ctx, { ...store, name: row.name, mode: settings.pay_mode }, result, byHand);
  });
}

/** Nothing paid, and everything that stands in the way was reported already. */
async function isOldNews(ctx: Ctx, store: StoreRef, { invoice_id, orders }: PaidByItself): Promise<boolean> {
  if (invoice_id !== null) return false;
  const ids = orders.map((order) => order.order_id);
  const reported = await rows.findReported(ctx, store, ids, new Date(ctx.now.getTime() - notifyAgainMs));
  return ids.every((id) => reported.has(id));
}

/** Keeps a run with its rows and what it left to people, and reports it; answers its id. */
export async function saveRun(
  ctx: Ctx,
  store: StoreRef & { name: string; mode: string; started_by?: string },
  result: PaidByItself,
  byHand: PaidByItself['orders'],
): Promise<string> {
  const { account_id, id: store_id, mode, name, started_by = null } = store;
  const { total, currency, invoice_id, orders } = result;
  const run = { account_id, id: uuid(), store_id, mode, total, currency, invoice_id, started_by };
  await rows.insertRun(ctx, run, [...orders, ...byHand]);
  const left = orders.filter((order) => order.outcome !== 'paid').length;
  await notify(ctx, {
    event: left > 0 ? 'autopay_left' : 'autopay_paid',
    account_id,
    subject: store_id,
    store_id,
    params: { store: name, orders: orders.length - left, left, amount: total, currency },
    link: `/my-store/index?store=${store_id}&view=payments`,
  });
  publish(ctx, { account_id, kind: 'stores.changed', id: store_id });
  return run.id;
}

async function requireRuns(ctx: MerchantCtx, id: string): Promise<StoreRef> {
  requireStore(ctx.actor, id);
  const store = { account_id: ctx.account, id };
  if (!(await rows.storeExists(ctx, store))) throw notFound('store');
  return store;
}

/** When a store's orders were paid by themselves. */
export async function listRuns(ctx: MerchantCtx, id: string, query: ListQuery) {
  const store = await requireRuns(ctx, id);
  const found = await rows.findRuns(ctx, store, pageOf(query));
  const data = found.map(({ invoice_id, invoice_number, ...run }) => ({
    ...run,
    invoice: invoice_id === null ? null : { id: invoice_id, number: `INV-${invoice_number}` },
  }));
  return { data, meta: metaOf(query, await rows.countRuns(ctx, store)) };
}

/** What became of each order in a run. */
export async function listRunRows(ctx: MerchantCtx, params: { id: string; run: string }, query: ListQuery) {
  const { account_id } = await requireRuns(ctx, params.id);
  const found = await rows.findRunRows(ctx, { account_id, store_id: params.id, id: params.run }, pageOf(query));
  if (found.length === 0 && query.page === 1) throw notFound('run');
  const language = readerLanguage(ctx);
  const written = <R extends { reason: string | null }>(row: R) => ({
    ...row,
    reason: row.reason && keptSentence(language, row.reason),
  });
  return { data: found.map(({ n: _all, ...row }) => written(row)), meta: metaOf(query, found[0]?.n ?? 0) };
}
