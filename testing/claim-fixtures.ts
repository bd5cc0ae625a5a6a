import { v7 as uuid } from 'uuid';
import type { TestApp } from './app.ts';
import { sqlRows } from './sql-rows.ts';
import { address, type Channel, type Goods, inAccount, shopLine, shopOrder } from './order-fixtures.ts';
import type { Person, Place } from './people.ts';
import { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';

export type ClaimStage = {
  test: Pick<TestApp, 'call'> & Place;
  owner: Person;
  warehouse: { token: string };
  store: { account_id: string; id: string };
  channel: Channel;
};
/** An address that British rules accept. */
const british = { ...address, city: 'London', province: null, province_code: null, zip: 'SW1A 1AA', country: 'GB' };
let made = 0;

/** Orders of these goods, paid together by one invoice; answers their ids. */
export async function givenPaid(
  { test, owner, store }: Omit<ClaimStage, 'warehouse' | 'channel'>,
  orders: readonly { goods: Goods; quantity: number }[][],
  more: { country?: 'US' | 'GB' } = {},
): Promise<string[]> {
  const placed = orders.map((lines) => {
    made += 1;
    const reported = lines.map(({ goods, quantity }, n) => shopLine(goods, { external_id: `line-${n}`, quantity }));
    const to = more.country === 'GB' ? british : address;
    return shopOrder(reported, { external_id: `claimed-${made}`, name: `#${7000 + made}`, address: to });
  });
  await inAccount(test, owner.account_id, (ctx) => applyShopOrders(ctx, store, placed, 'api'));
  const names = placed.map((order) => `'${order.name}'`).join(',');
  const rows = await sqlRows<{ id: string; cost: number }>(
    test,
    `SELECT id, cost_total AS cost FROM orders WHERE account_id = '${owner.account_id}' AND name IN (${names}) ORDER BY name`,
  );
  const paid = await test.call('POST', '/api/invoices', {
    token: owner.token,
    key: uuid(),
    body: {
      order_ids: rows.map((row) => row.id),
      expected_total: rows.reduce((sum, row) => sum + row.cost, 0),
    },
  });
  if (paid.status !== 200) throw new Error(`not paid: ${JSON.stringify(paid.body)}`);
  return rows.map((row) => row.id);
}

/** Ships what is open of a paid order, or these lines; answers the parcel. */
export async function givenSent(
  { test, owner, warehouse, channel }: ClaimStage,
  order: string,
  lines?: readonly { line_id: string; quantity: number }[],
): Promise<string> {
  const base = `/api/staff/orders/${owner.account_id}/${order}`;
  const { version } = (await test.call('GET', base, { token: warehouse.token })).body.data;
  const sent = await test.call('POST', `${base}/ship`, {
    token: warehouse.token,
    key: uuid(),
    body: { channel_id: channel.id, tracking_number: `YT${uuid().slice(-10)}`, version, ...(lines && { lines }) },
  });
  if (sent.status !== 200) throw new Error(`not sent: ${JSON.stringify(sent.body)}`);
  return sent.body.data.parcels.at(-1).id;
}

/** Makes a parcel as old as said; with `delivered`, so many days ago it arrived. */
export async function age(test: ClaimStage['test'], parcel: string, days: number, delivered?: number): Promise<void> {
  const ago = (n: number) => new Date(test.clock.now().getTime() - n * 86_400_000).toISOString();
  const arrived = delivered === undefined ? '' : `, status = 'delivered', delivered_at = '${ago(delivered)}'`;
  await sqlRows(test, `UPDATE parcels SET shipped_at = '${ago(days)}'${arrived} WHERE id = '${parcel}'`);
}

const boundary = 'tradewind-claim';
const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);

/** Uploads a picture that shows something; answers its file id. */
export async function uploadEvidence(test: TestApp, token: string): Promise<string> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nclaim_evidence\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="box.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return answer.json<{ data: { id: string } }>().data.id;
}
