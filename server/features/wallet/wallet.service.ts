import type { Stripe } from 'stripe';
import type { ParsedOf } from '#contract/endpoint.ts';
import { maxListDepth } from '#contract/constants.ts';
import type { ListQuery } from '#contract/shared.ts';
import { daysLasting } from '#contract/recharge-rules.ts';
import type { wallet } from '#contract/wallet.ts';
import { type AccountCtx, type MerchantCtx, readerLanguage } from '#server/db/context.ts';
import { spanOf } from '#server/db/day-span.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { currencyDigits } from '#server/lib/money-text.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import { methodName, payoutName } from './wallet-methods.ts';
import * as rows from './wallet.db.ts';
import { invoicesToPay, owed } from '#server/features/invoices/index.ts';
import * as ledger from '#server/features/ledger/index.ts';
import { payableNow } from '#server/features/orders/index.ts';

/** Opens the provider of card payments; null where none is set up. */
export type Payments = (() => Promise<Stripe>) | null;

const day = 86_400_000;
const spendDays = 30;
/** From so many days of payments on, they say how long a balance lasts. */
const tellingDays = 7;

/** The wallet's balances; `low` when what waits for payment, orders and invoices, exceeds what can be spent. */
export async function getWallet(ctx: MerchantCtx) {
  const { currency, available, held, bonus, cash, lots, credit_limit, credit_used } = await ledger.balances(ctx);
  const pending = await rows.findPending(ctx);
  const due = await payableNow(ctx);
  const { amount, count } = await owed(ctx);
  const payable = await invoicesToPay(ctx);
  const left = available - due.total - due.requested_total - amount;
  const spend = await spendOf(ctx, available);
  return {
    currency,
    available,
    held,
    bonus,
    withdrawable: Math.max(0, cash),
    bonus_lots: lots,
    credit_limit,
    credit_used,
    pending,
    to_pay: due.total,
    to_pay_orders: due.orders,
    to_pay_own_stock: due.own_stock,
    requested: due.requested_total,
    requested_orders: due.requested,
    owed: amount,
    owed_invoices: count,
    payable_invoices: payable.count,
    payable_invoices_amount: payable.amount,
    left,
    low: left < 0,
    ...spend,
  };
}

/**
 * What the last 30 days cost, and for how many days the balance lasts so; a younger account's days count alone, from a week
 * on: the orders that waited for the first payment say nothing of the days to come.
 */
async function spendOf(ctx: MerchantCtx, available: number) {
  const since = new Date(ctx.now.getTime() - spendDays * day);
  const { spent, first_at } = await rows.findSpent(ctx, since);
  const days = first_at && Math.min(spendDays, Math.ceil((ctx.now.getTime() - first_at.getTime()) / day));
  if (spent <= 0 || days === null || days < tellingDays)
    return { spent_30_days: Math.max(0, spent), spent_days: null, days_left: null };
  return { spent_30_days: spent, spent_days: days, days_left: daysLasting(available, { spent, days }) };
}

type LogQuery = ParsedOf<typeof wallet.billingLogs>['query'];
type LogFilters = ParsedOf<typeof wallet.logSums>['query'];

/** What the statement's filters mean. */
export async function logFilterOf(ctx: MerchantCtx, query: LogFilters): Promise<rows.LogFilter> {
  const { from, to, amount_from, amount_to, ...more } = query;
  const bounded = amount_from !== undefined || amount_to !== undefined;
  const unit = bounded ? 10 ** currencyDigits(await rows.findCurrency(ctx)) : 1;
  return {
    ...more,
    at: await spanOf(ctx, from, to),
    ...(amount_from !== undefined && { amount_from: Math.round(amount_from * unit) }),
    ...(amount_to !== undefined && { amount_to: Math.round(amount_to * unit) }),
  };
}

/** The statement, newest first, with the balance after each entry. */
export async function listLogs(ctx: MerchantCtx, query: LogQuery) {
  const filter = await logFilterOf(ctx, query);
  const data = await logsOf(ctx, filter, query);
  return { data, meta: metaOf(query, await rows.countLogs(ctx, filter, maxListDepth)) };
}

/** What all entries that match brought into the wallet and took out of it. */
export async function sumLogs(ctx: MerchantCtx, query: LogFilters) {
  const sums = await rows.sumLogs(ctx, await logFilterOf(ctx, query));
  return { ...sums, net: sums.money_in - sums.money_out };
}

/** Transactions of a span of the ledger with what they brought and took, for staff. */
export async function listSpan(ctx: AccountCtx, span: { after: number; until: number }, query: ListQuery) {
  const filter = { after: span.after, before: span.until + 1 };
  const { entries, money_in, money_out } = await rows.sumLogs(ctx, filter);
  const data = await logsOf(ctx, filter, query);
  return { data, meta: metaOf(query, entries), sums: { money_in, money_out } };
}

async function logsOf(ctx: AccountCtx, filter: rows.LogFilter, query: ListQuery) {
  const language = readerLanguage(ctx);
  const found = await rows.findLogs(ctx, filter, pageOf(query));
  return found.map(({ ref_kind, ref_id, ref_label, credited_invoice, actor_kind, member, hash, ...row }) => {
    const { order, stock_order, method, payout_kind, ...log } = row;
    return {
      ...log,
      memo: keptSentence(language, log.memo),
      reference: { kind: ref_kind, id: ref_id, label: ref_label, invoice_id: credited_invoice, order, stock_order },
      method: methodOf(language, { method, payout_kind }),
      actor: { kind: actor_kind, name: member },
      hash: hash.toString('hex'),
    };
  });
}

/** By what method the money of a transaction came or went, in the reader's language. */
export function methodOf(
  language: Language,
  { method, payout_kind }: Pick<rows.LogRow, 'method' | 'payout_kind'>,
): string | null {
  if (payout_kind !== null) return payoutName(language, payout_kind);
  return method && methodName(language, method.code, method.name);
}
