import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { invoices } from '#contract/invoices.ts';
import type { NotificationMessage } from '#contract/notification-events.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { keepSentence, type Phrase, sentenceIn } from '#server/lib/refusal-texts.ts';
import * as rows from './invoices.db.ts';
import { demandShown } from './invoices-shown.ts';
import { getInvoice, invoiceNumber } from './invoices.service.ts';

/** An order as its own feature prices it; amounts in minor units. */
export type PayableOrder = {
  order_id: string;
  name: string;
  store: { id: string; name: string };
  refusal: Phrase | null;
  channel_id: string | null;
  weight_g: number | null;
  goods: number;
  freight: number;
  fees: number;
  total: number;
  currency: string | null;
  lines: {
    code: string;
    title: string;
    sku: string | null;
    quantity: number;
    unit_amount: number;
    amount: number;
    price_id: string | null;
    inputs: Record<string, unknown>;
  }[];
  /** It was paid before: this part came later. */
  addition: boolean;
  /** It is paid by hand alone. */
  over_guard: boolean;
};

/** What paying asks of orders and of the ledger. */
export type Needs = {
  orders: {
    previewPayable(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<PayableOrder[]>;
    lockPayable(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<PayableOrder[]>;
    rememberPrices(ctx: Ctx, accountId: string, orders: readonly PayableOrder[]): Promise<void>;
    markPaid(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<void>;
  };
  notify(ctx: Ctx, message: NotificationMessage): Promise<void>;
  ledger: {
    spend(
      ctx: Ctx,
      accountId: string,
      payment: {
        kind: 'invoice_payment';
        ref: { kind: string; id: string; label: string };
        memo?: string;
        idempotency_key: string;
        amount: number;
        currency: string;
        to: { ledger_account: string; amount: number }[];
      },
    ): Promise<{ seq: number; id: string }>;
    balances(ctx: Ctx, accountId: string): Promise<{ available: number; currency: string }>;
  };
  /** The seller's legal data for the document. */
  seller: Record<string, unknown>;
};

type Sums = { goods: number; freight: number; fees: number; total: number };
const none: Sums = { goods: 0, freight: 0, fees: 0, total: 0 };

function sumOf(orders: readonly Sums[]): Sums {
  return orders.reduce(
    (sum, order) => ({
      goods: sum.goods + order.goods,
      freight: sum.freight + order.freight,
      fees: sum.fees + order.fees,
      total: sum.total + order.total,
    }),
    none,
  );
}

/** What paying these orders would cost now, and what the wallet lacks; changes nothing. */
export async function previewCheckout(ctx: MerchantCtx, needs: Needs, orderIds: readonly string[]) {
  const account = accountOf(ctx);
  const orders = known(ctx, orderIds, await needs.orders.previewPayable(ctx, account, orderIds));
  const { available, currency } = await needs.ledger.balances(ctx, account);
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
function known(ctx: Ctx, orderIds: readonly string[], orders: PayableOrder[]): PayableOrder[] {
  if (orders.length < new Set(orderIds).size) throw notFound('order');
  for (const order of orders) demandStore(ctx.actor, order.store.id);
  return orders;
}

/**
 * Pays orders from the wallet: the orders' locks, the invoice, the ledger transaction and the orders' new state are one
 * transaction (P7). Throws `order_not_payable`, `price_changed` or `insufficient_balance`; then nothing changed.
 */
export async function payOrders(ctx: MerchantCtx, needs: Needs, input: ParsedOf<typeof invoices.pay>['body']) {
  const account_id = accountOf(ctx);
  const orders = known(ctx, input.order_ids, await needs.orders.lockPayable(ctx, account_id, input.order_ids));
  refuseUnpayable(orders);
  const billed = await rows.findBilledTo(ctx, account_id);
  demandShown(orders, input, billed.currency);
  const invoice = await bill(ctx, needs, { account_id, billed, orders, paid_by: ctx.actor.user_id });
  await needs.notify(ctx, {
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
function choose(orders: readonly PayableOrder[], orderIds: readonly string[], available: number) {
  const priced = new Map(orders.map((order) => [order.order_id, order]));
  const chosen: PayableOrder[] = [];
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
const previewOldestWith = (needs: Needs) => async (ctx: Ctx, accountId: string, orderIds: readonly string[]) => {
  const orders = orderIds.length === 0 ? [] : await needs.orders.previewPayable(ctx, accountId, orderIds);
  const { available, currency } = await needs.ledger.balances(ctx, accountId);
  const { chosen, told } = choose(orders, orderIds, available);
  return { invoice_id: null, total: sumOf(chosen).total, currency, orders: told, available };
};

/**
 * Pays what can be paid of these orders, in their sequence and as far as the balance reaches, in one invoice: for runs that
 * nobody watches. What was left says why.
 */
async function payOldest(ctx: Ctx, needs: Needs, account_id: string, orderIds: readonly string[]) {
  const locked = await needs.orders.lockPayable(ctx, account_id, orderIds);
  const billed = await rows.findBilledTo(ctx, account_id);
  const { available } = await needs.ledger.balances(ctx, account_id);
  const { chosen, told } = choose(locked, orderIds, available);
  const invoice =
    chosen.length > 0 ? await bill(ctx, needs, { account_id, billed, orders: chosen, paid_by: null }) : null;
  return { invoice_id: invoice?.id ?? null, total: sumOf(chosen).total, currency: billed.currency, orders: told };
}

/** Both, with what they ask of others at hand. */
export const payingByItself = (needs: Needs) => ({
  payOldest: (ctx: Ctx, accountId: string, orderIds: readonly string[]) => payOldest(ctx, needs, accountId, orderIds),
  previewOldest: previewOldestWith(needs),
});

/** An order as it is billed. */
type BilledOrder = Omit<PayableOrder, 'refusal' | 'over_guard' | 'store' | 'currency'>;
type Bill = { account_id: string; billed: Billed; orders: readonly BilledOrder[]; paid_by: string | null };

/** Invoice, ledger and the orders' new state, in the caller's transaction. */
async function bill(ctx: Ctx, needs: Needs, bills: Bill & { orders: readonly PayableOrder[] }) {
  const { account_id, orders } = bills;
  const invoice = await issuePaid(ctx, needs, bills);
  await needs.orders.rememberPrices(ctx, account_id, orders);
  await needs.orders.markPaid(
    ctx,
    account_id,
    orders.map((order) => order.order_id),
  );
  return invoice;
}

/** An invoice that is paid from the wallet in the same breath. */
export async function issuePaid(
  ctx: Ctx,
  needs: Pick<Needs, 'ledger' | 'seller'>,
  { account_id, billed, orders, paid_by }: Bill,
) {
  const sums = sumOf(orders);
  const invoice = { account_id, id: uuid(), number: await rows.nextNumber(ctx), currency: billed.currency, ...sums };
  const label = invoiceNumber(invoice);
  const { seq } = await needs.ledger.spend(ctx, account_id, {
    kind: 'invoice_payment',
    ref: { kind: 'invoices', id: invoice.id, label },
    memo: orders.length === 1 ? `Order ${orders[0]?.name}` : `${orders.length} orders`,
    idempotency_key: `invoice:${invoice.id}`,
    amount: sums.total,
    currency: billed.currency,
    to: incomeOf(sums),
  });
  await insert(ctx, needs, { ...invoice, ledger_seq: seq, created_by: paid_by }, orders, billed);
  await audit(ctx, {
    action: 'invoices.pay',
    account_id,
    entity: 'invoices',
    entity_id: invoice.id,
    details: { number: label, orders: orders.length, total: sums.total, currency: billed.currency },
  });
  await publish(ctx, { account_id, kind: 'invoices.changed', id: invoice.id });
  await publish(ctx, { account_id, kind: 'wallet.changed' });
  return { id: invoice.id, label, total: sums.total };
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

function incomeOf({ goods, freight, fees }: Sums) {
  const parts = [
    { ledger_account: 'revenue', amount: goods + freight },
    { ledger_account: 'fees', amount: fees },
  ];
  return parts.filter((part) => part.amount !== 0);
}

type Billed = Awaited<ReturnType<typeof rows.findBilledTo>>;
type Draft = Omit<rows.NewInvoice, 'orders_count' | 'billed_to' | 'seller'>;

async function insert(
  ctx: Ctx,
  needs: Pick<Needs, 'seller'>,
  draft: Draft,
  orders: readonly BilledOrder[],
  billed: Billed,
): Promise<void> {
  const billing = billed.billing as Record<string, unknown>; // the account's billing data, an object by its default
  const invoice = {
    ...draft,
    orders_count: orders.length,
    billed_to: { ...billing, name: billed.name, client_number: billed.number },
    seller: needs.seller,
  };
  const made = orders.map((order) => ({ id: uuid(), order }));
  await rows
    .insertPaidInvoice(
      ctx,
      invoice,
      made.map(({ id, order: { order_id, addition, channel_id, weight_g, goods, freight, fees, total } }) => ({
        id,
        later: addition,
        order_id,
        channel_id,
        weight_g,
        goods,
        freight,
        fees,
        total,
      })),
      made.flatMap(({ id, order }) =>
        order.lines.map((line, index) => ({ ...line, invoice_order_id: id, line: index + 1 })),
      ),
    )
    .catch((error: unknown) => {
      // the last word against a double payment; throwing rolls everything back
      throw isBilled(error) ? appError('order_not_payable', { text: 'invoices.just_paid' }) : error;
    });
}

function isBilled(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'invoice_orders_part_key';
}
