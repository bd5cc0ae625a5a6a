import { z } from 'zod';
import {
  type OrderCensus,
  type OrderFacts,
  type OrderMark,
  ShopError,
  type ShopSession,
  type TimeRange,
} from '../connector.ts';
import { numericId } from './gid.ts';
import type { Graphql } from './graphql.ts';
import { nextOf, pageInfo } from './graphql-answer.ts';
import { orderStateOf, stateHeaderSchema } from './orders.ts';

const markSchema = z.object({ legacyResourceId: z.string(), processedAt: z.string(), updatedAt: z.string() });
const linesSchema = z.object({ nodes: z.array(z.object({ id: z.string(), currentQuantity: z.number() })), pageInfo });
const factsSchema = stateHeaderSchema.extend({ lineItems: linesSchema });
const moreLinesSchema = z.object({ order: z.object({ lineItems: linesSchema }).nullable() });

const pageOf = <Node extends z.ZodType>(node: Node) =>
  z.object({ orders: z.object({ nodes: z.array(node), pageInfo }) });
const marksSchema = pageOf(markSchema);
const factsPageSchema = pageOf(factsSchema);

/** Shopify's pages reach 25,000 orders deep (shopify.md §2.2): before that the walk begins again where it is. */
const deepest = 20_000;
const patient = { patient: true };

const placedWithin = ({ from, to }: TimeRange) =>
  `processed_at:>='${from.toISOString()}' processed_at:<'${to.toISOString()}'`;

type Page<T> = { items: T[]; next: string | null };

async function* walk<T extends { placed_at: Date }>(
  range: TimeRange,
  read: (search: string, after: string | null) => Promise<Page<T>>,
): AsyncGenerator<T[]> {
  for (let from = range.from; ; ) {
    let last = from;
    let seen = 0;
    let after: string | null = null;
    do {
      const page: Page<T> = await read(placedWithin({ from, to: range.to }), after);
      if (page.items.length > 0) yield page.items;
      seen += page.items.length;
      last = page.items.at(-1)?.placed_at ?? last;
      after = page.next;
    } while (after !== null && seen < deepest);
    if (after === null) return;
    if (last <= from) throw new ShopError('refused', 'Too many orders were placed at one moment to be listed.');
    from = last;
  }
}

/** Reads what a comparison needs, by documents as cheap as they can be. */
export function orderCensus(graphql: Graphql): OrderCensus {
  async function linesOf(shop: ShopSession, node: z.infer<typeof factsSchema>): Promise<OrderFacts['lines']> {
    const nodes = [...node.lineItems.nodes];
    for (let after = nextOf(node.lineItems.pageInfo); after !== null; ) {
      const { order } = await graphql.call(shop, 'OrderFactLines', { id: node.id, after }, moreLinesSchema, patient);
      nodes.push(...(order?.lineItems.nodes ?? []));
      after = order ? nextOf(order.lineItems.pageInfo) : null;
    }
    return nodes.map((line) => ({ external_id: numericId(line.id), current_quantity: line.currentQuantity }));
  }

  return {
    marks: (shop, range) =>
      walk(range, async (search, after): Promise<Page<OrderMark>> => {
        const { orders } = await graphql.call(shop, 'OrderIdsPlaced', { search, after }, marksSchema, patient);
        const items = orders.nodes.map((node) => ({
          external_id: node.legacyResourceId,
          placed_at: new Date(node.processedAt),
          updated_at: new Date(node.updatedAt),
        }));
        return { items, next: nextOf(orders.pageInfo) };
      }),
    facts: (shop, range) =>
      walk(range, async (search, after): Promise<Page<OrderFacts>> => {
        const { orders } = await graphql.call(shop, 'OrderFactsPlaced', { search, after }, factsPageSchema, patient);
        const items: OrderFacts[] = [];
        for (const node of orders.nodes) items.push({ ...orderStateOf(node), lines: await linesOf(shop, node) });
        return { items, next: nextOf(orders.pageInfo) };
      }),
  };
}
