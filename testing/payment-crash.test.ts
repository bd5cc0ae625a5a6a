import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, createPool } from '#server/db/client.ts';
import type { Ground } from '#server/db/context.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createLog } from '#server/lib/log.ts';
import { bareValues } from './app-values.ts';
import { createTestDatabase } from './database.ts';
import {
  applyShopOrders,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from './order-fixtures.ts';
import { paymentSteps } from './payment-steps.ts';
import { merchant, type Person } from './people.ts';
import { portalClient } from './portal-client.ts';
import { isSoak } from './size.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { sqlRows } from './sql-rows.ts';
import { cashOf, checkLedger, givenMoney } from './wallet-fixtures.ts';

const deposit = 500_000;
/** A restart takes seconds: `npm test` has the steps where most is at stake, the soak has all. */
const fewSteps = ['entries booked', 'orders billed', 'orders moved on', 'about to commit', 'committed, not answered'];
const steps = paymentSteps.map(({ step }) => step).filter((step) => isSoak || fewSteps.includes(step));
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let ground: Ground;
let server: ServerProcess;
let owner: Person;
beforeAll(async () => {
  database = await createTestDatabase();
  const log = createLog('silent');
  ground = {
    db: createDatabase(createPool({ url: database.url, max: 4, log })),
    clock: systemClock,
    log,
    app: bareValues(),
  };
  owner = await merchant({ ground, clock: systemClock });
  const { account_id } = owner;
  const store = { account_id, id: await givenStore({ ground }, account_id) };
  const [goods, channel] = [await givenVariant({ ground }, store), await givenChannel({ ground })];
  await givenPrice({ ground }, account_id, { sku_id: goods.sku_id, channel });
  const orders = paymentSteps.map(({ step }, at) =>
    shopOrder([shopLine(goods, { external_id: `l${at}` })], { external_id: `${at}`, name: `#${step}` }),
  );
  await inAccount({ ground }, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
  await givenMoney({ ground, clock: systemClock }, account_id, deposit);
  server = await startServerProcess({
    databaseUrl: database.url,
    entry: 'testing/crash-step-server.ts',
    env: { ROLE: 'web' },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await ground.db.destroy();
  await database.drop();
});

const stateOf = async (id: string) => {
  const [row] = await sqlRows<{ stage: string; invoices: number; booked: number }>(
    { ground },
    `SELECT o.stage, (SELECT count(*)::int FROM invoice_orders i WHERE i.order_id = o.id) AS invoices,
      (SELECT count(*)::int FROM ledger_transactions t JOIN invoice_orders i ON i.invoice_id = t.ref_id WHERE i.order_id = o.id) AS booked
     FROM orders o WHERE o.id = '${id}'`,
  );
  return row;
};

describe('kill -9 at a step of a payment', { timeout: 120_000 }, () => {
  it.each(steps)('%s: balance, invoice and order agree after the restart, and the same key pays once', async (step) => {
    const [order] = await sqlRows<{ id: string }>({ ground }, `SELECT id FROM orders WHERE name = '#${step}'`);
    const id = order?.id ?? '';
    const call = portalClient(server.url, owner.token);
    const { data } = await call('POST', '/api/invoices/checkout', { order_ids: [id] });
    const before = await cashOf({ ground }, owner.account_id);
    const payment = { order_ids: [id], expected_total: data.total };
    const key = uuid();
    await server.report({ crashAt: step });
    await expect(call('POST', '/api/invoices', payment, key)).rejects.toThrow('fetch failed');
    await expect.poll(() => server.isRunning()).toBe(false);
    await server.restart();
    const isPaid = step === 'committed, not answered';
    const paid = { stage: 'processing', invoices: 1, booked: 1 };
    expect(await stateOf(id)).toEqual(isPaid ? paid : { stage: 'awaiting_payment', invoices: 0, booked: 0 });
    expect(await cashOf({ ground }, owner.account_id)).toBe(before - (isPaid ? data.total : 0));
    for (let time = 0; time < 2; time += 1)
      expect(await call('POST', '/api/invoices', payment, key)).toMatchObject({ status: 200 });
    const other = await call('POST', '/api/invoices', { ...payment, expected_total: 1 }, key);
    expect(other).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await stateOf(id)).toEqual(paid);
    expect(await cashOf({ ground }, owner.account_id)).toBe(before - data.total);
    expect(await checkLedger({ ground }, owner.account_id)).toMatchObject({ ok: true });
  });
});
