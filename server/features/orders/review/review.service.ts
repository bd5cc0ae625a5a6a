import { v7 as uuid } from 'uuid';
import type { Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { type Evaluated, evaluateOrder, paidRecipeOf, type PriceBook, recipeOf } from '../rules/evaluation.ts';
import { demandOf } from '../rules/stock-demand.ts';
import * as facts from '../records/facts.db.ts';
import { type LineRow, type OrderRow, recipeKey } from '../rules/rows.ts';
import * as rows from '../records/evaluation.db.ts';
import { findStoreRules } from '../records/account-rules.db.ts';
import { findQuoted } from '../records/samples.db.ts';
import { reserveStock } from '#server/features/stock/index.ts';

const batch = 500;

/** Which orders to look at again: those with these lines, SKUs or ids. */
export type Which = { variantIds?: readonly string[]; skuIds?: readonly string[]; orderIds?: readonly string[] };

/**
 * Decides state, blocks and cost of unpaid orders again, after a mapping, a price or the shop changed; links lines
 * whose variant has arrived. Answers how many became payable.
 */
export async function reviewOrders(ctx: Ctx, accountId: string, which: Which): Promise<number> {
  const linked = which.variantIds?.length
    ? await facts.linkLines(ctx, accountId, { variantIds: which.variantIds })
    : [];
  const affected =
    which.variantIds?.length || which.skuIds?.length ? await facts.findAffected(ctx, accountId, which) : [];
  const ids = [...new Set([...(which.orderIds ?? []), ...linked, ...affected])].sort();
  let payable = 0;
  for (let at = 0; at < ids.length; at += batch) {
    const evaluated = await evaluate(ctx, accountId, ids.slice(at, at + batch), true);
    payable += await settle(ctx, accountId, evaluated);
  }
  if (ids.length > 0) await publish(ctx, { account_id: accountId, kind: 'orders.changed' });
  return payable;
}

/**
 * Orders with the state and cost they should have now; `lock` keeps them still until the transaction ends, and lets them
 * hold the pieces of stock that they get.
 */
export async function evaluate(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  lock: boolean,
): Promise<Evaluated[]> {
  const { evaluated, book } = await evaluateAll(ctx, accountId, ids, lock);
  const drawn = await reserveStock(ctx, accountId, evaluated.map(demandOf), lock ? 'take' : 'look');
  return evaluated.map((order) => {
    const own = drawn.get(order.row.id);
    return own ? evaluateOrder(order.row, order.lines, book, own) : order;
  });
}

/** The same before stock is asked. */
export async function evaluateAll(
  ctx: Ctx,
  accountId: string,
  ids: readonly string[],
  lock: boolean,
): Promise<{ evaluated: Evaluated[]; book: PriceBook }> {
  const orders = await facts.findForReview(ctx, accountId, ids, lock);
  const lines = await facts.findLinesForReview(
    ctx,
    accountId,
    orders.map((order) => order.id),
  );
  const book = await priceBook(ctx, accountId, orders, lines);
  const byOrder = groupBy(lines, (line) => line.order_id);
  return { evaluated: orders.map((order) => evaluateOrder(order, byOrder.get(order.id) ?? [], book)), book };
}

async function priceBook(
  ctx: Ctx,
  accountId: string,
  orders: readonly OrderRow[],
  lines: readonly LineRow[],
): Promise<PriceBook> {
  const recipes = new Map(
    lines
      .flatMap((line) => [...(line.mapping_state === 'mapped' ? [recipeOf(line)] : []), ...paidRecipeOf(line)])
      .map((recipe) => [recipeKey(recipe), recipe]),
  );
  const rules = await findStoreRules(ctx, accountId, [...new Set(orders.map((order) => order.store_id))]);
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
  const components = await facts.findComponents(ctx, accountId, [...recipes.values()]);
  const skus = [...new Set(components.map((part) => part.sku_id))];
  const guarded = [...rules.values()].some((settings) => settings.price_guard_pct !== null);
  const countries = [...new Set(orders.flatMap((order) => order.country ?? []))];
  return {
    components: groupBy(components, recipeKey),
    prices: await facts.findPrices(ctx, accountId, skus, countries),
    awaited: await facts.findAwaited(ctx, accountId, skus, countries),
    pricedSkus: await facts.findPricedSkus(ctx, accountId, skus),
    agreed: guarded ? await facts.findAgreed(ctx, accountId, skus, countries) : [],
    rules,
    quoted: groupBy(
      await findQuoted(
        ctx,
        accountId,
        orders.filter(({ quote_id }) => quote_id !== null).map(({ id }) => id),
      ),
      (price) => price.order_id,
    ),
  };
}

/** Writes what differs from the rows; answers how many orders became payable by it. */
export async function settle(ctx: Ctx, accountId: string, evaluated: readonly Evaluated[]): Promise<number> {
  const changed = evaluated.filter(differs);
  await rows.saveReviewed(ctx, accountId, changed.map(reviewedOrder));
  const blocksChanged = evaluated.filter(({ row, state }) => state.blocks.length > 0 || row.block_codes.length > 0);
  await rows.saveBlocks(
    ctx,
    accountId,
    blocksChanged.map(({ row }) => row.id),
    blocksChanged.flatMap(({ row, state }) => state.blocks.map((block) => ({ order_id: row.id, ...block }))),
  );
  await rows.saveLines(ctx, accountId, evaluated.filter(({ settled }) => !settled).flatMap(changedLines));
  const became = changed.filter(
    ({ row, state }) => state.stage === 'awaiting_payment' && row.stage !== 'awaiting_payment',
  );
  await noteEvents(
    ctx,
    accountId,
    became.map(({ row }) => ({ order_id: row.id, kind: 'payable' })),
  );
  return became.length;
}

/** Adds rows to the orders' timelines. */
export async function noteEvents(ctx: Ctx, accountId: string, events: readonly rows.OrderEvent[]): Promise<void> {
  await rows.saveEvents(
    ctx,
    accountId,
    events.map((event) => ({ id: uuid(), ...event })),
  );
}

function costColumns({ cost }: Evaluated) {
  return {
    channel_id: cost?.channel_id ?? null,
    goods: cost?.goods ?? null,
    freight: cost?.freight ?? null,
    fees: cost?.fees ?? null,
    total: cost?.total ?? null,
    currency: cost?.currency ?? null,
    weight_g: cost?.weight_g ?? null,
    days_min: cost?.days_min ?? null,
    days_max: cost?.days_max ?? null,
  };
}

function reviewedOrder(order: Evaluated): rows.ReviewedOrder {
  const { row, state, settled } = order;
  return {
    id: row.id,
    stage: state.stage,
    blocked: state.blocks.length > 0,
    ...(!settled && { cost: costColumns(order) }),
  };
}

function differs(order: Evaluated): boolean {
  const { row, state, settled } = order;
  if (row.stage !== state.stage || row.blocked !== state.blocks.length > 0) return true;
  if (settled) return false;
  const kept = [
    row.channel_id,
    row.cost_goods,
    row.cost_freight,
    row.cost_fees,
    row.cost_total,
    row.cost_currency,
    row.weight_g,
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
