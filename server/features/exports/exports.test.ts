import { readSheet } from 'read-excel-file/node';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { applyShopOrders, givenStore, inAccount, shopLine, shopOrder, systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { failJob } from '#server/features/jobs/index.ts';
import { bankOf, post } from '#server/features/ledger/index.ts';

let test: TestApp;
let owner: Person;
let store: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id, { name: '=SUM(A1)' });
  await inAccount(test, owner.account_id, async (ctx) => {
    await ctx.db
      .updateTable('accounts')
      .set({ time_zone: 'Asia/Shanghai' })
      .where('id', '=', owner.account_id)
      .execute();
    await applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: store },
      [
        shopOrder([shopLine(null, { title: 'Lamp, "big"' })], { external_id: '1', name: '00123', total: 123456 }),
        shopOrder([shopLine(null)], {
          external_id: '2',
          name: '#1002',
          currency: 'JPY',
          total: 500,
          placed_at: new Date('2026-11-21T17:30:00Z'),
          cancelled_at: new Date('2026-11-21T18:00:00Z'),
        }),
      ],
      'api',
    );
  });
});
afterAll(() => test.close());

const create = (body: object, token = owner.token) =>
  test.call('POST', '/api/exports', { token, body: { list: 'orders', ...body } });
async function bytesOf(fileId: string, token = owner.token): Promise<{ bytes: Buffer; disposition: string }> {
  const link = await test.call('POST', `/api/files/${fileId}/link`, { token });
  const answer = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
  return { bytes: answer.rawPayload, disposition: String(answer.headers['content-disposition']) };
}
/** The day in Shanghai, where the account and the provider are. */
const day = (at: Date = test.clock.now()) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

describe('an export', () => {
  it('is named by list and day, keeps filters and columns, and writes money, ids and times so that they survive', {
    tags: ['D0-09'],
  }, async () => {
    const columns = ['order', 'items', 'sale'];
    const made = await create({ format: 'csv', columns, query: { tab: 'all', q: '00123' } });
    const { result, state } = made.body.data;
    expect([state, result.rows, result.name]).toEqual(['done', 1, `orders_${day()}.csv`]);
    const { bytes, disposition } = await bytesOf(result.file_id);
    expect(disposition).toContain(`orders_${day()}.csv`);
    expect(bytes.toString('utf8')).toBe(
      '\uFEFFOrder,Store,Placed (Asia/Shanghai),First items,Lines,Units,Order total,Order total currency\r\n' +
        `00123,'=SUM(A1),2026-11-20 16:00:00,"2 × Lamp, ""big""",1,2,1234.56,USD\r\n`,
    );

    const sheet = await create({ format: 'xlsx', columns, query: {} });
    expect(sheet.body.data.result.name).toBe(`orders_${day()}.xlsx`);
    expect(await readSheet((await bytesOf(sheet.body.data.result.file_id)).bytes)).toEqual([
      [
        'Order',
        'Store',
        'Placed (Asia/Shanghai)',
        'First items',
        'Lines',
        'Units',
        'Order total',
        'Order total currency',
      ],
      ['#1002', '=SUM(A1)', new Date('2026-11-22T01:30:00Z'), '2 × Lamp', 1, 2, 500, 'JPY'],
      ['00123', '=SUM(A1)', new Date('2026-11-20T16:00:00Z'), '2 × Lamp, "big"', 1, 2, 1234.56, 'USD'],
    ]);
  });

  it('is named by the date of its account, and by the provider’s for staff', { tags: ['S7-40'] }, async () => {
    const far = await merchant(test);
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Pacific/Kiritimati' WHERE id = '${far.account_id}'`);
    const near = await merchant(test);
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Pacific/Pago_Pago' WHERE id = '${near.account_id}'`);
    const before = test.clock.now();
    test.clock.set('2026-11-22T10:30:00Z');
    const nameOf = async (token: string) => (await create({ format: 'csv' }, token)).body.data.result.name;
    expect(await nameOf(far.token)).toBe('orders_2026-11-23.csv');
    expect(await nameOf(near.token)).toBe('orders_2026-11-21.csv');
    const agent = await staff(test, 'agent');
    const answer = await test.app.fastify.inject({
      method: 'GET',
      url: '/api/shopify_orders/export?format=csv',
      headers: { authorization: `Bearer ${agent.token}`, 'x-client-id': far.account_id },
    });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="orders_2026-11-22.csv"');
    test.clock.set(before);
  });

  it('speaks the reader’s language', async () => {
    const reader = await merchant(test, { account_id: owner.account_id });
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${reader.user_id}'`);
    const made = await create({ format: 'csv', columns: ['sale'] }, reader.token);
    const { bytes } = await bytesOf(made.body.data.result.file_id, reader.token);
    expect(bytes.toString('utf8')).toMatch(/^\uFEFF订单总额,订单总额货币\r\n/);
  });

  it('says states in the words of the screen, in the language of its headings', async () => {
    const reader = await merchant(test, { account_id: owner.account_id });
    const textOf = async () => {
      const made = await create({ format: 'csv', columns: ['name', 'stage', 'payment', 'stopped_by'] }, reader.token);
      const { bytes } = await bytesOf(made.body.data.result.file_id, reader.token);
      return bytes.toString('utf8').trim().split('\r\n');
    };
    expect(await textOf()).toEqual([
      'Order,Your payment,Status,Blocked by',
      '#1002,Unpaid,Cancelled,',
      '00123,Unpaid,Imported,Not mapped',
    ]);
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${reader.user_id}'`);
    expect(await textOf()).toEqual([
      '订单,您的付款,状态,受阻原因',
      '#1002,未付款,已取消,',
      '00123,未付款,已导入,未配对',
    ]);
  });

  it('is fetched by nobody but who made it', async () => {
    const { file_id } = (await create({ format: 'csv' })).body.data.result;
    const colleague = await merchant(test, { account_id: owner.account_id });
    const stranger = await merchant(test);
    for (const { token } of [colleague, stranger]) {
      expect((await test.call('POST', `/api/files/${file_id}/link`, { token })).status).toBe(404);
      expect((await test.call('GET', '/api/exports', { token })).body.data).toEqual([]);
    }
    const accountant = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await create({}, accountant.token)).status).toBe(403);
    const elsewhere = await merchant(test, { account_id: owner.account_id, role: 'operations', stores: [] });
    expect((await create({}, elsewhere.token)).body.data.result.rows).toBe(0);
    expect((await create({ query: { store_id: store } }, elsewhere.token)).status).toBe(404);
  });

  it('says why one failed, in the reader’s words', async () => {
    const { id } = (await create({})).body.data;
    await inAccount(test, owner.account_id, (ctx) =>
      failJob(ctx, { account_id: owner.account_id, id }, { text: 'orders.file_empty' }),
    );
    const [failed] = (await test.call('GET', '/api/exports', { token: owner.token })).body.data;
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringMatching(/^The file is empty/) });
  });

  it('refuses lists, formats and filters that it does not know', async () => {
    expect((await create({ list: 'nothing' })).status).toBe(422);
    expect((await create({ list: 'catalog' })).body.errors).toHaveProperty('list'); // as the contract says
    expect((await create({ format: 'pdf' })).status).toBe(422);
    expect(await create({ query: { tab: 'nowhere' } })).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect((await test.call('POST', '/api/exports', { body: {} })).status).toBe(401);
  });
});

describe('the order list as a file', () => {
  const file = (query: string, token = owner.token, headers: Record<string, string> = {}) =>
    test.app.fastify.inject({
      method: 'GET',
      url: `/api/shopify_orders/export?${query}`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  it('answers the file itself, with the list’s own filters', { tags: ['S7-25'] }, async () => {
    const answer = await file('tab=cancelled&format=csv&columns=order,sale');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="orders_${day()}.csv"`);
    expect(answer.body.split('\r\n')[1]).toBe(`#1002,'=SUM(A1),2026-11-22 01:30:00,500,JPY`);
    const sheet = await file('');
    expect(sheet.headers['content-disposition']).toContain('.xlsx');
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  it('is for those with the right, and staff leave a trace', async () => {
    expect((await test.call('GET', '/api/shopify_orders/export')).status).toBe(401);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await file('', viewer.token)).statusCode).toBe(403);
    expect((await file('tab=nowhere')).statusCode).toBe(422);
    const agent = await staff(test, 'agent');
    expect((await file('format=csv', agent.token, { 'x-client-id': owner.account_id })).statusCode).toBe(200);
    const traces = await sqlRows(test, `SELECT feature FROM access_log WHERE account_id = '${owner.account_id}'`);
    expect(traces).toContainEqual({ feature: 'exports' });
  });
});

describe('the transactions of a wallet', () => {
  it('come as a table and as a journal of double entries, a journal of the wallet alone', {
    tags: ['S7-25'],
  }, async () => {
    const person = await merchant(test);
    await inAccount(test, person.account_id, (ctx) =>
      post(ctx, {
        kind: 'recharge',
        ref: { kind: 'recharges', id: person.account_id, label: 'RC-77' },
        idempotency_key: 'RC-77',
        entries: [
          { ledger_account: bankOf('card'), amount: -5_050, currency: 'USD' },
          { ledger_account: 'cash', amount: 5_050, currency: 'USD' },
        ],
      }),
    );
    const textOf = async (body: object) => {
      const made = await create({ list: 'transactions', ...body }, person.token);
      expect(made.body.data).toMatchObject({ state: 'done', result: { rows: 1 } });
      return (await bytesOf(made.body.data.result.file_id, person.token)).bytes.toString('utf8');
    };
    const columns = ['entry', 'what', 'in', 'out', 'balance'];
    expect((await textOf({ format: 'csv', columns })).trim().split('\r\n')[1]).toBe(
      '1,Recharge,RC-77,50.50,USD,,,,,,,,,50.50,USD', // no fee, and nothing on hold
    );
    expect(await textOf({ format: 'journal' })).toMatch(
      / \* \(1\) recharge RC-77\n[^]*assets:wallet:cash +50\.50 USD = 50\.50 USD\n/,
    );
    const refused = await create({ list: 'orders', format: 'journal' }, person.token);
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(refused.body.errors?.['format']?.[0]).toContain('journal');
    const sourcing = await merchant(test, { account_id: person.account_id, role: 'sourcing' });
    expect((await create({ list: 'transactions' }, sourcing.token)).status).toBe(403);
  });
});

describe('a long export', () => {
  const many = 2_400;
  it('over 2,000 rows is a job, and its file can be fetched for seven days', { tags: ['D0-10'] }, async () => {
    const { token, account_id } = await merchant(test);
    const shop = await givenStore(test, account_id);
    await systemEntry(test).run('all_accounts', ({ db }) =>
      sql`
        INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
                            fulfillment_status, currency, total, country, stage, stage_since, created_at)
        SELECT ${account_id}::uuid, gen_random_uuid(), ${shop}::uuid, 'x' || n, '#' || n, 'api', now() - (n / 7) * interval '1 minute', now(), 'paid',
               'unfulfilled', 'USD', n, 'US', (ARRAY['shipped', 'partially_shipped', 'imported'])[1 + n % 3], now(), now()
        FROM generate_series(1, ${many}) n`.execute(db),
    );
    const made = await create({ format: 'csv', columns: ['name'] }, token);
    expect(made.body.data).toMatchObject({ kind: 'export', total: many, result: null });
    const short = await create({ format: 'csv', columns: ['name'], query: { tab: 'shipped' } }, token);
    expect(short.body.data).toMatchObject({ state: 'done', result: { rows: 1_600 } });
    await runTasks(test);
    const mine = () => test.call('GET', '/api/exports', { token });
    const [, long] = (await mine()).body.data;
    expect(long).toMatchObject({ id: made.body.data.id, state: 'done', progress: many, list: 'orders', format: 'csv' });
    const names = (await bytesOf(long.file.id, token)).bytes.toString('utf8').trim().split('\r\n').slice(1);
    expect(new Set(names).size).toBe(many); // each once, though seven share a minute

    test.clock.advance(6.9 * 86_400_000);
    await enqueueTask(test, 'files_sweep');
    await runTasks(test);
    expect((await bytesOf(long.file.id, token)).bytes.length).toBeGreaterThan(many);
    test.clock.advance(0.2 * 86_400_000);
    await enqueueTask(test, 'files_sweep');
    await runTasks(test);
    expect((await mine()).body.data).toEqual([]);
    expect((await test.call('POST', `/api/files/${long.file.id}/link`, { token })).status).toBe(404);
  });
});
