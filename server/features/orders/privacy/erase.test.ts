import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forAccount } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { age, givenPaid, givenSent, uploadEvidence } from '#testing/claim-fixtures.ts';
import { givenMoney } from '#testing/wallet-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
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
import { merchant, type Person, staff } from '#testing/people.ts';
import { tablesWith } from '#testing/search-tables.ts';
import { applyShopOrders } from '../intake/apply.service.ts';
import { eraseRecipients } from './erase.service.ts';
import { lockPayable, markPaid } from '../pay/pay.service.ts';

const name = 'Zebulon Quartermain';
const email = 'zebulon@quartermain.example';
const street = '77 Nightingale Row';
const buyer = { address: { ...address, name, address1: street, phone: '+19998887777' }, email, note: `For ${name}` };

let test: TestApp;
let owner: Person;
let store: { account_id: string; id: string };
let lamp: Goods;
let air: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
  lamp = await givenVariant(test, store);
  air = await givenChannel(test);
  await givenPrice(test, owner.account_id, { sku_id: lamp.sku_id, channel: air });
});
afterAll(() => test.close());

const apply = (external_id: string, more: object = {}) =>
  inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      store,
      [shopOrder([shopLine(lamp)], { external_id, name: `#${external_id}`, ...buyer, ...more })],
      'api',
    ),
  );
const erase = (externalIds: string[] | null) =>
  systemEntry(test).run('all_accounts', (ctx) =>
    eraseRecipients(forAccount(ctx, owner.account_id), { storeId: store.id, externalIds }),
  );
const row = async (external_id: string) =>
  (await sqlRows(test, `SELECT id, stage, version, country FROM orders WHERE external_id = '${external_id}'`))[0];
const hold = async (id: string, held: boolean, reason?: string) => {
  const { body } = await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token });
  const answer = await test.call('POST', `/api/shopify_orders/${id}/hold`, {
    token: owner.token,
    body: { held, version: body.data.version, ...(reason && { reason }) },
  });
  expect(answer.status).toBe(200);
};

describe('an erasure', () => {
  it('leaves nothing of the buyer in any table, whatever was done with the order before', async () => {
    await apply('801');
    const { id } = (await row('801')) ?? {};
    await hold(id, true, `${name} moves house`);
    await hold(id, false);
    const words = { token: owner.token, key: uuid(), body: { text: `${name} waits for it` } };
    expect((await test.call('POST', `/api/shopify_orders/${id}/messages`, words)).status).toBe(200);
    await inAccount(test, owner.account_id, async (ctx) => {
      await markPaid(ctx, await lockPayable(ctx, [id]));
    });
    const warehouse = await staff(test, 'warehouse');
    const seen = await test.call('GET', `/api/staff/orders/${owner.account_id}/${id}`, { token: warehouse.token });
    const ship = () =>
      test.call('POST', `/api/staff/orders/${owner.account_id}/${id}/ship`, {
        token: warehouse.token,
        key: 'erase-ship-1',
        body: { channel_id: air.id, tracking_number: 'YT90001', version: seen.body.data.version },
      });
    expect((await ship()).body.data.address).toMatchObject({ name });
    expect((await ship()).body.data.parcels).toHaveLength(1);
    expect(await tablesWith(test, street)).toEqual(['order_recipients']);
    expect(await tablesWith(test, 'quartermain')).toContain('order_buyer_words');
    const search = () => test.call('GET', '/api/shopify_orders?q=quartermain', { token: owner.token });
    expect((await search()).body.data).toMatchObject([{ id }]);

    const query = { tab: 'all', q: 'Zebulon Quartermain' };
    const state = { query, columns: null, per_page: null };
    const post = (path: string, body: object) => test.call('POST', path, { token: owner.token, key: uuid(), body });
    const view = (await post('/api/views', { list: 'orders', name: 'One buyer', state })).body.data;
    expect(view.state.query.q).toBe(query.q);
    await post('/api/exports', { list: 'orders', format: 'csv', columns: null, query });
    await post('/api/bulk', { list: 'orders', action: 'hold', mode: 'dry_run', selection: { query }, input: {} });
    await sqlRows(test, "UPDATE jobs SET state = 'done' WHERE kind IN ('export', 'bulk')"); // no worker runs here
    expect(await tablesWith(test, 'quartermain')).toEqual(expect.arrayContaining(['jobs', 'list_views']));

    expect(await erase(['801'])).toBe(1);
    for (const text of [name, 'zebulon', 'quartermain', email, street, '9998887777'])
      expect(await tablesWith(test, text)).toEqual([]);
    expect((await search()).body.data).toEqual([]);
    expect(await row('801')).toMatchObject({ stage: 'shipped', country: 'US' });
    expect((await ship()).body.data.address).toMatchObject({ name: null, address1: null, country: 'US' });
  });

  it('empties what was written and shown in a claim, by whomever, and why it was rejected', async () => {
    const [warehouse, agent] = [await staff(test, 'warehouse'), await staff(test, 'agent')];
    await givenMoney(test, owner.account_id, 100_000);
    const stage = { test, owner, store, warehouse, channel: air };
    const [order = ''] = await givenPaid(stage, [[{ goods: lamp, quantity: 1 }]]);
    const parcel = await givenSent(stage, order);
    await age(test, parcel, 10);
    const { groups } = (await test.call('GET', `/api/shopify_orders/${order}/claimable`, { token: owner.token })).body
      .data;
    const lines = groups[0].lines.map(({ line_id }: { line_id: string }) => ({ line_id, quantity: 1 }));
    const text = `${name} says that it came back`;
    const post = async (path: string, body: object, token = owner.token) => {
      const answer = await test.call('POST', path, { token, key: uuid(), body });
      expect(answer).toMatchObject({ status: 200 });
      return answer.body.data;
    };
    const about = { order_id: order, parcel_id: parcel, reason: 'returned_to_sender', wanted: 'refund', lines };
    const file_id = await uploadEvidence(test, owner.token);
    const claim = await post('/api/claims', { ...about, note: text, evidence: [{ kind: 'photo', file_id }] });
    const asStaff = `/api/staff/claims/${owner.account_id}/${claim.id}`;
    const taken = await post(`${asStaff}/take`, { version: claim.version }, agent.token);
    const verdict = { version: taken.version, decision: 'reject', note: text };
    const { version } = await post(`${asStaff}/decision`, verdict, agent.token);
    await post(`/api/claims/${claim.id}/appeal`, { version, text });
    expect(await tablesWith(test, name)).toEqual(expect.arrayContaining(['claim_events', 'claim_messages', 'claims']));
    const shown = `SELECT e.file_id, f.expires_at FROM claim_evidence e JOIN files f ON f.id = '${file_id}'`;
    expect(await sqlRows(test, shown)).toEqual([{ file_id, expires_at: null }]);
    await erase(null);
    expect(await tablesWith(test, name)).toEqual([]);
    expect(await sqlRows(test, shown)).toEqual([{ file_id: null, expires_at: test.clock.now() }]);
  });

  it('is final: later news of the shop bring nothing back, and it can be repeated', async () => {
    await apply('802');
    expect(await erase(['802'])).toBe(1);
    expect(await erase(['802'])).toBe(0);
    await apply('802', { updated_at: new Date('2026-11-21T08:00:00Z'), total: 1 });
    for (const text of [name, 'quartermain']) expect(await tablesWith(test, text)).toEqual([]);
  });

  it('takes an unpaid order out of the checkout: nobody knows where it goes', async () => {
    await apply('803');
    expect(await row('803')).toMatchObject({ stage: 'awaiting_payment' });
    await erase(['803']);
    expect(await row('803')).toMatchObject({ stage: 'imported' });
    const { id } = (await row('803')) ?? {};
    const { body } = await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token });
    expect(body.data.blocks).toMatchObject([{ code: 'ADDRESS_INCOMPLETE' }]);
  });

  it('of a whole store spares the other stores, and is in the audit log without values', async () => {
    await apply('804');
    const other = { account_id: owner.account_id, id: await givenStore(test, owner.account_id) };
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, other, [shopOrder([shopLine(lamp)], { external_id: '900', name: '#900', ...buyer })], 'api'),
    );
    expect(await erase(null)).toBe(1);
    expect(await tablesWith(test, name)).toEqual(['order_recipients']);
    const [log] = await sqlRows(
      test,
      `SELECT entity_id, fields, details FROM audit_log WHERE action = 'orders.erase' ORDER BY at DESC, id DESC LIMIT 1`,
    );
    expect(log).toEqual({ entity_id: store.id, fields: ['recipient'], details: { orders: 5, erased: 1 } });
  });
});
