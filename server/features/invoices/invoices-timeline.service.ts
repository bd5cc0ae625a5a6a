import { type FreightFormula, freightOf, baseOf } from '#contract/freight.ts';
import { type AccountCtx, readerLanguage } from '#server/db/context.ts';
import { keptSentence } from '#server/lib/refusal-texts.ts';
import * as rows from './records/timeline.db.ts';

type Pool = { formula: FreightFormula; weight_g: number; actual_g: number; volume_g: number };
const poolsOf = (line: rows.TimelineLine): Pool[] | null =>
  Array.isArray(line.inputs.pools) ? (line.inputs.pools as Pool[]) : null; // written by the order's pricing, see order-pricing.ts

/** A line's amount from what was kept beside it: the price row and pieces, or the weighed goods and their formulas. */
function again(line: rows.TimelineLine): number {
  const pools = poolsOf(line);
  if (line.code === 'freight' && pools) {
    const byWeight = pools.reduce(
      (sum, pool) => sum + freightOf(pool.formula, pool.weight_g) - baseOf(pool.formula),
      0,
    );
    const freight = byWeight + Math.max(0, ...pools.map((pool) => baseOf(pool.formula)));
    return line.inputs.paid_before === true ? -freight : freight;
  }
  return (line.price?.unit_price ?? line.unit_amount) * line.quantity;
}

/** Each billed line of an order beside what its inputs come to; null before it is paid. */
export async function recompute(ctx: AccountCtx, orderId: string) {
  const bills = await rows.findTimelineBills(ctx, orderId);
  const [first] = bills;
  if (!first) return null;
  const lines = [...bills.flatMap((bill) => bill.lines), ...(await rows.findChangedLines(ctx, orderId))];
  return {
    currency: first.currency,
    lines: lines.map((line) => ({
      code: line.code,
      title: keptSentence(readerLanguage(ctx), line.title),
      amount: line.amount,
      recomputed: again(line),
    })),
  };
}

/** What it cost, by which prices and formulas, and how it was paid and given back. */
export async function billTimeline(ctx: AccountCtx, orderId: string) {
  const bills = await rows.findTimelineBills(ctx, orderId);
  return bills.flatMap((bill) => [
    ...bill.lines.map((line) => lineEntry(ctx, bill, line)),
    {
      at: bill.at,
      source: 'payment' as const,
      kind: 'invoice_paid',
      by: null,
      internal: false,
      params: { number: bill.number, amount: bill.total, currency: bill.currency },
      inputs: [{ name: 'ledger_transaction', value: bill.ledger_seq }],
      link: { to: 'invoice' as const, id: bill.invoice_id, label: bill.number },
    },
    ...bill.credits.map((credit) => ({
      at: new Date(credit.at),
      source: 'payment' as const,
      kind: 'credit_note',
      by: null,
      internal: false,
      params: { number: credit.number, amount: credit.amount, currency: bill.currency },
      inputs: [{ name: 'reason', value: keptSentence(readerLanguage(ctx), credit.reason) }],
      link: { to: 'invoice' as const, id: bill.invoice_id, label: credit.number },
    })),
  ]);
}

function lineEntry(ctx: AccountCtx, bill: rows.TimelineBill, line: rows.TimelineLine) {
  const shared = { at: bill.at, by: null, internal: false };
  const params = {
    title: keptSentence(readerLanguage(ctx), line.title),
    sku: line.sku,
    quantity: line.quantity,
    amount: line.amount,
    currency: bill.currency,
  };
  const kept = { to: 'invoice' as const, id: bill.invoice_id, label: bill.number };
  if (line.code === 'freight')
    return {
      ...shared,
      source: 'freight' as const,
      kind: 'freight_computed',
      params,
      inputs: freightInputs(line),
      link: kept,
    };
  const quote = line.price?.quote;
  return {
    ...shared,
    source: 'price' as const,
    kind: line.price ? 'price_used' : 'own_stock_used',
    params,
    inputs: [
      { name: 'unit_price', value: line.unit_amount },
      ...(line.price ? [{ name: 'valid_from', value: line.price.valid_from }] : []),
      ...(quote ? [{ name: 'quote_version', value: quote.version }] : []),
    ],
    link: quote ? { to: 'quote' as const, id: quote.id, label: quote.number } : kept,
  };
}

function freightInputs(line: rows.TimelineLine) {
  return (poolsOf(line) ?? []).flatMap((pool) => [
    { name: 'charged_g', value: pool.weight_g },
    { name: 'actual_g', value: pool.actual_g },
    ...(pool.volume_g > 0 ? [{ name: 'volume_g', value: pool.volume_g }] : []), // the channel looks at the size
    ...Object.entries<unknown>(pool.formula).map(([name, value]) => ({
      name: `formula.${name}`,
      value: typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value),
    })),
  ]);
}
