import { keepSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { checkout } from '#contract/checkout.ts';
import {
  type AccountCtx,
  type Ctx,
  requireStore,
  forAccount,
  type MerchantCtx,
  notFound,
  readerLanguage,
} from '#server/db/context.ts';
import { AppError } from '#server/lib/app-error.ts';
import { channelNames, findOpenRequests } from './checkout.db.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { findBilledTo, issuePaid, sumOf, getInvoice } from '#server/features/invoices/index.ts';
import {
  previewPayable,
  lockPayable,
  pricesOf,
  rememberPrices,
  markPaid,
  type LockedOrder,
  type PayableOrder,
} from '#server/features/orders/index.ts';
import { notify } from '#server/features/notifications/index.ts';
import { exceeded, findApprovers } from '#server/features/sub-accounts/index.ts';
import { moneyText } from '#server/lib/money-text.ts';

/** What paying these orders would cost now, and what the wallet lacks; changes nothing. */
export async function previewCheckout(ctx: MerchantCtx, orderIds: readonly string[]) {
  const orders = known(ctx, orderIds, await previewPayable(ctx, orderIds));
  const { available, currency } = await ledger.balances(ctx);
  const payable = orders.filter((order) => order.refusal === null);
  const sums = sumOf(payable);
  const channels = await channelNames(
    ctx,
    payable.map((order) => order.channel_id),
  );
  return {
    orders: payable.length,
    payable: payable.map(
      ({ order_id, name, store, goods, freight, fees, total, own_stock, channel_id, days, addition, sample }) => ({
        order_id,
        name,
        store: store.name,
        kind: kindOf({ addition, sample }),
        cost: { goods, freight, fees, total, own_stock, currency },
        channel: addition ? null : (channels.get(channel_id ?? '') ?? null),
        days,
      }),
    ),
    refused: orders.flatMap(({ order_id, name, refusal }) =>
      refusal ? [{ order_id, name, reason: sentenceIn(readerLanguage(ctx), refusal) }] : [],
    ),
    ...sums,
    own_stock: payable.reduce((sum, order) => sum + order.own_stock, 0),
    currency,
    available,
    missing: Math.max(0, sums.total - available),
    approval: await approvalFor(ctx, sums.total),
    requests: await findOpenRequests(
      ctx,
      payable.map((order) => order.order_id),
    ),
  };
}

/** The limit of the member that a payment of so much exceeds, and who may approve it. */
export async function approvalFor(ctx: MerchantCtx, total: number) {
  const over = await exceeded(ctx, total);
  if (!over) return null;
  const approvers = (await findApprovers(ctx)).filter(({ user_id }) => user_id !== ctx.actor.user_id);
  return { ...over, approvers: approvers.map(({ name }) => name) };
}

/** A sample of a quote, what came to an order after it was paid, or an order. */
export const kindOf = ({ addition, sample }: { addition: boolean; sample: boolean }) =>
  addition ? ('addition' as const) : sample ? ('sample' as const) : ('order' as const);

/** Ids of other accounts and of hidden stores look the same: not there. */
function known<Order extends PayableOrder>(ctx: Ctx, orderIds: readonly string[], orders: Order[]): Order[] {
  if (orders.length < new Set(orderIds).size) throw notFound('order');
  for (const order of orders) requireStore(ctx.actor, order.store.id);
  return orders;
}

/**
 * Pays orders from the wallet: the orders' locks, the invoice, the ledger transaction and the orders' new state are one
 * transaction (P7). Throws `order_not_payable`, `price_changed` or `insufficient_balance`; then nothing changed.
 */
export async function payOrders(ctx: MerchantCtx, input: ParsedOf<typeof checkout.pay>['body']) {
  const orders = known(ctx, input.order_ids, await lockPayable(ctx, input.order_ids));
  assertPayable(orders);
  const billed = await findBilledTo(ctx);
  requireShown(orders, input, billed.currency);
  const invoice = await bill(ctx, { account_id: ctx.account, billed, orders, paid_by: ctx.actor.user_id });
  await tellPayment(ctx, invoice, { orders: orders.length, currency: billed.currency });
  return getInvoice(ctx, invoice.id);
}

/** Tells the account that orders were paid with an invoice. */
export async function tellPayment(
  ctx: AccountCtx,
  invoice: { id: string; label: string; total: number },
  { orders, currency }: { orders: number; currency: string },
): Promise<void> {
  await notify(ctx, {
    event: 'invoice_paid',
    account_id: ctx.account,
    subject: invoice.id,
    params: { number: invoice.label, orders, amount: invoice.total, currency },
    link: `/invoice/invoice?invoice=${invoice.id}`,
  });
}

/** What became of one order in a run that nobody watches; `reason` is a kept sentence. */
type Reported = { order_id: string; outcome: 'paid' | 'refused' | 'no_balance'; reason: string | null; total: number };

/** Which of these orders can be paid, in their sequence and as far as the balance reaches, and why others cannot. */
function choose<Order extends PayableOrder>(orders: readonly Order[], orderIds: readonly string[], available: number) {
  const priced = new Map(orders.map((order) => [order.order_id, order]));
  const chosen: Order[] = [];
  let left = available;
  const reported = orderIds.flatMap((id): Reported[] => {
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
  return { chosen, reported };
}

/** What the run below would do with due orders now; changes nothing. */
export async function previewOldest(ctx: AccountCtx, due: readonly string[]) {
  const orders = due.length === 0 ? [] : await previewPayable(ctx, due);
  const { available, currency } = await ledger.balances(ctx);
  const { chosen, reported } = choose(orders, due, available);
  return { invoice_id: null, total: sumOf(chosen).total, currency, orders: reported, available };
}

/** What such a run leaves to people, at what it costs, and why: a sample, or what a colleague is asked to approve. */
export async function reportByHand(
  ctx: AccountCtx,
  orders: readonly { id: string; requested: boolean }[],
): Promise<Reported[]> {
  const ids = orders.map(({ id }) => id);
  const priced = ids.length === 0 ? [] : await previewPayable(ctx, ids);
  const totals = new Map(priced.map(({ order_id, total }) => [order_id, total]));
  return orders.map(({ id, requested }) => ({
    order_id: id,
    total: totals.get(id) ?? 0,
    outcome: 'refused',
    reason: keepSentence({ text: requested ? 'invoices.awaits_approval' : 'invoices.sample_by_hand' }),
  }));
}

/**
 * Pays what can be paid of these orders, in their sequence and as far as the balance reaches, in one invoice: for runs that
 * nobody watches. What was left says why.
 */
export async function payOldest(ctx: AccountCtx, orderIds: readonly string[]) {
  const locked = await lockPayable(ctx, orderIds);
  const billed = await findBilledTo(ctx);
  const { available } = await ledger.balances(ctx);
  const { chosen, reported } = choose(locked, orderIds, available);
  const invoice =
    chosen.length > 0 ? await bill(ctx, { account_id: ctx.account, billed, orders: chosen, paid_by: null }) : null;
  return { invoice_id: invoice?.id ?? null, total: sumOf(chosen).total, currency: billed.currency, orders: reported };
}

type Billed = Awaited<ReturnType<typeof findBilledTo>>;

/** Invoice, ledger and the orders' new state, in the caller's transaction. */
async function bill(
  ctx: Ctx,
  bills: { account_id: string; billed: Billed; orders: readonly LockedOrder[]; paid_by: string | null },
) {
  const { account_id, orders } = bills;
  const invoice = await issuePaid(ctx, bills);
  await rememberPrices(forAccount(ctx, account_id), pricesOf(orders));
  await markPaid(forAccount(ctx, account_id), orders);
  return invoice;
}

function assertPayable(orders: readonly PayableOrder[]): void {
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

type Cost = { goods: number; freight: number; fees: number };
type PricedOrder = Cost & { order_id: string; name: string; total: number };

const codes = ['goods', 'freight', 'fees'] as const;
const mostNamed = 50;

/** Throws `price_changed` unless the orders cost what the merchant was shown: in sum, and each in its parts where they were said. */
function requireShown(
  orders: readonly PricedOrder[],
  shown: { expected_total: number; expected_orders?: readonly (Cost & { order_id: string })[] | undefined },
  currency: string,
): void {
  const total = orders.reduce((sum, order) => sum + order.total, 0);
  const changes = changesOf(orders, shown.expected_orders ?? [], currency);
  if (total === shown.expected_total && changes.length === 0) return;
  const now = moneyText(total, currency);
  const was = moneyText(shown.expected_total, currency);
  const named = [...changes.slice(0, 3), ...(changes.length > 3 ? ['…'] : [])];
  const sentence: Phrase =
    named.length > 0
      ? { text: 'invoices.orders_cost_changed', params: { now, was, changes: named } }
      : { text: 'invoices.orders_cost_more', params: { now, was } };
  throw new AppError('price_changed', sentence, {
    fields: {
      expected_total: [sentence],
      ...(changes.length > 0 && { expected_orders: changes.slice(0, mostNamed) }),
    },
  });
}

function changesOf(
  orders: readonly PricedOrder[],
  shown: readonly (Cost & { order_id: string })[],
  currency: string,
): Phrase[] {
  const before = new Map(shown.map((order) => [order.order_id, order]));
  return orders.flatMap((order) =>
    codes.flatMap((code): Phrase[] => {
      const was = before.get(order.order_id)?.[code];
      if (was === undefined || was === order[code]) return [];
      const params = { name: order.name, was: moneyText(was, currency), now: moneyText(order[code], currency) };
      return [{ text: `invoices.${code}_changed`, params }];
    }),
  );
}
