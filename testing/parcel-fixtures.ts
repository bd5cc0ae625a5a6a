import { v7 as uuid } from 'uuid';
import type { CarrierEvent } from '#server/connectors/carriers/tracking-provider.ts';
import { entryFor } from '#server/db/context.ts';
import { takeTrackingEvents } from '#server/features/parcels/parcels-intake.service.ts';
import type { TestApp } from './app.ts';
import {
  type Channel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from './order-fixtures.ts';
import type { Person, Place } from './people.ts';
import { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';
import { lockPayable, markPaid } from '#server/features/orders/pay/pay.service.ts';

export type Shipped = { id: string; name: string; store: string; parcels: { id: string; number: string }[] };
/** The app under test, or a portal that listens. */
export type Caller = Place & Pick<TestApp, 'call'>;
let count = 0;

/** A paid order of one unit per parcel that leaves by these numbers; without any it waits for the warehouse. Its store has no shop that is told, unless its platform says otherwise. */
export async function givenShipped(
  test: Caller,
  owner: Person,
  options: {
    channel: Channel;
    packer: { token: string };
    numbers: readonly string[];
    units?: number;
    platform?: string;
  },
): Promise<Shipped> {
  const { channel, packer, numbers, units = Math.max(1, numbers.length), platform = 'file' } = options;
  count += 1;
  const { account_id } = owner;
  const store = { account_id, id: await givenStore(test, account_id, { platform }) };
  const lamp = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: lamp.sku_id, channel });
  const name = `#P${count}`;
  const id = await inAccount(test, account_id, async (ctx) => {
    const order = shopOrder([shopLine(lamp, { quantity: units })], { name, external_id: String(7_000_000 + count) });
    await applyShopOrders(ctx, store, [order], 'api');
    const row = await ctx.db
      .selectFrom('orders')
      .select('id')
      .where('store_id', '=', store.id)
      .executeTakeFirstOrThrow();
    await markPaid(ctx, await lockPayable(ctx, [row.id]));
    return row.id;
  });
  for (const number of numbers) await shipOne(test, { account_id, id }, { channel, packer, number });
  const { body } = await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token });
  const parcels = body.data.parcels.map((parcel: { id: string; tracking_number: string }) => ({
    id: parcel.id,
    number: parcel.tracking_number,
  }));
  return { id, name, store: store.id, parcels };
}

/** One more unit of an order leaves. */
export async function shipOne(
  test: Caller,
  order: { account_id: string; id: string },
  { channel, packer, number }: { channel: Channel; packer: { token: string }; number: string },
): Promise<void> {
  const path = `/api/staff/orders/${order.account_id}/${order.id}`;
  const { data } = (await test.call('GET', path, { token: packer.token })).body;
  const lines = [{ line_id: data.order_lines[0].id, quantity: 1 }];
  const body = { channel_id: channel.id, tracking_number: number, lines, version: data.version };
  const answer = await test.call('POST', `${path}/ship`, { token: packer.token, key: uuid(), body });
  if (answer.status !== 200) throw new Error(`${number} was not shipped: ${answer.body.message}`);
}

/** Runs a task of the app that the clock would start. */
export async function runTask(test: TestApp, name: string): Promise<void> {
  const entry = entryFor(test.ground, { kind: 'system', name }, uuid());
  await test.app.tasks[name]?.(entry, {});
}

/** What a carrier says of a number; the moment is the test's own unless set otherwise. */
export async function hearOf(
  test: TestApp,
  number: string,
  status: CarrierEvent['status'],
  more: Partial<CarrierEvent> = {},
): Promise<void> {
  const at = test.clock.now().toISOString();
  const word = {
    key: uuid(),
    number,
    carrier: 'YunExpress',
    status,
    substatus: null,
    at,
    place: '',
    said: '',
    next: null,
  };
  const entry = entryFor(test.ground, { kind: 'system', name: 'carrier' }, uuid());
  await takeTrackingEvents(entry, [{ ...word, ...more }]);
}
