import { bareValues } from '#testing/app-values.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { type Ctx, entryFor } from '#server/db/context.ts';
import { dueStores, payStore } from '#server/features/autopay/autopay.service.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { timed } from './measure.ts';
import type { Table } from './table.ts';

/** Runs at a time, as many as the worker has places. */
const atOnce = 4;
const each = 2_000;
const hour = 3_600_000;

/** Automatic payment of many accounts within one run: a look at all stores, then one transaction per store. */
export async function autopay(url: string, size: { accounts: number; orders: number }): Promise<Table> {
  const pool = createPool({ url, max: atOnce + 2, log: createLog('silent') });
  const ground = { db: createDatabase(pool), clock: systemClock, log: createLog('silent'), app: bareValues() };
  try {
    const channel = await givenChannel({ ground });
    const before = (n: number) => Math.floor((n * size.orders) / size.accounts);
    for (let n = 0; n < size.accounts; n += 1) await fill(ground, channel, before(n + 1) - before(n));
    const clock = { now: () => new Date(Date.now() + 2 * hour) }; // orders wait for an hour before they are paid
    const entry = entryFor({ ...ground, clock }, { kind: 'system', name: 'bench' }, 'bench');
    const look = await timed(() => entry.run('all_accounts', dueStores));
    const due = look.answer.values();
    const work = async () => {
      for (const store of due) await payStore(entry, store);
    };
    const { ms } = await timed(() => Promise.all(Array.from({ length: atOnce }, work)));
    const paid = await entry.run('all_accounts', paidOrders);
    return {
      title: 'automatic payment of many accounts',
      columns: ['accounts', 'orders paid', 'look at all stores ms', 'paid s', 'orders per s', 'accounts per s'],
      rows: [
        [
          size.accounts,
          paid,
          Math.round(look.ms),
          (ms / 1000).toFixed(1),
          Math.round(paid / (ms / 1000)),
          Math.round(size.accounts / (ms / 1000)),
        ],
      ],
      notes: [`One transaction and one invoice per store, ${atOnce} at a time in one process.`],
    };
  } finally {
    await pool.end();
  }
}

type Ground = Parameters<typeof inAccount>[0]['ground'];

async function fill(ground: Ground, channel: Awaited<ReturnType<typeof givenChannel>>, count: number): Promise<void> {
  const place = { ground };
  const { account_id } = await merchant({ ground, clock: systemClock });
  const store = { account_id, id: await givenStore(place, account_id) };
  const goods = await givenVariant(place, store);
  await givenPrice(place, account_id, { sku_id: goods.sku_id, channel });
  const orders = Array.from({ length: count }, (_, n) =>
    shopOrder([shopLine(goods, { external_id: `l${n}` })], { external_id: `${n}`, name: `#${n}` }),
  );
  await inAccount(place, account_id, async (ctx) => {
    await applyShopOrders(ctx, store, orders, 'api');
    await ctx.db
      .updateTable('stores')
      .set({ settings: JSON.stringify({ pay_mode: 'after_1h' }) })
      .where('account_id', '=', account_id)
      .execute();
  });
  await givenMoney({ ground, clock: systemClock }, account_id, count * each);
}

async function paidOrders({ db }: Ctx): Promise<number> {
  const { paid } = await db
    .selectFrom('autopay_rows')
    .select((eb) => eb.fn.countAll<number>().as('paid'))
    .where('outcome', '=', 'paid')
    .executeTakeFirstOrThrow();
  return paid;
}
