import { z } from 'zod';
import { orderListQuery } from '#contract/orders.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import type { MerchantCtx } from '#server/db/context.ts';
import { type AnyBulkAction, bulkAction, type Finding, type Refusal } from '#server/http/list-actions.ts';
import { appError } from '#server/lib/app-error.ts';
import { selectOrders } from '../records/filter.ts';
import { findMarkable, type Markable } from './edits.db.ts';
import * as tags from './tags.service.ts';
import { readOrderSoon } from '#server/features/stores/index.ts';

const shape = { list: 'orders', right: ['orders', 'edit'], query: orderListQuery, select: selectOrders } as const;

async function findings(
  ctx: MerchantCtx,
  ids: readonly string[],
  refuse: (order: Markable) => Refusal | null,
): Promise<Finding[]> {
  const found = await findMarkable(ctx, ids, ctx.actor.stores);
  return found.map((order) => ({ id: order.id, name: order.name, refusal: refuse(order) }));
}
const all = () => null;

// What is written comes after the trial, so that an action without it is tried and never done.
const tag = z.string().trim().min(1).max(60).optional();
const missing = (what: 'tag' | 'note') => appError('invalid_input', { text: `orders.${what}_missing` }, what);

const giveTag = (action: 'tag' | 'untag') =>
  bulkAction({
    ...shape,
    action,
    input: z.object({ tag }),
    check: (ctx, ids) => findings(ctx, ids, all),
    async runMany(ctx, ids, input) {
      if (input.tag === undefined) throw missing('tag');
      return tags.tagOrders(ctx, ids, { tag: input.tag, take: action === 'untag' });
    },
  });

const writeNote = bulkAction({
  ...shape,
  action: 'note',
  input: z.object({ note: z.string().trim().max(500).optional() }),
  check: (ctx, ids) => findings(ctx, ids, all),
  async runMany(ctx, ids, { note }) {
    if (note === undefined) throw missing('note');
    return tags.noteOrders(ctx, ids, note);
  },
});

const decideOurs = (action: 'not_ours' | 'ours') =>
  bulkAction({
    ...shape,
    action,
    input: z.object({}),
    check: (ctx, ids) => findings(ctx, ids, (order) => tags.notOursRefusal(order, action === 'not_ours')),
    runMany: (ctx, ids) => tags.markNotOurs(ctx, ids, action === 'not_ours'),
  });

const readable = (platform: string) => capabilitiesOf(platform).reads_shop;

const readAgain = bulkAction({
  ...shape,
  action: 'read_again',
  input: z.object({}),
  check: (ctx, ids) => findings(ctx, ids, (order) => tags.readAgainRefusal(order, readable)),
  runMany: (ctx, ids) =>
    tags.markAll(ctx, ids, {
      refuse: (order) => tags.readAgainRefusal(order, readable),
      async write(orders) {
        for (const { store_id, external_id } of orders)
          await readOrderSoon(ctx, { account_id: ctx.account, id: store_id }, external_id);
      },
    }),
});

/** Bulk actions that mark orders, and the one that reads them from their shops again (domain.md §4.8). */
export const orderMarks: readonly AnyBulkAction[] = [
  giveTag('tag'),
  giveTag('untag'),
  writeNote,
  decideOurs('not_ours'),
  decideOurs('ours'),
  readAgain,
];
