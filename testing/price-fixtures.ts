import { v7 as uuid } from 'uuid';
import type { TestApp } from './app.ts';
import type { Place } from './people.ts';
import {
  applyShopOrders,
  type Channel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from './order-fixtures.ts';
import { runTasks } from './run-tasks.ts';

/** Jobs as features get them handed in. */
export * as jobs from '#server/features/jobs/jobs.service.ts';

const day = 86_400_000;

/** A moment so many days from the test's now. */
export const inDays = (test: TestApp, days: number) => new Date(test.clock.now().getTime() + days * day).toISOString();

/** A store with one priced variant (500 each, 200 + 1000 per kg) and so many paid orders of one piece of it, to the United States. */
export async function givenPriced(test: Pick<Place, 'ground'>, account_id: string, channel: Channel, orders = 1) {
  const store = { account_id, id: await givenStore(test, account_id) };
  const goods: Goods = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
  const placed = Array.from({ length: orders }, (_, n) =>
    shopOrder([shopLine(goods, { external_id: `l${n}`, quantity: 1 })], { external_id: `8${n}`, name: `#${1001 + n}` }),
  );
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, placed, 'api'));
  return { store: store.id, ...goods };
}

/** The current prices of a SKU as staff see them. */
export async function staffPrices(test: TestApp, token: string, account_id: string) {
  const { body } = await test.call('GET', `/api/staff/prices?account_id=${account_id}`, { token });
  return body.data as { id: string; client: { id: string }; sku: { id: string }; unit_price: number }[];
}

/** Proposes to change these prices; a tenth more in eight days unless set otherwise. */
export const proposePrices = (
  test: TestApp,
  token: string,
  prices: { account_id: string; id: string }[],
  more: object = {},
) =>
  test.call('POST', '/api/staff/price_proposals', {
    token,
    key: uuid(),
    body: {
      mode: 'commit',
      prices,
      change: { goods: { kind: 'percent', bp: 1_000 }, freight: null },
      reason: 'supplier',
      note: 'The factory asks for more.',
      effective_at: inDays(test, 8),
      ...more,
    },
  });

/** Lets the clock of proposed prices run. */
export async function sweepPrices(test: TestApp): Promise<void> {
  const { entryFor } = await import('#server/db/context.ts');
  await test.app.tasks.prices_sweep?.(entryFor(test.ground, { kind: 'system', name: 'prices_sweep' }, uuid()), {});
  await runTasks(test, { tolerant: true });
}
