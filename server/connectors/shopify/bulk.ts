import { z } from 'zod';
import { ShopError, type ShopOrder, type ShopSession } from '../connector.ts';
import { bulkText } from './documents.ts';
import { numericId } from './gid.ts';
import type { Graphql } from './graphql.ts';
import { userErrors } from './graphql-answer.ts';
import {
  changedSince,
  orderHeaderSchema,
  type OrderHeader,
  orderLineSchema,
  type OrderLine,
  shopOrderOf,
} from './orders.ts';

const startSchema = z.object({
  bulkOperationRunQuery: z.object({ bulkOperation: z.object({ id: z.string() }).nullable(), userErrors }),
});
const pollSchema = z.object({
  bulkOperation: z
    .object({
      id: z.string(),
      status: z.string(),
      errorCode: z.string().nullable(),
      objectCount: z.string(),
      url: z.string().nullable(),
    })
    .nullable(),
});
const childSchema = orderLineSchema.extend({ __parentId: z.string() });

const batchSize = 100;
const downloadTimeoutMs = 30 * 60_000;

export type BulkDeps = {
  graphql: Graphql;
  wait: (ms: number) => Promise<void>;
  pollMs: number;
  /** Reads one order that the file did not hold whole. */
  readOne: (shop: ShopSession, externalId: string) => Promise<ShopOrder | null>;
};

/** Reads all orders since a moment in one bulk operation; one batch is in memory at a time (shopify.md §2.5). */
export function bulkReader(deps: BulkDeps) {
  async function run(shop: ShopSession, query: string): Promise<string | null> {
    const { bulkOperationRunQuery: started } = await deps.graphql.call(shop, 'BulkStart', { query }, startSchema, {
      once: true,
    });
    const [refused] = started.userErrors;
    if (refused?.code === 'OPERATION_IN_PROGRESS')
      throw new ShopError('throttled', `${shop.domain} is busy with other bulk reads.`, 60_000);
    if (refused || !started.bulkOperation)
      throw new ShopError('refused', `The bulk read was refused: ${refused?.message ?? 'no operation'}`);
    for (;;) {
      await deps.wait(deps.pollMs);
      const { bulkOperation } = await deps.graphql.call(shop, 'BulkPoll', { id: started.bulkOperation.id }, pollSchema);
      if (!bulkOperation) throw new ShopError('refused', 'The bulk read has vanished at the shop.');
      if (bulkOperation.status === 'COMPLETED') return bulkOperation.url; // null when nothing was found
      if (['FAILED', 'CANCELED', 'CANCELING', 'EXPIRED'].includes(bulkOperation.status)) {
        throw new ShopError(
          'unreachable',
          `The bulk read ended with ${bulkOperation.errorCode ?? bulkOperation.status}.`,
        );
      }
    }
  }

  return {
    async orders(shop: ShopSession, since: Date, onBatch: (orders: ShopOrder[]) => Promise<void>): Promise<void> {
      const url = await run(shop, bulkText('BulkOrders', changedSince(since)));
      if (url === null) return;
      const stray = new Set<string>();
      let batch: ShopOrder[] = [];
      for await (const order of ordersOf(url, stray)) {
        batch.push(order);
        if (batch.length >= batchSize) {
          await onBatch(batch);
          batch = [];
        }
      }
      for (const id of stray) {
        const order = await deps.readOne(shop, id);
        if (order) batch.push(order);
      }
      if (batch.length > 0) await onBatch(batch);
    },
  };
}

/** Lines of a file as they come. */
async function* linesOf(url: string): AsyncGenerator {
  const answer = await fetch(url, { signal: AbortSignal.timeout(downloadTimeoutMs) });
  if (!answer.ok || !answer.body)
    throw new ShopError('unreachable', `The bulk file could not be read (${answer.status}).`);
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const chunk: { done: boolean; value?: Uint8Array | undefined } = await reader.read();
    const { done } = chunk;
    rest += decoder.decode(chunk.value, { stream: !done });
    const lines = rest.split('\n');
    rest = done ? '' : (lines.pop() ?? '');
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as unknown;
    if (done) return;
  }
}

/**
 * Orders of a grouped file: lines follow their order. A line that comes apart from its order puts that order on `stray`,
 * to be read by itself, so that a file in another order loses nothing.
 */
async function* ordersOf(url: string, stray: Set<string>): AsyncGenerator<ShopOrder> {
  let open: { header: OrderHeader; lines: OrderLine[] } | null = null;
  for await (const line of linesOf(url)) {
    const child = childSchema.safeParse(line);
    if (child.success) {
      const { __parentId: parent, ...rest } = child.data;
      if (open?.header.id === parent) open.lines.push(rest);
      else stray.add(numericId(parent));
      continue;
    }
    if (open) yield shopOrderOf(open.header, open.lines);
    open = { header: orderHeaderSchema.parse(line), lines: [] };
  }
  if (open) yield shopOrderOf(open.header, open.lines);
}
