import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenPaid, givenSent } from '#testing/claim-fixtures.ts';
import { givenChannel, givenPrice, givenStore, givenVariant } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { askFor } from '#testing/quote-fixtures.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { givenBank, givenMoney, uploadProof } from '#testing/wallet-fixtures.ts';

// The lists of staff that can be saved as files: clients, claims, exceptions, orders to ship, quotes, recharges. Movements of stock
// stand with the stock.

let test: TestApp;
let owner: Person;
let order: string;
let recharge: { id: string; number: string; version: number };
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const { account_id, token } = owner;
  const warehouse = await staff(test, 'warehouse');
  const store = { account_id, id: await givenStore(test, account_id, { platform: 'file' }) };
  const channel = await givenChannel(test);
  const lamp = await givenVariant(test, store);
  await givenPrice(test, account_id, { sku_id: lamp.sku_id, channel });
  await givenMoney(test, account_id, 1_000_000);
  const stage = { test, owner, warehouse, store, channel };
  const line = [{ goods: lamp, quantity: 1 }];
  const [sent = '', unsent = ''] = await givenPaid(stage, [line, line]);
  const parcel = await givenSent(stage, sent);
  await sqlRows(
    test,
    `INSERT INTO parcel_alerts (account_id, order_id, parcel_id, rule, since, subject, told_at)
     SELECT account_id, order_id, id, 'returned', now(), id, now() FROM parcels WHERE id = '${parcel}'`,
  );
  const { groups } = (await test.call('GET', `/api/shopify_orders/${unsent}/claimable`, { token })).body.data;
  const lines = [{ line_id: groups[0].lines[0].line_id, quantity: 1 }];
  const claim = { order_id: unsent, reason: 'cancel_after_paid', wanted: 'refund', lines, evidence: [] };
  const made = await test.call('POST', '/api/claims', { token, key: uuid(), body: claim });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  await askFor(test, token, { title: 'Star lamp', url: 'https://shop.example/p/1' });
  await givenBank(test);
  recharge = await proven(300_000); // two have to approve it
  order = (await test.call('GET', `/api/shopify_orders/${sent}`, { token })).body.data.name;
});
afterAll(() => test.close());

async function proven(amount: number) {
  const { token } = owner;
  const body = { method: 'bank', amount };
  const { id, version } = (await test.call('POST', '/api/recharges', { token, key: uuid(), body })).body.data;
  const file_ids = [await uploadProof(test, token)];
  const proof = { file_ids, amount, paid_on: '2026-11-20', payer_name: 'Ada Miller', external_ref: 'FILE1', version };
  return (await test.call('POST', `/api/recharges/${id}/proof`, { token, body: proof })).body.data;
}

const calls = {
  clients: ['POST', '/api/staff/clients/file'],
  claims: ['POST', '/api/staff/claims/file'],
  exceptions: ['POST', '/api/staff/exceptions/file'],
  fulfillment: ['POST', '/api/staff/orders/file'],
  quotes: ['POST', '/api/staff/quotes/file'],
  recharges: ['POST', '/api/staff/recharges/file'],
} as const;
function save(list: keyof typeof calls, token: string, body: object = {}) {
  const [method, path] = calls[list];
  return test.call(method, path, { token, body: { format: 'csv', ...body } });
}
/** What the list's column of clients writes. */
const clientColumns = {
  clients: 'Client,Client number',
  claims: 'Client',
  exceptions: 'Client',
  fulfillment: 'Client,Client number',
  quotes: 'Client',
  recharges: 'Client,Recharge',
};
const lines = (content: string) =>
  Buffer.from(content, 'base64').toString('utf8').replace('\uFEFF', '').trim().split('\r\n');

describe.each([
  { list: 'clients', role: 'finance', other: 'warehouse', head: 'Client,Client number,Agent,Stores', tab: undefined },
  { list: 'claims', role: 'finance', other: 'warehouse', head: 'Client,Claim,Order,Store', tab: 'decided' },
  { list: 'exceptions', role: 'warehouse', other: 'finance', head: 'Client,Order,Store,Country', tab: 'late' },
  { list: 'fulfillment', role: 'warehouse', other: 'agent', head: 'Order,Store,Client,Client number', tab: 'partly' },
  { list: 'quotes', role: 'agent', other: 'finance', head: 'Client,Reply due', tab: 'closed' },
  { list: 'recharges', role: 'finance', other: 'agent', head: 'Client,Recharge,Status,Method,Payer', tab: 'rejected' },
] as const)('the file of $list', ({ list, role, other, head, tab }) => {
  it('has the rows of the list by its search and tab, in its columns, for who may see the list', async () => {
    const { token } = await staff(test, role);
    const shown = (await test.call('GET', calls[list][1].replace('/file', ''), { token })).body.meta.total;
    const { name, content } = (await save(list, token)).body.data;
    expect(name).toMatch(new RegExp(`^${list}_\\d{4}-\\d{2}-\\d{2}\\.csv$`));
    const [first, ...rows] = lines(content);
    expect(first).toMatch(new RegExp(`^${head}`));
    expect(rows).toHaveLength(shown);
    expect(rows).toContainEqual(expect.stringContaining(`Shop of ${owner.username}`));
    const one = lines((await save(list, token, { q: 'nobody has this name', columns: ['client'] })).body.data.content);
    expect(one).toEqual([clientColumns[list]]);
    if (tab) expect(lines((await save(list, token, { tab })).body.data.content)).toHaveLength(1);
    const book = (await save(list, token, { format: 'xlsx' })).body.data;
    expect(Buffer.from(book.content, 'base64').subarray(0, 2).toString()).toBe('PK');
    const looked = `SELECT 1 FROM access_log WHERE account_id = '${owner.account_id}' AND route LIKE '%ile'`;
    expect((await sqlRows(test, looked)).length).toBeGreaterThan(0);
    const exported = `SELECT 1 FROM audit_log WHERE action LIKE '%.export' AND entity = '${list}'`;
    expect((await sqlRows(test, exported)).length).toBeGreaterThan(0);
    const stranger = await staff(test, other);
    expect([(await save(list, stranger.token)).status, (await save(list, owner.token)).status]).toEqual([403, 403]);
  });
});

it('names the parcel that came back and its order', async () => {
  const { token } = await staff(test, 'warehouse');
  const { content } = (await save('exceptions', token, { columns: ['order', 'rule'] })).body.data;
  expect(lines(content)).toContainEqual(expect.stringMatching(new RegExp(`^${order},.*,Returned,0,$`)));
});

it('says what is to be packed by the names and SKUs of the catalog', async () => {
  const { token } = await staff(test, 'warehouse');
  const { content } = (await save('fulfillment', token, { columns: ['items'] })).body.data;
  const [goods] = await sqlRows(test, 'SELECT code, title FROM catalog_skus');
  expect(lines(content)).toEqual(['Items to ship,Units to ship', `"1 × ${goods?.title} · ${goods?.code}",1`]);
});

it('calls a recharge that one approved and a colleague has to approve as its list does', async () => {
  const [first, second] = [await staff(test, 'finance'), await staff(test, 'finance')];
  const states = async (token: string) =>
    lines((await save('recharges', token, { tab: 'all', columns: ['status'] })).body.data.content).slice(1);
  expect(await states(first.token)).toEqual(['To review']);
  const approved = await test.call('POST', `/api/staff/recharges/${owner.account_id}/${recharge.id}/approve`, {
    token: first.token,
    key: uuid(),
    body: { received_amount: 300_000, version: recharge.version },
  });
  expect(approved).toMatchObject({ body: { data: { status: 'under_review' } } });
  expect(await states(first.token)).toEqual(['Waiting for a colleague']);
  expect(await states(second.token)).toEqual(['Needs a second approval']);
});

it('says of an order whose first parcel has left that the rest of it is missing', async () => {
  const { token } = await staff(test, 'warehouse');
  const [late = { id: '', name: '' }] = await sqlRows(
    test,
    `UPDATE orders SET stage = 'partially_shipped', version = version + 1 WHERE stage = 'processing' RETURNING id, name`,
  );
  await sqlRows(
    test,
    `INSERT INTO parcel_alerts (account_id, order_id, parcel_id, rule, since, subject, told_at)
     SELECT account_id, id, NULL, 'no_number', now(), id, now() FROM orders WHERE id = '${late.id}'`,
  );
  const { content } = (await save('exceptions', token, { tab: 'no_number', columns: ['order', 'rule'] })).body.data;
  const [, ...rows] = lines(content);
  expect(rows).toEqual([expect.stringMatching(new RegExp(`^${late.name},.*,Rest unshipped for 72 h,,$`))]);
});
