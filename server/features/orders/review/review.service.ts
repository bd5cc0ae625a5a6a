import { v7 as uuid } from 'uuid';
import type { AccountCtx, Entry } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { type Evaluated, evaluateOrder, paidRecipeOf, type PriceBook, recipeOf } from '../rules/evaluation.ts';
import { requireOf } from '../rules/stock-demand.ts';
import * as facts from '../records/facts.db.ts';
import { type ComponentRow, type LineRow, type OrderRow, recipeKey } from '../rules/rows.ts';
import * as rows from '../records/evaluation.db.ts';
import { findStoreRules } from '../records/account-rules.db.ts';
import { findQuoted } from '../records/samples.db.ts';
import { reserveStock } from '#server/features/stock/index.ts';
import { workingTime } from '#server/features/shipping/index.ts';
import { dueAfter } from '#server/lib/business-time.ts';
import type { Block } from '../rules/state.ts';

const batch = 500;
const asItIs = (row: OrderRow) => row;
/** For what is ours to do and has no time of its own. */
const usual = { days: 1 };

/** Which orders to look at again: those with these lines, SKUs or ids. */
export type Which = { variantIds?: readonly string[]; skuIds?: readonly string[]; orderIds?: readonly string[] };

/**
 * Decides state, blocks and cost of unpaid orders again, after a mapping, a price or the shop changed; links lines
 * whose variant has arrived. Answers how many became payable.
 */
export async function reviewOrders(ctx: AccountCtx, which: Which): Promise<number> {
  const linked = which.variantIds?.length ? await facts.linkLines(ctx, { variantIds: which.variantIds }) : [];
  const affected = which.variantIds?.length || which.skuIds?.length ? await facts.findAffected(ctx, which) : [];
  const ids = [...new Set([...(which.orderIds ?? []), ...linked, ...affected])].sort();
  let payable = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const evaluated = await evaluate(ctx, ids.slice(at, at + batch), true);
    payable += await saveEvaluation(ctx, evaluated);
  }
  if (ids.length > 0) publish(ctx, { account_id: ctx.account, kind: 'orders.changed' });
  return payable;
}

/**
 * Orders with the state and cost they should have now; `lock` keeps them still until the transaction ends, and lets them
 * hold the pieces of stock that they get. `seen` says as what each row counts.
 */
export async function evaluate(
  ctx: AccountCtx,
  ids: readonly string[],
  lock: boolean,
  seen: (row: OrderRow) => OrderRow = asItIs,
): Promise<Evaluated[]> {
  const { evaluated, book } = await evaluateAll(ctx, ids, lock, seen);
  const reserved = await reserveStock(ctx, evaluated.map(requireOf), lock ? 'take' : 'look');
  return evaluated.map((order) => {
    const own = reserved.get(order.row.id);
    return own ? evaluateOrder(order.row, order.lines, book, own) : order;
  });
}

/** The same before stock is asked. */
export async function evaluateAll(
  ctx: AccountCtx,
  ids: readonly string[],
  lock: boolean,
  seen: (row: OrderRow) => OrderRow = asItIs,
): Promise<{ evaluated: Evaluated[]; book: PriceBook }> {
  const orders = (await facts.findForReview(ctx, ids, lock)).map(seen);
  const lines = await facts.findLinesForReview(
    ctx,
    orders.map((order) => order.id),
  );
  const book = await priceBook(ctx, orders, lines);
  const byOrder = groupBy(lines, (line) => line.order_id);
  return { evaluated: orders.map((order) => evaluateOrder(order, byOrder.get(order.id) ?? [], book)), book };
}

async function priceBook(ctx: AccountCtx, orders: readonly OrderRow[], lines: readonly LineRow[]): Promise<PriceBook> {
  const recipes = new Map(
    lines
      .flatMap((line) => [...(line.mapping_state === 'mapped' ? [recipeOf(line)] : []), ...paidRecipeOf(line)])
      .map((recipe) => [recipeKey(recipe), recipe]),
  );
  const rules = await findStoreRules(ctx, [...new Set(orders.map((order) => order.store_id))]);
  if (recipes.size === 0)
    return {
      components: new Map(),
      prices: [],
      pricedSkus: new Set(),
      agreed: [],
      awaited: [],
      rules,
      quoted: new Map(),
    };
  const components = await facts.findComponents(ctx, [...recipes.values()]);
  const skus = [...new Set(components.map((part) => part.sku_id))];
  const guarded = [...rules.values()].some((settings) => settings.price_guard_pct !== null);
  const countries = [...new Set(orders.flatMap((order) => order.country ?? []))];
  const prices = await facts.findPrices(
    ctx,
    wantedPrices(
      orders,
      lines,
      groupBy(components, (part) => part.variant_id),
    ),
  );
  const priced = new Set(prices.map((price) => price.sku_id));
  const elsewhere = await facts.findPricedSkus(
    ctx,
    skus.filter((sku) => !priced.has(sku)),
  );
  return {
    components: groupBy(components, recipeKey),
    prices,
    awaited: await facts.findAwaited(ctx, skus, countries),
    pricedSkus: new Set([...priced, ...elsewhere]),
    agreed: guarded ? await facts.findAgreed(ctx, skus, countries) : [],
    rules,
    quoted: groupBy(
      await findQuoted(
        ctx,
        orders.filter(({ quote_id }) => quote_id !== null).map(({ id }) => id),
      ),
      (price) => price.order_id,
    ),
  };
}

/** The SKUs that each order may consist of, to its country. */
function wantedPrices(
  orders: readonly OrderRow[],
  lines: readonly LineRow[],
  parts: ReadonlyMap<string, readonly ComponentRow[]>,
) {
  const countryOf = new Map(orders.map(({ id, country }) => [id, country]));
  return lines.flatMap(({ order_id, variant_id }) => {
    const country = countryOf.get(order_id);
    return country && variant_id ? (parts.get(variant_id) ?? []).map(({ sku_id }) => ({ sku_id, country })) : [];
  });
}

/** Writes what differs from the rows; answers how many orders became payable by it. */
export async function saveEvaluation(ctx: AccountCtx, evaluated: readonly Evaluated[]): Promise<number> {
  const changed = evaluated.filter(differs);
  await rows.saveReviewed(ctx, changed.map(reviewedOrder));
  const blocksChanged = evaluated.filter(({ row, state }) => state.blocks.length > 0 || row.block_codes.length > 0);
  const blocks = blocksChanged.flatMap(({ row, state }) =>
    state.blocks.map((block) => ({ order_id: row.id, ...block })),
  );
  await rows.saveBlocks(
    ctx,
    blocksChanged.map(({ row }) => row.id),
    blocks,
    blocks.some(({ owner, due_at }) => owner === 'provider' && due_at === null)
      ? dueAfter(ctx.now, usual, await workingTime(ctx))
      : null,
  );
  await rows.saveLines(ctx, evaluated.filter(({ settled }) => !settled).flatMap(changedLines));
  const became = changed.filter(
    ({ row, state }) => state.stage === 'awaiting_payment' && row.stage !== 'awaiting_payment',
  );
  await noteEvents(
    ctx,
    became.map(({ row }) => ({ order_id: row.id, kind: 'payable' })),
  );
  return became.length;
}

/** Adds rows to the orders' timelines. */
export async function noteEvents(ctx: AccountCtx, events: readonly rows.OrderEvent[]): Promise<void> {
  await rows.saveEvents(
    ctx,
    events.map((event) => ({ id: uuid(), ...event })),
  );
}

const noCost = {
  channel_id: null,
  goods: null,
  freight: null,
  fees: null,
  total: null,
  own_stock: null,
  currency: null,
  weight_g: null,
  ready_days: null,
  days_min: null,
  days_max: null,
};

function costColumns({ cost }: Evaluated) {
  if (!cost) return noCost;
  const { channel_id, goods, freight, fees, total, own_stock, currency, weight_g, days } = cost;
  const promise = { ready_days: days.ready, days_min: days.min, days_max: days.max };
  return { channel_id, goods, freight, fees, total, own_stock, currency, weight_g, ...promise };
}

/** Who has something to do before the order goes on. */
const turnsOf = (blocks: readonly Block[]) => ({
  needs_merchant: blocks.some(({ owner }) => owner === 'merchant'),
  needs_provider: blocks.some(({ owner }) => owner === 'provider'),
});

function reviewedOrder(order: Evaluated): rows.ReviewedOrder {
  const { row, state, settled } = order;
  return {
    id: row.id,
    stage: state.stage,
    blocked: state.blocks.length > 0,
    ...turnsOf(state.blocks),
    ...(!settled && { cost: costColumns(order) }),
  };
}

function differs(order: Evaluated): boolean {
  const { row, state, settled } = order;
  if (row.stage !== state.stage || row.blocked !== state.blocks.length > 0) return true;
  const { needs_merchant, needs_provider } = turnsOf(state.blocks);
  if (row.needs_merchant !== needs_merchant || row.needs_provider !== needs_provider) return true;
  if (settled) return false;
  const kept = [
    row.channel_id,
    row.cost_goods,
    row.cost_freight,
    row.cost_fees,
    row.cost_total,
    row.cost_own_stock,
    row.cost_currency,
    row.weight_g,
    row.ready_days,
    row.days_min,
    row.days_max,
  ];
  return Object.values(costColumns(order)).some((value, index) => value !== kept[index]);
}

function changedLines({ lines, cost }: Evaluated): rows.ReviewedLine[] {
  return lines
    .map((line) => ({
      line,
      next: {
        id: line.id,
        not_ours: line.mapping_state === 'not_ours',
        mapping_version: line.mapping_state === 'mapped' ? line.mapping_version : null,
        mapping_rule: line.mapping_rule,
        unit_cost: cost?.unit_costs.get(line.id) ?? null,
      },
    }))
    .filter(
      ({ line, next }) =>
        line.not_ours !== next.not_ours ||
        line.line_mapping_version !== next.mapping_version ||
        line.line_mapping_rule !== next.mapping_rule ||
        line.unit_cost !== next.unit_cost,
    )
    .map(({ next }) => next);
}

const ofStoreAtOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Looks at all unpaid orders of a store again, after its settings changed: many short transactions, safe to repeat. */
export async function reviewStore(entry: Entry, store: { account_id: string; store_id: string }): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const from: string = after;
    after = await entry.run({ account_id: store.account_id }, async (ctx) => {
      const orderIds = await rows.findUnpaidOfStore(ctx, store, from, ofStoreAtOnce);
      await reviewOrders(ctx, { orderIds });
      return orderIds.at(-1);
    });
  }
}
