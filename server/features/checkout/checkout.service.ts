import { keepSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { checkout } from '#contract/checkout.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { AppError } from '#server/lib/app-error.ts';
import { demandShown } from './checkout-shown.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { findBilledTo, issuePaid, sumOf, getInvoice } from '#server/features/invoices/index.ts';
import {
  previewPayable,
  lockPayable,
  rememberPrices,
  markPaid,
  type LockedOrder,
  type PayableOrder,
} from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';

/** What paying these orders would cost now, and what the wallet lacks; changes nothing. */
export async function previewCheckout(ctx: MerchantCtx, orderIds: readonly string[]) {
  const account = accountOf(ctx);
  const orders = known(ctx, orderIds, await previewPayable(ctx, account, orderIds));
  const { available, currency } = await ledger.balances(ctx, account);
  const payable = orders.filter((order) => order.refusal === null);
  const sums = sumOf(payable);
  return {
    payable: payable.map(({ order_id, name, store, goods, freight, fees, total }) => ({
      order_id,
      name,
      store: store.name,
      cost: { goods, freight, fees, total, currency },
    })),
    refused: orders.flatMap(({ order_id, name, refusal }) =>
      refusal ? [{ order_id, name, reason: sentenceIn(readerLanguage(ctx), refusal) }] : [],
    ),
    ...sums,
    currency,
    available,
    missing: Math.max(0, sums.total - available),
  };
}

/** Ids of other accounts and of hidden stores look the same: not there. */
function known<Order extends PayableOrder>(ctx: Ctx, orderIds: readonly string[], orders: Order[]): Order[] {
  if (orders.length < new Set(orderIds).size) throw notFound('order');
  for (const order of orders) demandStore(ctx.actor, order.store.id);
  return orders;
}

/**
 * Pays orders from the wallet: the orders' locks, the invoice, the ledger transaction and the orders' new state are one
 * transaction (P7). Throws `order_not_payable`, `price_changed` or `insufficient_balance`; then nothing changed.
 */
export async function payOrders(ctx: MerchantCtx, input: ParsedOf<typeof checkout.pay>['body']) {
  const account_id = accountOf(ctx);
  const orders = known(ctx, input.order_ids, await lockPayable(ctx, account_id, input.order_ids));
  refuseUnpayable(orders);
  const billed = await findBilledTo(ctx, account_id);
  demandShown(orders, input, billed.currency);
  const invoice = await bill(ctx, { account_id, billed, orders, paid_by: ctx.actor.user_id });
  await notify(ctx, {
    event: 'invoice_paid',
    account_id,
    subject: invoice.id,
    params: { number: invoice.label, orders: orders.length, amount: invoice.total, currency: billed.currency },
    link: `/invoice/invoice?invoice=${invoice.id}`,
  });
  return getInvoice(ctx, invoice.id);
}

/** What became of one order in a run that nobody watches; `reason` is a kept sentence. */
type Told = { order_id: string; outcome: 'paid' | 'refused' | 'no_balance'; reason: string | null; total: number };

/** Which of these orders can be paid, in their sequence and as far as the balance reaches, and why others cannot. */
function choose<Order extends PayableOrder>(orders: readonly Order[], orderIds: readonly string[], available: number) {
  const priced = new Map(orders.map((order) => [order.order_id, order]));
  const chosen: Order[] = [];
  let left = available;
  const told = orderIds.flatMap((id): Told[] => {
    const order = priced.get(id);
    if (!order) return [];
    const row = { order_id: id, total: order.total };
    if (order.refusal !== null) return [{ ...row, outcome: 'refused', reason: keepSentence(order.refusal) }];
    if (order.over_guard)
      return [{ ...row, outcome: 'refused', reason: keepSentence({ text: 'invoices.over_price_limit' }) }];
    if (order.total > left)
      return [{ ...row, outcome: 'no_balance', reason: keepSentence({ text: 'invoices.out_of_balance' }) }];
    left -= order.total;
    chosen.push(order);
    return [{ ...row, outcome: 'paid', reason: null }];
  });
  return { chosen, told };
}

/** What the run below would do now; changes nothing. */
export async function previewOldest(ctx: Ctx, accountId: string, orderIds: readonly string[]) {
  const orders = orderIds.length === 0 ? [] : await previewPayable(ctx, accountId, orderIds);
  const { available, currency } = await ledger.balances(ctx, accountId);
  const { chosen, told } = choose(orders, orderIds, available);
  return { invoice_id: null, total: sumOf(chosen).total, currency, orders: told, available };
}

/**
 * Pays what can be paid of these orders, in their sequence and as far as the balance reaches, in one invoice: for runs that
 * nobody watches. What was left says why.
 */
export async function payOldest(ctx: Ctx, account_id: string, orderIds: readonly string[]) {
  const locked = await lockPayable(ctx, account_id, orderIds);
  const billed = await findBilledTo(ctx, account_id);
  const { available } = await ledger.balances(ctx, account_id);
  const { chosen, told } = choose(locked, orderIds, available);
  const invoice = chosen.length > 0 ? await bill(ctx, { account_id, billed, orders: chosen, paid_by: null }) : null;
  return { invoice_id: invoice?.id ?? null, total: sumOf(chosen).total, currency: billed.currency, orders: told };
}

type Billed = Awaited<ReturnType<typeof findBilledTo>>;

/** Invoice, ledger and the orders' new state, in the caller's transaction. */
async function bill(
  ctx: Ctx,
  bills: { account_id: string; billed: Billed; orders: readonly LockedOrder[]; paid_by: string | null },
) {
  const { account_id, orders } = bills;
  const invoice = await issuePaid(ctx, bills);
  await rememberPrices(ctx, account_id, orders);
  await markPaid(ctx, account_id, orders);
  return invoice;
}

function refuseUnpayable(orders: readonly PayableOrder[]): void {
  const refused = orders.filter((order) => order.refusal !== null);
  const [first] = refused;
  if (!first) return;
  const params = (order: PayableOrder) => ({ name: order.name, reason: order.refusal ?? '' });
  const more = refused.length - 1;
  const sentence: Phrase =
    more > 0
      ? { text: 'invoices.not_payable_more', params: { ...params(first), more } }
      : { text: 'invoices.not_payable', params: params(first) };
  throw new AppError('order_not_payable', sentence, {
    fields: {
      order_ids: refused.map((order): Phrase => ({ text: 'invoices.order_not_payable', params: params(order) })),
    },
  });
}
