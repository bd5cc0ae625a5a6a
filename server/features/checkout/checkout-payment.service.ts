import { v7 as newId } from 'uuid';
import { z } from 'zod';
import type { PaymentResult } from '#contract/checkout.ts';
import { id as uuid } from '#contract/shared.ts';
import { requireStore, type Entry, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { admitMember } from '#server/http/access.ts';
import { entryOfAsker } from '#server/http/actor.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { keepSentence, type Phrase } from '#server/lib/refusal-texts.ts';
import {
  addOrders,
  addQueriedOrders,
  findBilledTo,
  openPaid,
  sumOf,
  unitsOf,
} from '#server/features/invoices/index.ts';
import { failJob, finishJob, jobInput, progressJob, startJob } from '#server/features/jobs/index.ts';
import {
  endPaying,
  evaluatePaying,
  lockPayable,
  lockPaying,
  type LockedOrder,
  markPaid,
  markPayingPaid,
  type PayingOrder,
  pricesOf,
  rememberPrices,
} from '#server/features/orders/index.ts';
import { tellPayment } from './checkout.service.ts';
import * as rows from './checkout-selections.db.ts';
import { changed, firstId } from './checkout-selections.service.ts';
import { selectionEnded } from './checkout.events.ts';

type JobRef = { account_id: string; id: string };
type Run = { entry: Entry<MerchantActor>; job: JobRef; selection: string };

const inputOf = z.object({ selection: uuid, acting: z.boolean() });
const slice = 500;
/** Orders whose payment is recorded by one statement each of what it writes. */
const recordedAtOnce = 5_000;

/**
 * Pays a selection of many orders (P59): they are evaluated in slices, outside of the money's transaction; then one
 * transaction checks that nothing changed and pays them all, or nothing is paid and the job says what changed. May run again
 * after a crash: what was paid stays paid once.
 */
export async function runPayment(system: Entry, job: JobRef): Promise<void> {
  const scope = { account_id: job.account_id };
  const found = await system.run(scope, (ctx) => jobInput(ctx, job));
  if (!found || found.state === 'done' || found.state === 'failed') return;
  const { selection, acting } = inputOf.parse(found.input);
  try {
    const who = { account_id: job.account_id, user_id: found.created_by ?? '', acting };
    const entry = await entryOfAsker(system, who);
    if (!entry) throw appError('forbidden', { text: 'invoices.no_access' });
    admitMember(entry.actor, 'orders', 'pay');
    const run = { entry, job, selection };
    await evaluateAll(run);
    await entry.run(scope, (ctx) => payEvaluated(ctx, run));
  } catch (error) {
    if (!(error instanceof AppError)) throw error; // the queue tries again
    await giveUp(system, { job, selection }, error.sentence);
  }
}

/** Keeps how each order is billed, slice by slice; throws `price_changed` when one is not any more what was shown. */
async function evaluateAll({ entry, job, selection }: Run): Promise<void> {
  const scope = { account_id: job.account_id };
  const all = await entry.run(scope, async (ctx) => {
    const found = await rows.lockSelection(ctx, selection);
    await startJob(ctx, job, found?.orders ?? 0);
    return found?.orders ?? 0;
  });
  let done = 0;
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after;
    after = await entry.run(scope, async (ctx) => {
      const shown = await rows.findShown(ctx, selection, from, slice);
      await evaluateSlice(
        ctx,
        selection,
        shown.filter((order) => !order.addition),
      );
      done += shown.length;
      await progressJob(ctx, job, done);
      return shown.length < slice ? undefined : shown.at(-1)?.order_id;
    });
  }
  const { count, first } = await entry.run(scope, (ctx) => rows.findProblems(ctx, selection));
  if (count > 0) throw appError('price_changed', changed(count, all, first.map(phraseOf)));
}

const phraseOf = (kept: string): Phrase => JSON.parse(kept) as Phrase; // keepSentence wrote it

async function evaluateSlice(ctx: MerchantCtx, selection: string, shown: readonly rows.ShownOrder[]): Promise<void> {
  if (shown.length === 0) return;
  const before = new Map(shown.map((order) => [order.order_id, order]));
  const paying = await evaluatePaying(ctx, [...before.keys()]);
  for (const order of paying) requireStore(ctx.actor, order.store.id);
  await rows.saveEvaluated(
    ctx,
    selection,
    paying.map((order) => {
      const problem = problemOf(order, before.get(order.order_id));
      const { order_id, version } = order;
      return { order_id, version, bill: billOf(order), problem: problem && keepSentence(problem) };
    }),
  );
}

function billOf(order: PayingOrder): rows.Bill {
  const { order_id, name, goods, freight, fees, total, channel_id, weight_g, lines, demand } = order;
  const sums = { goods, freight, fees, total };
  const units = unitsOf(lines);
  return { id: newId(), order_id, later: false, name, ...sums, units, channel_id, weight_g, lines, demand };
}

/** Why an order cannot be paid as it was shown. */
function problemOf(order: PayingOrder, shown: rows.ShownOrder | undefined): Phrase | null {
  const { name, refusal, currency } = order;
  if (refusal) return { text: 'invoices.order_not_payable', params: { name, reason: refusal } };
  const same = (['goods', 'freight', 'fees', 'total'] as const).every((part) => shown?.[part] === order[part]);
  if (same) return null;
  const say = (amount: number) => moneyText(amount, currency ?? 'USD');
  return {
    text: 'invoices.order_cost_changed',
    params: { name, was: say(shown?.total ?? 0), now: say(order.total) },
  };
}

/** The one transaction of the money: all that was evaluated is as it was and is paid, or it throws and nothing is. */
async function payEvaluated(ctx: MerchantCtx, { job, selection }: Run): Promise<void> {
  const found = await rows.lockSelection(ctx, selection);
  if (found?.state !== 'paying') return;
  const moved = await lockPaying(ctx, await rows.findVersions(ctx, selection));
  await rows.keepBillsInMemory(ctx);
  const prices = await rows.findPrices(ctx, selection);
  const outdated = moved.length > 0 ? moved : await rows.findOutdated(ctx, selection, prices);
  if (outdated.length > 0)
    throw appError('price_changed', changed(outdated.length, found.orders, outdated.slice(0, 3)));
  const additions = await lockAdditions(ctx, selection);
  const { orders: whole, ...bills } = await rows.sumBills(ctx, selection);
  const sums = sumOf([bills, ...additions]);
  const orders = whole + additions.length;
  const { total, currency } = found;
  if (sums.total !== total || orders !== found.orders) {
    const params = { now: moneyText(sums.total, currency), was: moneyText(total, currency) };
    throw appError('price_changed', { text: 'invoices.orders_cost_more', params });
  }
  const billed = await findBilledTo(ctx);
  const { account: account_id, actor } = ctx;
  const invoice = await openPaid(ctx, { account_id, billed, sums, orders, name: '', paid_by: actor.user_id });
  await addOrders(ctx, invoice, additions);
  await addQueriedOrders(ctx, invoice, rows.queryBills(ctx, selection));
  await rememberPrices(ctx, [...pricesOf(additions), ...prices]);
  await markPaid(ctx, additions);
  await payWhole(ctx, selection);
  await tellPayment(ctx, invoice, { orders, currency });
  await rows.changeSelection(ctx, selection, { state: 'paid', invoice_id: invoice.id });
  await selectionEnded.emit(ctx, { account_id, selection, invoice: { id: invoice.id, number: invoice.label } });
  const result: PaymentResult = { invoice: { id: invoice.id, number: invoice.label }, orders, total };
  await finishJob(ctx, job, result);
}

async function payWhole(ctx: MerchantCtx, selection: string): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const demands: rows.Bill['demand'][] = await rows.findDemands(ctx, selection, after, recordedAtOnce);
    await markPayingPaid(ctx, demands);
    after = demands.length < recordedAtOnce ? undefined : demands.at(-1)?.order_id;
  }
}

/** What came to paid orders is few and changes nothing meanwhile: it is evaluated where it is paid. */
async function lockAdditions(ctx: MerchantCtx, selection: string): Promise<LockedOrder[]> {
  const ids = await rows.findAdditions(ctx, selection);
  if (ids.length === 0) return [];
  const locked = await lockPayable(ctx, ids);
  const refused = locked.find((order) => order.refusal !== null || !order.addition);
  if (!refused) return locked;
  const params = { name: refused.name, reason: refused.refusal ?? '' };
  throw appError('order_not_payable', { text: 'invoices.not_payable', params });
}

/** Nothing was paid: the orders wait again as they are now, and the job says why. */
async function giveUp(system: Entry, { job, selection }: Omit<Run, 'entry'>, sentence: Phrase): Promise<void> {
  const scope = { account_id: job.account_id };
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after;
    after = await system.run(scope, async (ctx) => {
      const shown = await rows.findShown(ctx, selection, from, slice);
      await endPaying(
        ctx,
        shown.filter((order) => !order.addition).map((order) => order.order_id),
      );
      return shown.length < slice ? undefined : shown.at(-1)?.order_id;
    });
  }
  await system.run(scope, async (ctx) => {
    await rows.changeSelection(ctx, selection, { state: 'failed' });
    await selectionEnded.emit(ctx, { account_id: job.account_id, selection, invoice: null });
    await failJob(ctx, job, sentence);
  });
}
