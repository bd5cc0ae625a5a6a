import { publish, enqueue } from '#server/db/queue.ts';
import type { AccountCtx, Entry } from '#server/db/context.ts';
import { groupBy } from '#server/lib/group-by.ts';
import * as rows from '#server/features/products/index.ts';
import type { Conversion } from '#contract/exchange-rates.ts';
import { conversionToday, inCurrency } from '#server/features/exchange-rates/index.ts';
import { estimateOrders } from '#server/features/orders/index.ts';
import { figuresTask } from '#server/features/products/index.ts';

const perTransaction = 100;
/** After which what others held is looked at again, in case they did not finish. */
const heldRetryMs = 60_000;

/**
 * Computes what is stale, each batch in a transaction of its own; answers how many products have other figures than before.
 * Waits for no lock, so that it cannot deadlock with an import.
 */
export async function refreshFigures(
  entry: Entry,
  accountId: string,
  look?: 'orders' | 'rates' | 'all',
): Promise<number> {
  const scope = { account_id: accountId };
  if (look === 'orders') await entry.run(scope, (ctx) => rows.markMoved(ctx));
  if (look === 'rates') await entry.run(scope, (ctx) => rows.markForeignStale(ctx));
  if (look === 'all') await entry.run(scope, (ctx) => rows.markAllStale(ctx));
  let changed = 0;
  for (let taken = perTransaction; taken === perTransaction; ) {
    taken = await entry.run(scope, async (ctx) => {
      const products = await rows.takeStale(ctx, perTransaction);
      changed += await compute(ctx, products);
      return products.length;
    });
  }
  await entry.run(scope, (ctx) => retryHeld(ctx));
  if (changed > 0)
    await entry.run(scope, async (ctx) => publish(ctx, { account_id: accountId, kind: 'products.changed' }));
  return changed;
}

/** Who held products marks them and starts this job again when they commit; this is for those who roll back. */
async function retryHeld(ctx: AccountCtx): Promise<void> {
  if (!(await rows.anyStale(ctx))) return;
  const runAt = new Date(ctx.now.getTime() + heldRetryMs);
  await enqueue(ctx, figuresTask, { account_id: ctx.account }, { key: `${figuresTask}:held:${ctx.account}`, runAt });
}

async function compute(ctx: AccountCtx, products: readonly { id: string; country: string | null }[]): Promise<number> {
  if (products.length === 0) return 0;
  const facts = await rows.findFacts(ctx, products);
  const countryOf = new Map(products.map((product) => [product.id, product.country]));
  const wanted = facts.flatMap(({ id, product_id, store_id, parts }) => {
    const country = countryOf.get(product_id) ?? null;
    return country === null || parts.length === 0 ? [] : [{ key: id, store_id, country, components: parts }];
  });
  const costs = await estimateOrders(ctx, wanted);
  const conversions = await conversionsOf(ctx, facts, costs);
  const byProduct = groupBy(facts, (variant) => variant.product_id);
  return rows.saveFigures(
    ctx,
    products.map(({ id }) => figuresOf(id, byProduct.get(id) ?? [], costs, conversions)),
  );
}

type Cost = { amount: number; currency: string };
type Conversions = ReadonlyMap<string, Conversion | null>;

/** Today's rates between what shops sell in and what goods cost in, by `pairOf`. */
async function conversionsOf(
  ctx: AccountCtx,
  facts: readonly rows.VariantFacts[],
  costs: ReadonlyMap<string, Cost>,
): Promise<Conversions> {
  const known = new Map<string, Conversion | null>();
  for (const { id, currency: from } of facts) {
    const to = costs.get(id)?.currency;
    if (from === null || to === undefined || known.has(pairOf(from, to))) continue;
    known.set(pairOf(from, to), await conversionToday(ctx, from, to));
  }
  return known;
}

const pairOf = (from: string, to: string) => `${from} ${to}`;

function figuresOf(
  product_id: string,
  variants: readonly rows.VariantFacts[],
  costs: ReadonlyMap<string, Cost>,
  conversions: Conversions,
): rows.Figures {
  const landed = variants.flatMap(({ id }) => costs.get(id) ?? []);
  const margins = variants.flatMap(({ id, price, currency }) => {
    const cost = costs.get(id);
    if (!cost || price === null || price <= 0 || currency === null) return [];
    const conversion = conversions.get(pairOf(currency, cost.currency)) ?? null;
    const sale = inCurrency({ amount: price, currency }, cost.currency, conversion);
    return sale && sale.amount > 0 ? [{ margin: marginOf(sale.amount, cost.amount), conversion }] : [];
  });
  const conversion = margins[0]?.conversion ?? null; // a product is sold in one currency
  return {
    product_id,
    ...range(
      'landed_min',
      'landed_max',
      landed.map((cost) => cost.amount),
    ),
    currency: landed[0]?.currency ?? null,
    ...range(
      'margin_low',
      'margin_high',
      margins.map(({ margin }) => margin),
    ),
    margin_rate: conversion?.rate ?? null,
    margin_rate_day: conversion?.day ?? null,
    margin_rate_source: conversion?.source ?? null,
    unpriced: variants.some(({ parts }) => parts.length === 0 || parts.some((part) => !part.priced)),
    discontinued: variants.some((variant) => variant.discontinued),
  };
}

const leastMargin = -1_000_000; // a price of a cent would not fit into the column
const marginOf = (price: number, cost: number) => Math.max(leastMargin, Math.round(((price - cost) * 10_000) / price));

function range<Low extends string, High extends string>(low: Low, high: High, values: readonly number[]) {
  const found = values.length > 0;
  return {
    [low]: found ? Math.min(...values) : null,
    [high]: found ? Math.max(...values) : null,
  } as Record<Low | High, number | null>; // computed keys lose their names
}
