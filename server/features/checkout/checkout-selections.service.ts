import { v7 as uuid } from 'uuid';
import { manyOrders } from '#contract/checkout.ts';
import { maxListDepth } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders as contract } from '#contract/orders.ts';
import { type MerchantCtx, notFound } from '#server/db/context.ts';
import { enqueue } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Param } from '#server/lib/refusal-texts.ts';
import { moneyText } from '#server/lib/money-text.ts';
import { getInvoice, sumOf } from '#server/features/invoices/index.ts';
import { createJob, getJob } from '#server/features/jobs/index.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { requireWithinLimits } from '#server/features/sub-accounts/index.ts';
import {
  type MatchingOrder,
  matchingPayable,
  payableAmong,
  previewPayable,
  startPaying,
  sumMatching,
} from '#server/features/orders/index.ts';
import { approvalFor, kindOf, payOrders, previewCheckout } from './checkout.service.ts';
import { channelNames, findOpenRequests } from './checkout.db.ts';
import * as rows from './checkout-selections.db.ts';

type Query = ParsedOf<typeof contract.list>['query'];
type Preview = Awaited<ReturnType<typeof previewCheckout>>;

export const payTask = 'checkout_pay';
const minutes = 15;
/** Orders of a large selection that its preview names. */
export const shownOfMany = 100;

/** How many of the orders that match can be paid now, and what that costs. */
export async function payableMatching(ctx: MerchantCtx, query: Query) {
  const sum = await sumMatching(ctx, query);
  const { currency } = await ledger.balances(ctx);
  return {
    orders: sum.orders,
    total: sum.total,
    own_stock: sum.own_stock,
    samples: { orders: sum.samples, total: sum.samples_total },
    additions: { orders: sum.additions, total: sum.additions_total },
    invoiced: sum.invoiced,
    requested: { orders: sum.requested, total: sum.requested_total },
    currency,
  };
}

/** What paying all orders that match costs now; they and their total are fixed until the preview expires. */
export async function previewMatching(ctx: MerchantCtx, query: Query) {
  const { orders, left_out, invoiced } = await matchingPayable(ctx, query, maxListDepth + 1);
  if (orders.length > maxListDepth) throw appError('bulk_invalid', { text: 'bulk.too_many' });
  if (orders.length === 0) throw appError('order_not_payable', { text: 'invoices.nothing_matches' });
  const background = orders.length > manyOrders;
  const ids = orders.map((order) => order.id);
  const { shown, preview } = background ? await previewMany(ctx, orders) : await previewFew(ctx, ids);
  const token = uuid();
  const expires_at = expiry(ctx);
  const { total, currency } = preview;
  if (shown.length > 0)
    await rows.insertSelection(
      ctx,
      { id: token, created_by: ctx.actor.user_id, expires_at, orders: shown.length, total, currency },
      shown,
    );
  return { ...preview, token, expires_at: expires_at.toISOString(), left_out, invoiced, background };
}

/** Orders with what each costs, and what is shown of them. */
type Shown = { shown: rows.ShownOrder[]; preview: Preview };

/** As the checkout of named orders shows them. */
async function previewFew(ctx: MerchantCtx, ids: readonly string[]): Promise<Shown> {
  const preview = await previewCheckout(ctx, ids);
  const shown = preview.payable.map(({ order_id, kind, cost: { goods, freight, fees, total } }) => {
    return { order_id, addition: kind === 'addition', goods, freight, fees, total };
  });
  return { shown, preview };
}

/** As the orders keep what they cost; what came to paid orders is evaluated. */
async function previewMany(ctx: MerchantCtx, matching: readonly MatchingOrder[]): Promise<Shown> {
  const { available, currency } = await ledger.balances(ctx);
  const added = await previewPayable(
    ctx,
    matching.filter((order) => order.addition).map((order) => order.id),
  );
  const additions = new Map(added.map((order) => [order.order_id, order]));
  const priced = matching.map((order) => {
    const { goods, freight, fees } = additions.get(order.id) ?? order;
    return { order, goods: goods ?? 0, freight: freight ?? 0, fees: fees ?? 0, total: order.amount };
  });
  const sums = sumOf(priced);
  const shown = priced.slice(0, shownOfMany);
  const channels = await channelNames(
    ctx,
    shown.map(({ order }) => order.channel_id),
  );
  const preview: Preview = {
    orders: matching.length,
    payable: shown.map(({ order, ...cost }) => ({
      order_id: order.id,
      name: order.name,
      store: order.store,
      kind: kindOf(order),
      channel: channels.get(order.channel_id ?? '') ?? null,
      days: order.days,
      cost: { ...cost, own_stock: order.own_stock, currency },
    })),
    refused: [],
    ...sums,
    own_stock: matching.reduce((sum, order) => sum + order.own_stock, 0),
    currency,
    available,
    missing: Math.max(0, sums.total - available),
    approval: await approvalFor(ctx, sums.total),
    requests: await findOpenRequests(
      ctx,
      matching.map((order) => order.id),
    ),
  };
  return {
    shown: priced.map(({ order, ...cost }) => ({ order_id: order.id, addition: order.addition, ...cost })),
    preview,
  };
}

/**
 * Pays a selection as it was shown, with one invoice, or nothing of it. Many orders are paid by a job: they are taken out of
 * the list of those that wait at once. A selection that was paid before answers what became of it.
 */
export async function payMatching(ctx: MerchantCtx, id: string, expected_total: number) {
  const selection = await rows.lockSelection(ctx, id);
  if (!selection || selection.created_by !== ctx.actor.user_id) throw notFound('payment_preview');
  if (selection.state === 'paying' || selection.state === 'paid') return becameOf(ctx, selection);
  requireShown(ctx, selection, expected_total);
  const shown = await rows.findShown(ctx, id, firstId, maxListDepth);
  if (selection.orders > manyOrders) return payLater(ctx, selection, shown);
  const order_ids = shown.map((order) => order.order_id);
  const expected_orders = shown.map(({ order_id, goods, freight, fees }) => ({ order_id, goods, freight, fees }));
  const invoice = await payOrders(ctx, { order_ids, expected_total, expected_orders });
  await rows.changeSelection(ctx, id, { state: 'paid', invoice_id: invoice.id });
  return { invoice: paidOf(invoice), job: null };
}

/** Throws unless a selection still stands as its preview showed it. */
function requireShown(ctx: MerchantCtx, selection: rows.Selection, expected_total: number): void {
  if (selection.state === 'failed' || selection.expires_at <= ctx.now)
    throw appError('preview_expired', { text: 'invoices.preview_expired' });
  requireTotal(selection, expected_total);
}

function requireTotal({ total, currency }: Pick<rows.Selection, 'total' | 'currency'>, expected_total: number): void {
  if (expected_total === total) return;
  const params = { now: moneyText(total, currency), was: moneyText(expected_total, currency) };
  throw appError('price_changed', { text: 'invoices.orders_cost_more', params }, 'expected_total');
}

/** What a preview of the reader shows while it stands: its total, and each order with what it costs. */
export async function previewedSelection(ctx: MerchantCtx, id: string, expected_total: number) {
  const selection = await rows.lockSelection(ctx, id);
  if (!selection || selection.created_by !== ctx.actor.user_id) throw notFound('payment_preview');
  if (selection.state !== 'shown') throw appError('preview_expired', { text: 'invoices.preview_expired' });
  requireShown(ctx, selection, expected_total);
  const { total, currency } = selection;
  return { total, currency, orders: await rows.findShown(ctx, id, firstId, maxListDepth) };
}

/** What paying those of many orders costs that can be paid now, as the orders keep it; `shown` has each of them. */
export const previewManyOrders = async (ctx: MerchantCtx, ids: readonly string[]): Promise<Shown> =>
  previewMany(ctx, await payableAmong(ctx, ids));

/** Fixes what was previewed of many orders and begins to pay it by a job, in the name of the reader. */
export async function payManyOrders(ctx: MerchantCtx, { shown, preview }: Shown, expected_total: number) {
  requireTotal(preview, expected_total);
  const { total, currency } = preview;
  const id = uuid();
  const selection = {
    id,
    created_by: ctx.actor.user_id,
    expires_at: expiry(ctx),
    orders: shown.length,
    total,
    currency,
  };
  await rows.insertSelection(ctx, selection, shown);
  const { job } = await payLater(ctx, { ...selection, state: 'shown', job_id: null, invoice_id: null }, shown);
  return { selection: id, job };
}

const expiry = (ctx: MerchantCtx) => new Date(ctx.now.getTime() + minutes * 60_000);

export const firstId = '00000000-0000-0000-0000-000000000000';

const paidOf = ({ id, number, orders, total, currency }: Awaited<ReturnType<typeof getInvoice>>) => {
  return { id, number, orders, total, currency };
};

async function becameOf(ctx: MerchantCtx, { job_id, invoice_id }: rows.Selection) {
  const invoice = invoice_id === null ? null : await getInvoice(ctx, invoice_id);
  return {
    invoice: invoice && paidOf(invoice),
    job: job_id === null ? null : await getJob(ctx, job_id),
  };
}

/** Begins the payment of many orders: what can be refused at once is, and the rest is the job's. */
async function payLater(ctx: MerchantCtx, selection: rows.Selection, shown: readonly rows.ShownOrder[]) {
  await ledger.requireBalance(ctx, selection.total);
  await requireWithinLimits(ctx, selection.total, selection.currency);
  const waiting = shown.filter((order) => !order.addition).map((order) => order.order_id);
  const { gone } = await startPaying(ctx, waiting);
  if (gone.length > 0) throw appError('price_changed', changed(gone.length, selection.orders, gone.slice(0, 3)));
  const input = { selection: selection.id, acting: ctx.actor.acting !== null };
  const job = await createJob(ctx, { account_id: ctx.account, kind: 'payment', input });
  await rows.changeSelection(ctx, selection.id, { state: 'paying', job_id: job.id });
  await enqueue(ctx, payTask, { account_id: ctx.account, id: job.id }, { key: `${payTask}:${job.id}` });
  return { invoice: null, job };
}

/** Says which orders of a selection are not any more what was shown. */
export function changed(count: number, all: number, first: readonly Param[]) {
  const changes = [...first, ...(count > first.length ? ['…'] : [])];
  return { text: 'invoices.selection_changed', params: { count, all, changes } } as const;
}
