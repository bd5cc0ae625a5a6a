import { consumeStock } from './stock.service.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ShopOrder } from '#server/connectors/connector.ts';
import { forAccount } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { bySize } from '#testing/size.ts';
import { brokenLevels, givenStock, shared } from '#testing/stock-fixtures.ts';
import { applyShopOrders, lockPayable, markPaid, previewPayable, reviewOrders } from '#server/features/orders/index.ts';

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let channel: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { platform: 'file' }) };
  channel = await givenChannel(test);
});
afterAll(() => test.close());

type Op =
  | { do: 'come'; own: boolean; pieces: number }
  | { do: 'order'; units: number }
  | { do: 'edit'; which: number; units: number }
  | { do: 'cancel' | 'pay' | 'ship'; which: number }
  | { do: 'wait' };
const which = fc.nat(5);
const anyOp: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ do: fc.constant('come' as const), own: fc.boolean(), pieces: fc.integer({ min: -3, max: 6 }) }),
  fc.record({ do: fc.constant('order' as const), units: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constant('edit' as const), which, units: fc.integer({ min: 0, max: 4 }) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'pay' as const, 'ship' as const), which }),
  fc.record({ do: fc.constant('wait' as const) }),
);

/** One history over one SKU; what the portal refuses is no part of it. */
class History {
  readonly #goods: Goods;
  readonly #orders: { id: string; order: ShopOrder }[] = [];

  constructor(goods: Goods) {
    this.#goods = goods;
  }

  async step(op: Op): Promise<void> {
    if (op.do === 'come') return this.#come(op.own ? owner.account_id : shared, op.pieces);
    if (op.do === 'order') return this.#order(op.units);
    if (op.do === 'wait') return this.#wait();
    const known = this.#orders[op.which];
    if (!known) return;
    if (op.do === 'edit')
      await this.#importOrders(known, { lines: [shopLine(this.#goods, { quantity: 4, current_quantity: op.units })] });
    if (op.do === 'cancel') await this.#importOrders(known, { cancelled_at: new Date('2026-11-21T08:00:00Z') });
    if (op.do === 'pay') await this.#pay(known.id);
    if (op.do === 'ship') await this.#ship(known.id);
  }

  async #come(account: string, pieces: number): Promise<void> {
    if (pieces === 0) return;
    const kind = pieces > 0 ? 'receipt' : 'write_off';
    await givenStock(test, account, this.#goods.sku_id, pieces, { kind }).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('enough units available'))) throw error;
    });
  }

  async #order(units: number): Promise<void> {
    const name = `#H${this.#goods.sku_id.slice(-6)}-${this.#orders.length}`;
    const order = shopOrder([shopLine(this.#goods, { quantity: 4, current_quantity: units })], {
      external_id: name,
      name,
    });
    await this.#importOrders({ order }, {});
    const { id } = await inAccount(test, owner.account_id, ({ db }) =>
      db.selectFrom('orders').select('id').where('external_id', '=', name).executeTakeFirstOrThrow(),
    );
    this.#orders.push({ id, order });
  }

  async #importOrders(known: { order: ShopOrder }, change: Partial<ShopOrder>): Promise<void> {
    Object.assign(known.order, change, { updated_at: new Date(known.order.updated_at.getTime() + 1000) });
    await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, [{ ...known.order }], 'api'));
  }

  #pay(id: string): Promise<void> {
    return inAccount(test, owner.account_id, async (ctx) => {
      const [shown] = await previewPayable(ctx, [id]);
      const [order] = await lockPayable(ctx, [id]);
      if (order?.total !== shown?.total) throw new Error('what is shown must be what is charged');
      if (order?.refusal === null) await markPaid(ctx, [order]);
    });
  }

  async #ship(id: string): Promise<void> {
    await systemEntry(test).run('all_accounts', async (ctx) => {
      const { account_id } = owner;
      const line = await ctx.db
        .selectFrom('order_lines')
        .selectAll()
        .where('order_id', '=', id)
        .executeTakeFirstOrThrow();
      const open = Math.min(line.paid_quantity, line.current_quantity) - line.shipped_quantity;
      if (open < 1) return;
      const units = Math.ceil(open / 2);
      await ctx.db
        .updateTable('order_lines')
        .set({ shipped_quantity: line.shipped_quantity + units })
        .where('account_id', '=', account_id)
        .where('id', '=', line.id)
        .execute();
      const lines = [{ line_id: line.id, quantity: units }];
      await consumeStock(forAccount(ctx, account_id), {
        parcel_id: `${line.id}:${line.shipped_quantity}`,
        order_id: id,
        order_name: '',
        lines,
      });
      await reviewOrders(forAccount(ctx, account_id), { orderIds: [id] });
    });
  }

  async #wait(): Promise<void> {
    test.clock.advance(25 * 3_600_000);
    await test.app.tasks.stock_expire?.(systemEntry(test), {});
    await runTasks(test);
  }
}

it('on hand is the sum of movements and reserved the sum of holds through any history, and no hold outlives its order', {
  tags: ['D3-01', 'D3-03'],
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyOp, { minLength: 8, maxLength: 30 }), async (ops) => {
      const goods = await givenVariant(test, store);
      await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel });
      const history = new History(goods);
      for (const op of [{ do: 'come', own: true, pieces: 4 }, { do: 'order', units: 3 }, ...ops] as Op[]) {
        await history.step(op);
      }
      expect(await brokenLevels(test)).toEqual([]);
    }),
    { numRuns: bySize(8, 200), endOnFailure: true },
  );
});
