import { blockStepOf, type CountedStep } from '#contract/order-lacks.ts';
import { maxBulkIds } from '#contract/list-rules.ts';
import type { OrderEffect } from '#contract/order-effect.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { findAffected, findMoved } from '../records/facts.db.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import { evaluate, type Which } from './review.service.ts';

type Waiting = OrderEffect['waiting'][number];

const batch = 500;
const namedProducts = 20;

/**
 * What an action did to the orders with these variants or SKUs that the member may see: those that became payable at one of these
 * moments, oldest first, and what the others still lack. Of the others, those that only contain one of the SKUs and have its price
 * never waited for the action: they are left out.
 */
export async function movedOrders(
  ctx: MerchantCtx,
  which: Which,
  at: readonly Date[],
): Promise<{ payable: string[]; waiting: Waiting[] }> {
  const { payable, waiting } = await findMoved(ctx, await findAffected(ctx, which), { at, stores: ctx.actor.stores });
  const lacking: Lacking[] = [];
  for (let from = 0; from < waiting.length; from += batch)
    lacking.push(
      ...(await evaluate(ctx, waiting.slice(from, from + batch), false)).filter(waitsFor(which)).map(lackingOf),
    );
  return { payable, waiting: together(lacking) };
}

/** Whether an order has one of the variants, or lacks the price of one of the SKUs. */
function waitsFor({ variantIds = [], skuIds = [] }: Which): (order: Evaluated) => boolean {
  const [variants, skus] = [new Set(variantIds), new Set(skuIds)];
  return ({ lines, toPrice, unpriced }) => {
    const lacking = new Set(unpriced.map(({ id }) => id));
    return (
      lines.some((line) => line.variant_id !== null && line.current_quantity > 0 && variants.has(line.variant_id)) ||
      toPrice.some((line) => lacking.has(line.line_id) && line.components.some(({ sku_id }) => skus.has(sku_id)))
    );
  };
}

type Lacking = Omit<Waiting, 'orders' | 'order_ids'> & { id: string };

const priceBlocks: ReadonlySet<string> = new Set(['UNMAPPED_VARIANT', 'NO_PRICE', 'COUNTRY_NOT_SERVED']);
const needsGoodsPrice: ReadonlySet<string> = new Set(['UNMAPPED_VARIANT', 'NO_PRICE']);
/** What an order lacks whose lines are all in open quotes, by the next step of these. */
const stepLacks = {
  request: 'quote',
  answer: 'answer',
  accept: 'accept',
  wait: 'quote',
} as const satisfies Record<CountedStep, Lacking['lacks']>;

/**
 * What an order that is not payable lacks most: a price that nobody was asked for, the next step of the quotes that are about it, a
 * shipping rate to its country where the goods have a price already, or something else.
 */
function lackingOf({ row, state, unpriced }: Evaluated): Lacking {
  const titles = (quoting: boolean) =>
    unpriced.filter(({ quote }) => (quote?.covers === true) === quoting).map(({ title }) => title);
  if (state.stage === 'quoting') {
    const lacks = stepLacks[blockStepOf(unpriced)];
    const next = unpriced.filter((line) => stepLacks[blockStepOf([line])] === lacks).map(({ title }) => title);
    return { id: row.id, lacks, products: next, country: null };
  }
  const [block] = state.blocks;
  const priceless = state.blocks.filter(({ code }) => priceBlocks.has(code));
  if (unpriced.length > 0 && priceless.length > 0) {
    const lacks = priceless.some(({ code }) => needsGoodsPrice.has(code)) ? 'price' : 'COUNTRY_NOT_SERVED';
    return {
      id: row.id,
      lacks,
      products: titles(false).length > 0 ? titles(false) : titles(true),
      country: row.country,
    };
  }
  return { id: row.id, lacks: row.held ? 'held' : (block?.code ?? 'price'), products: [], country: null };
}

/** One entry per thing that is lacking (a price: and country), with how many orders lack it; the most orders first. */
function together(lacking: readonly Lacking[]): Waiting[] {
  const entries = new Map<string, Waiting>();
  for (const { id, products, ...one } of lacking) {
    const key = `${one.lacks} ${one.country}`;
    const entry = entries.get(key) ?? { ...one, orders: 0, order_ids: [], products: [] };
    const names = [...new Set([...entry.products, ...products])];
    entries.set(key, {
      ...entry,
      orders: entry.orders + 1,
      order_ids: [...entry.order_ids, id].slice(0, maxBulkIds),
      products: names.slice(0, namedProducts),
    });
  }
  return [...entries.values()].toSorted((a, b) => b.orders - a.orders);
}
