import { z } from 'zod';
import { id } from '#contract/shared.ts';
import { type Entry, forAccount } from '#server/db/context.ts';
import { eachAlone } from '#server/db/each-alone.ts';
import type { Tasks } from '#server/db/queue.ts';
import * as rows from './stock-reserve.db.ts';
import { expireHolds, offerTask } from './stock-reserve.service.ts';
import { refreshRunningOut } from './stock-list.db.ts';
import { watchDeadStock } from './stock-alerts.service.ts';
import { stockReleased } from './stock.events.ts';

const offerPayload = z.object({ account_id: id.nullable(), sku_ids: z.array(id) });
const most = 500;
const batch = 50;

export const stockTasks: Tasks = {
  stock_expire: async (entry) => {
    const overdue = await entry.run('all_accounts', (ctx) => rows.findOverdue(ctx, most));
    await eachAlone(entry, overdue, 'an unpaid order could not let go of stock', ({ account_id, order_id }) =>
      entry.run('all_accounts', (ctx) => expireHolds(forAccount(ctx, account_id), order_id)),
    );
    if (overdue.length > 0) entry.log.info({ orders: overdue.length }, 'unpaid orders let go of stock');
  },
  stock_dead: async (entry) => {
    await entry.run('all_accounts', (ctx) => refreshRunningOut(ctx));
    const reported = await entry.run('all_accounts', (ctx) => watchDeadStock(ctx));
    if (reported > 0) entry.log.info({ skus: reported }, 'clients told of stock that does not sell');
  },
  [offerTask]: (entry, payload) => offer(entry, offerPayload.parse(payload)),
};

/** Gives free pieces to the orders that wait for them, those that wait longest first. */
async function offer(entry: Entry, { account_id, sku_ids }: z.output<typeof offerPayload>): Promise<void> {
  const waiting = await entry.run('all_accounts', (ctx) => rows.findWaiting(ctx, sku_ids, account_id, most));
  for (let at = 0; at < waiting.length; ) {
    const account = waiting[at]?.account_id ?? '';
    const part = waiting.slice(at, at + batch);
    const others = part.findIndex((order) => order.account_id !== account);
    const ids = (others < 0 ? part : part.slice(0, others)).map((order) => order.order_id);
    await entry.run('all_accounts', (ctx) => stockReleased.emit(ctx, { accountId: account, which: { orderIds: ids } }));
    at += ids.length;
  }
  if (account_id)
    await entry.run('all_accounts', (ctx) =>
      stockReleased.emit(ctx, { accountId: account_id, which: { skuIds: sku_ids } }),
    );
}

/** Every five minutes, and each night. */
export const stockCrontab = ['*/5 * * * * stock_expire', '41 3 * * * stock_dead'].join('\n');
