import type { ListQuery } from '#contract/shared.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { coveredStores, requireStore, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import * as rows from './autopay.db.ts';
import { nextRunAt } from './autopay-due.ts';
import { atOnce, type PaidByItself, saveRun } from './autopay.service.ts';
import { payOldest, previewOldest, reportByHand } from '#server/features/checkout/index.ts';

const runsOf = (ctx: MerchantCtx, storeId: string | undefined) => ({
  account_id: ctx.account,
  stores: coveredStores(ctx.actor, storeId),
});

/** Runs of all stores that the reader may see, newest first: what each looked at, paid and left, and why. */
export async function listAllRuns(ctx: MerchantCtx, query: ListQuery & { store_id?: string | undefined }) {
  const which = runsOf(ctx, query.store_id);
  const found = await rows.findRunsOfAll(ctx, which, pageOf(query));
  const language = readerLanguage(ctx);
  const data = found.map(({ invoice_id, invoice_number, ...run }) => ({
    ...run,
    left: run.left.map((group) => ({ ...group, reason: keptSentence(language, group.reason) })),
    invoice: invoice_id === null ? null : { id: invoice_id, number: `INV-${invoice_number}` },
  }));
  return { data, meta: metaOf(query, await rows.countRunsOfAll(ctx, which)) };
}

/** For each connected store, or one whose orders wait: when it pays by itself next, and what that would do if it were now. */
export async function listNextRuns(ctx: MerchantCtx) {
  const stores = await rows.findStoresToPay(ctx, { account_id: ctx.account, stores: ctx.actor.stores });
  const answer = [];
  for (const { id, name, connected, paused, settings, time_zone, autopay_at, oldest } of stores) {
    const rules = readStoreSettings(settings);
    const next = nextRunAt(rules, { now: ctx.now, zone: time_zone, last: autopay_at, oldest });
    const store = { account_id: ctx.account, id };
    const preview = await previewOldest(ctx, await rows.findDue(ctx, store, ctx.now, atOnce));
    const byHand = await reportByHand(ctx, await rows.findByHand(ctx, store, ctx.now, atOnce));
    answer.push({
      store: { id, name },
      mode: rules.pay_mode,
      pay_at: rules.pay_mode === 'daily' ? rules.pay_at : null,
      next_at: paused || !connected ? null : (next?.toISOString() ?? null),
      paused,
      connected,
      ...summaryOf({ ...preview, orders: [...preview.orders, ...byHand] }, readerLanguage(ctx)),
    });
  }
  return answer;
}

/** What a run did or would do: looked at, paid, and left by reason. */
function summaryOf({ orders, total, currency, available }: PaidByItself & { available: number }, language: Language) {
  const left = new Map<string, { reason: string; count: number; total: number }>();
  for (const order of orders) {
    if (order.outcome === 'paid') continue;
    const reason = keptSentence(language, order.reason ?? '');
    const known = left.get(reason) ?? { reason, count: 0, total: 0 };
    left.set(reason, { reason, count: known.count + 1, total: known.total + order.total });
  }
  const unpaid = orders.reduce((sum, order) => sum + (order.outcome === 'no_balance' ? order.total : 0), 0);
  return {
    considered: orders.length,
    paid: orders.filter((order) => order.outcome === 'paid').length,
    total,
    currency,
    available,
    missing: unpaid === 0 ? 0 : Math.max(0, unpaid + total - available),
    left: [...left.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** Pays what a store's orders wait for now, whatever its settings say of the time; answers the run. */
export async function runNow(ctx: MerchantCtx, storeId: string) {
  requireStore(ctx.actor, storeId);
  const store = { account_id: ctx.account, id: storeId };
  const row = await rows.lockStore(ctx, store);
  if (!row) throw notFound('store');
  if (row.status !== 'connected' || row.paused) throw appError('store_not_connected', { text: 'autopay.store_paused' });
  const due = await rows.findDue(ctx, store, ctx.now, atOnce);
  const byHand = await reportByHand(ctx, await rows.findByHand(ctx, store, ctx.now, atOnce));
  if (due.length === 0)
    throw appError('order_not_payable', {
      text: byHand.length > 0 ? 'autopay.left_to_people' : 'autopay.nothing_to_pay',
    });
  const result = await payOldest(ctx, due);
  const run = { ...store, name: row.name, mode: 'now', started_by: ctx.actor.user_id };
  return {
    run_id: await saveRun(ctx, run, result, byHand),
    ...withoutIds({ ...result, orders: [...result.orders, ...byHand] }),
  };
}

const withoutIds = ({ orders, total, currency }: PaidByItself) => ({
  considered: orders.length,
  paid: orders.filter((order) => order.outcome === 'paid').length,
  total,
  currency,
});
