import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#testing/app.ts';
import { type ClaimUnitsStage, claimUnitsStage } from '#testing/claim-units-stage.ts';
import { randomOf } from '#testing/money-model.ts';
import { importOrder, orderFromShop } from '#testing/order-actions-stage.ts';
import {
  address,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  removeShopOrders,
  shopLine,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { bySize, isSoak, reportProgress } from '#testing/size.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { wrongProfits, wrongSums } from '#testing/statistics-sums.ts';

let stage: ClaimUnitsStage;
let stores: { account_id: string; id: string }[];
beforeAll(async () => {
  stage = await claimUnitsStage();
  stores = [stage.store, { account_id: stage.account, id: await givenStore(stage.test, stage.account) }];
});
afterAll(() => stage.test.close());

const seed = isSoak ? Date.now() % 1_000_000 : 50;
const random = randomOf(seed);
const task = (name: string, payload: object = { account_id: stage.account }) =>
  stage.test.app.tasks[name]?.(systemEntry(stage.test), { ...payload });
const fine = (answer: Answer): boolean => {
  if (answer.status !== 200 && answer.status !== 422)
    throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.status === 200;
};

type Reported = { store: (typeof stores)[number]; order: ReturnType<typeof orderFromShop> };
const fromShop: Reported[] = [];
const waiting: { fromShop: Reported; goods: Goods }[] = [];
let minutes = 0;

/** Lets a shop say this of an order, after all that it said before. */
async function importOrders({ store, order }: Reported, more: Partial<Reported['order']> = {}): Promise<boolean> {
  minutes += 1;
  Object.assign(order, more, { updated_at: new Date(Date.UTC(2026, 10, 21, 0, minutes)) });
  await importOrder({ test: stage.test, store }, order);
  return true;
}
/** A total with a tax of its own (not told, none, or a part of it that prices contain or do not), and with what went back before. */
const soldFor = (total: number) => ({
  total,
  tax: [null, 0, Math.floor(total / 6), Math.floor(total / 11)][total % 4] ?? null,
  taxes_included: total % 3 > 0,
  refunded: [null, 0, Math.floor(total / 9)][total % 5] ?? null,
});
const days = [17, 18, 19, 20].flatMap((day) => [`2026-11-${day}T08:00:00Z`, `2026-11-${day}T23:30:00Z`]);
async function place(lines?: Reported['order']['lines']): Promise<Reported> {
  const made = orderFromShop(stage, [1 + random.below(3), random.below(3)]);
  const one = {
    store: random.pick(stores),
    order: {
      ...made,
      ...soldFor(2000 + random.below(9000)),
      currency: random.pick(['USD', 'USD', 'EUR', 'JPY', 'KWD']),
      placed_at: new Date(random.pick(days)),
      // some are of one buyer, so that they can be merged
      email: random.chance(30) ? 'ada@example.com' : made.email,
      fulfillment_status: random.chance(10) ? ('fulfilled' as const) : made.fulfillment_status,
      ...(lines && { lines }),
    },
  };
  await importOrders(one);
  fromShop.push(one);
  return one;
}
/** An order as it is here: also a part, a replacement, or one that is merged or cancelled. */
async function anyOrder(where = 'true'): Promise<string | undefined> {
  const rows = await sqlRows<{ id: string }>(
    stage.test,
    `SELECT id FROM orders WHERE account_id = '${stage.account}' AND ${where} ORDER BY id`,
  );
  return rows.length > 0 ? random.pick(rows).id : undefined;
}
const ofAny = async (where: string, action: (id: string) => Promise<Answer | boolean>): Promise<boolean> => {
  const id = await anyOrder(where);
  if (id === undefined) return false;
  const done = await action(id);
  return typeof done === 'boolean' ? done : fine(done);
};
const paid = `paid_at IS NOT NULL AND stage <> 'cancelled'`;
const unpaid = `stage IN ('awaiting_payment', 'quoting')`;

async function split(id: string): Promise<boolean> {
  const { order_lines } = await stage.get(id);
  const line = order_lines.find((one: { open_quantity: number }) => one.open_quantity > 1) ?? order_lines[0];
  const lines = [{ line_id: line.id, quantity: 1 }];
  const preview = await stage.act(id, 'split/preview', { lines });
  return fine(preview) && fine(await stage.act(id, 'split', { lines, expected_total: preview.body.data.total }));
}
async function merge(id: string): Promise<boolean> {
  const other =
    await anyOrder(`${unpaid} AND id <> '${id}' AND store_id = (SELECT store_id FROM orders WHERE id = '${id}')
    AND id IN (SELECT order_id FROM order_recipients WHERE email = 'ada@example.com')`);
  if (other === undefined) return false;
  const orders = [{ id: other, version: (await stage.get(other)).version }];
  const preview = await stage.act(id, 'merge/preview', { orders });
  return fine(preview) && fine(await stage.act(id, 'merge', { orders, expected_total: preview.body.data.total }));
}
async function claim(id: string, decision: 'refund' | 'reship' | 'partial'): Promise<boolean> {
  const { groups } = await stage.claimable(id);
  const group = groups.length > 0 ? random.pick<(typeof groups)[number]>(groups) : undefined;
  const line = group?.lines.find((one: { quantity: number }) => one.quantity > 0);
  if (!line) return false;
  const wanted = decision === 'reship' ? 'reship' : 'refund';
  const made = await stage.tryClaim(id, group.parcel?.id ?? null, wanted, [{ line_id: line.line_id, quantity: 1 }]);
  return (
    fine(made) &&
    fine(await stage.decide(made.body.data.id, { decision, ...(decision === 'partial' && { amount: 100 }) }))
  );
}
let zone = 0;

const actions: Record<string, () => Promise<boolean>> = {
  import: async () => Boolean(await place()),
  import_unpriced: async () => {
    const goods = await givenVariant(stage.test, stage.store);
    waiting.push({ goods, fromShop: await place([shopLine(goods)]) });
    return true;
  },
  price: async () => {
    const one = waiting.pop();
    if (!one) return false;
    await givenPrice(stage.test, stage.account, { sku_id: one.goods.sku_id, channel: stage.channel });
    return importOrders(one.fromShop);
  },
  pay: () =>
    ofAny(unpaid, async (id) => {
      const body = { order_ids: [id], expected_total: (await stage.get(id)).cost?.total ?? 0 };
      return stage.test.call('POST', '/api/invoices', { token: stage.owner.token, key: uuid(), body });
    }),
  edit: async () => {
    const [row] = await sqlRows(
      stage.test,
      `SELECT external_id FROM orders WHERE id = '${(await anyOrder(paid)) ?? uuid()}'`,
    );
    const one = fromShop.find(({ order }) => order.external_id === row?.external_id) ?? random.pick(fromShop);
    const lines = one.order.lines.map((line) => ({ ...line, current_quantity: random.below(3) }));
    return importOrders(one, { lines, ...soldFor(random.below(9000)) });
  },
  move: () =>
    importOrders(random.pick(fromShop), {
      address: { ...address, country: random.pick(['US', 'GB', 'DE']), zip: 'SW1A 1AA' },
    }),
  cancel_in_shop: () => importOrders(random.pick(fromShop), { cancelled_at: new Date('2026-11-21T09:00:00Z') }),
  delete_in_shop: async () => {
    const { store, order } = random.pick(fromShop);
    return (await inAccount(stage.test, stage.account, (ctx) => removeShopOrders(ctx, store, [order.external_id]))) > 0;
  },
  cancel_unpaid: () => ofAny(unpaid, (id) => stage.act(id, 'cancel')),
  cancel_paid: () => ofAny(`${paid} AND stage = 'processing'`, (id) => stage.act(id, 'cancel')),
  cancel_answered: () =>
    ofAny(`${paid} AND stage = 'processing'`, async (id) => {
      await stage.work(id, 'buy');
      if (!fine(await stage.act(id, 'cancel_request', { reason: 'Not wanted any more' }))) return false;
      return stage.answerCancel(id, { accept: true, cost: 50, answer: 'Done' });
    }),
  take_back: () =>
    ofAny(`${paid} AND id IN (SELECT order_id FROM order_blocks WHERE code = 'CHANGED_AFTER_PAYMENT')`, (id) =>
      stage.act(id, 'take_back'),
    ),
  ship: () =>
    ofAny(`${paid} AND stage IN ('processing', 'ready_to_ship', 'partially_shipped')`, async (id) => {
      const open = (await stage.get(id)).order_lines.filter(
        (line: { open_quantity: number }) => line.open_quantity > 0,
      );
      const some = random.chance(50) ? [{ line_id: open[0]?.id, quantity: 1 }] : undefined;
      const sent = fine(await stage.ship(id, open.length > 0 ? some : undefined));
      await sqlRows(stage.test, `UPDATE parcels SET shipped_at = now() - interval '60 days'`);
      return sent;
    }),
  claim_refund: () => ofAny(paid, (id) => claim(id, 'refund')),
  claim_partial: () => ofAny(paid, (id) => claim(id, 'partial')),
  claim_reship: () => ofAny(paid, (id) => claim(id, 'reship')),
  ship_replacement: () => ofAny(`name LIKE '%-R%' AND stage <> 'cancelled'`, (id) => stage.ship(id)),
  cancel_replacement: () => ofAny(`name LIKE '%-R%' AND stage <> 'cancelled'`, (id) => stage.act(id, 'cancel')),
  split: () => ofAny(`(${unpaid} OR stage = 'processing') AND units > 1`, split),
  put_back: () => ofAny('split_from IS NOT NULL', (id) => stage.act(id, 'put_back')),
  merge: () =>
    ofAny(`${unpaid} AND id IN (SELECT order_id FROM order_recipients WHERE email = 'ada@example.com')`, merge),
  rates: async () => {
    await sqlRows(
      stage.test,
      `INSERT INTO exchange_rates (currency, day, source, per_euro, created_at) SELECT c, '2026-11-16', 'ecb', r, now()
       FROM (VALUES ('USD', 1.1583), ('JPY', 179.37), ('KWD', 0.3557)) v(c, r) ON CONFLICT DO NOTHING`,
    );
    await task('orders_sale_rates', { from: '2026-11-16', to: '2026-11-16' });
    return true;
  },
  zone: async () => {
    const zones = ['Asia/Shanghai', 'America/New_York', 'UTC'];
    zone += 1;
    await sqlRows(stage.test, `UPDATE accounts SET time_zone = '${zones[zone % 3]}' WHERE id = '${stage.account}'`);
    await task('statistics_check');
    return true;
  },
};
const kinds = Object.keys(actions);
const rare = new Set([
  'zone',
  'rates',
  'delete_in_shop',
  'cancel_in_shop',
  'import_unpriced',
  'price',
  'move',
  'cancel_unpaid',
  'cancel_paid',
]);

describe('the sums of sales', () => {
  it('are what the orders say after each act of many lives of orders, and the check finds nothing', async () => {
    process.stdout.write(`  seed ${seed}\n`);
    const reached = new Map<string, number>();
    const count = bySize(80, 5000);
    const usual = ['import', 'pay', 'pay', 'pay', ...kinds.filter((kind) => !rare.has(kind))];
    for (let step = 0; step < count; step += 1) {
      const missing = kinds.filter((one) => !reached.get(one));
      const next = missing.length > 0 && random.chance(75) ? missing : usual;
      const kind = step < 6 ? 'import' : step < 10 ? 'pay' : random.pick(random.chance(10) ? kinds : next);
      if (await actions[kind]?.()) reached.set(kind, (reached.get(kind) ?? 0) + 1);
      if (random.chance(40)) await task('statistics_fold');
      expect([seed, step, kind, await wrongSums(stage.test, stage.account)]).toEqual([seed, step, kind, []]);
      expect([seed, step, kind, await wrongProfits(stage.test, stage.account)]).toEqual([seed, step, kind, []]);
      if (random.chance(15)) await task('statistics_check');
      reportProgress('steps', step + 1, count);
    }
    await task('statistics_check');
    const found = await sqlRows(
      stage.test,
      `SELECT corrected_at, (SELECT count(*)::int FROM statistics_changes) AS open FROM statistics_checks WHERE account_id = '${stage.account}'`,
    );
    expect(found).toEqual([{ corrected_at: null, open: 0 }]);
    process.stdout.write(`  ${[...reached].map(([what, n]) => `${what} ${n}`).join(', ')}\n`);
    // what chance did not reach must be little, or this shows nothing
    expect(kinds.filter((kind) => !reached.get(kind)).length).toBeLessThan(4);
  });
});
