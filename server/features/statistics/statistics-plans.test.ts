import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
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

const count = 300;
let test: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test = await startTestApp();
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.close();
});

/** How many rows a statement of the owner writes, and how many of a table are read for it; the rows are taken back. */
async function readFor(statement: string, table = 'orders'): Promise<{ rows: number | null; read: number }> {
  await owner.query('BEGIN');
  if (table === 'orders') await owner.query('SET LOCAL enable_seqscan = off');
  const written = await owner.query(statement);
  const seen = await owner.query<{ n: string }>(
    'SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relname = $1',
    [table],
  );
  await owner.query('ROLLBACK');
  return { rows: written.rowCount, read: Number(seen.rows[0]?.n) };
}

const dearerLines = 'UPDATE order_lines SET unit_price = unit_price + 1';
const unpaid = `UPDATE orders SET paid_at = NULL, payment = 'none', stage = 'awaiting_payment'`;
const secondBills = `
  INSERT INTO invoice_orders (account_id, id, invoice_id, order_id, order_name, store_name, part, goods, freight, fees, total)
  SELECT account_id, gen_random_uuid(), invoice_id, order_id, order_name, store_name, part + 1, 0, 0, 0, 0 FROM invoice_orders`;

// The planner knows nothing of the tables, as at a merchant's first import, and a connection keeps the plan of its first statement.
describe('sums of sales in a new database', () => {
  it('read the order of each changed line and bill, not all orders of the account', async () => {
    await owner.query('VACUUM invoice_orders'); // an empty table that is known to be empty is read whole by the planner's choice
    for (const statement of [dearerLines, secondBills, unpaid]) expect((await readFor(statement)).rows).toBe(0);
    const { account_id, token } = await merchant(test);
    const store = { account_id, id: await givenStore(test, account_id) };
    const lamp = await givenVariant(test, store);
    await givenPrice(test, account_id, { sku_id: lamp.sku_id, channel: await givenChannel(test) });
    await givenMoney(test, account_id, 10_000_000);
    const orders = Array.from({ length: count }, (_, n) =>
      shopOrder([shopLine(lamp, { external_id: `l${n}` })], { external_id: `${n}`, name: `#${n}` }),
    );
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
    const lines = await readFor(dearerLines);
    expect(lines.rows).toBe(count);
    expect(lines.read).toBeLessThan(10 * count);

    const asked = { token, key: uuid(), body: { query: { tab: 'to_pay' } } };
    const shown = (await test.call('POST', '/api/invoices/selections', asked)).body.data;
    const body = { expected_total: shown.total };
    const paid = await test.call('POST', `/api/invoices/selections/${shown.token}/pay`, { token, key: uuid(), body });
    expect(paid).toMatchObject({ status: 200 });
    const payments = await readFor(unpaid, 'invoice_orders');
    expect(payments.rows).toBe(count);
    expect(payments.read).toBeLessThan(10 * count);
    const bills = await readFor(secondBills);
    expect(bills.rows).toBe(count);
    expect(bills.read).toBeLessThan(10 * count);
  });
});
