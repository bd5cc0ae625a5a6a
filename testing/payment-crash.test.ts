import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  type Goods,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from './order-fixtures.ts';
import { billedSteps, committed, type CrashPlan, issuedSteps, jobSteps, orderSteps } from './payment-steps.ts';
import { merchant, type Person, staff } from './people.ts';
import { portalClient, untilAnswered } from './portal-client.ts';
import { isSoak } from './size.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { sqlRows } from './sql-rows.ts';
import { yiwu } from './stock-fixtures.ts';
import { quoteBody } from './stock-order-fixtures.ts';
import { cashOf, checkLedger, givenMoney, givenOrdersToPay } from './wallet-fixtures.ts';

const deposit = 50_000_000;
/** A restart takes seconds: `npm test` has the steps where most is at stake, the soak has all. */
const few = {
  orders: ['entries booked', 'orders billed', 'orders moved on', 'about to commit', committed],
  issued: ['balance booked', committed],
  billed: ['orders moved on', 'entries booked', 'invoice paid', committed],
  job: ['more orders evaluated', 'orders moved on', committed],
};
const chosen = (of: keyof typeof few, steps: readonly { step: string }[]) =>
  steps.map(({ step }) => step).filter((step) => isSoak || few[of].includes(step));
/** More than one transaction evaluates; in the soak more than one statement records. */
const ordersOfJob = isSoak ? 5_001 : 501;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let ground: Ground;
let server: ServerProcess;
let owner: Person;
let goods: Goods;
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
  const channel = await givenChannel({ ground });
  goods = await givenVariant({ ground }, store);
  await givenPrice({ ground }, account_id, { sku_id: goods.sku_id, channel });
  const orders = orderSteps.map(({ step }, at) =>
    shopOrder([shopLine(goods, { external_id: `l${at}` })], { external_id: `${at}`, name: `#${step}` }),
  );
  await inAccount({ ground }, account_id, (ctx) => applyShopOrders(ctx, store, orders, 'api'));
  await givenMoney({ ground, clock: systemClock }, account_id, deposit);
  server = await startServerProcess({
    databaseUrl: database.url,
    entry: 'testing/crash-step-server.ts',
    bundle: true,
    env: { ROLE: 'web' },
  });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await ground.db.destroy();
  await database.drop();
});

/** Sends a call that its process does not live to answer, and starts the process again. */
async function killedAt(plan: CrashPlan, send: () => Promise<unknown>): Promise<void> {
  await server.report({ crashAt: plan });
  await expect(send()).rejects.toThrow('fetch failed');
  await expect.poll(() => server.isRunning()).toBe(false);
  await server.restart();
}

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
  it.each(chosen('orders', orderSteps))(
    '%s: balance, invoice and order agree after the restart, and the same key pays once',
    async (step) => {
      const [order] = await sqlRows<{ id: string }>({ ground }, `SELECT id FROM orders WHERE name = '#${step}'`);
      const id = order?.id ?? '';
      const call = portalClient(server.url, owner.token);
      const { data } = await call('POST', '/api/invoices/checkout', { order_ids: [id] });
      const before = await cashOf({ ground }, owner.account_id);
      const payment = { order_ids: [id], expected_total: data.total };
      const key = uuid();
      await killedAt({ of: 'orders', step }, () => call('POST', '/api/invoices', payment, key));
      const isPaid = step === committed;
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
    },
  );
});

describe('kill -9 at a step of paying issued invoices together', { timeout: 120_000 }, () => {
  const issued = async (id: string) => {
    const [row] = await sqlRows<{ status: string; invoices: string[]; booked: number }>(
      { ground },
      `SELECT s.status, (SELECT array_agg(i.status ORDER BY i.part DESC) FROM invoices i WHERE i.stock_order_id = s.id) AS invoices,
        (SELECT count(*)::int FROM ledger_transactions t JOIN invoices i ON i.id = t.ref_id WHERE i.stock_order_id = s.id) AS booked
       FROM stock_orders s WHERE s.id = '${id}'`,
    );
    return row;
  };
  it.each(chosen('issued', issuedSteps))(
    '%s: deposit and balance are paid together or not at all, and the same key pays once',
    async (step) => {
      const agent = await staff({ ground, clock: systemClock }, 'agent');
      const call = portalClient(server.url, owner.token);
      const lines = [{ sku_id: goods.sku_id, quantity: 100 }];
      const asked = await call('POST', '/api/stock_orders', { warehouse_id: yiwu, lines }, uuid());
      const { id } = asked.data;
      const quotePath = `/api/staff/stock_orders/${owner.account_id}/${id}/quote`;
      const quote = quoteBody({ clock: systemClock }, 1);
      const quoted = await portalClient(server.url, agent.token)('POST', quotePath, quote, uuid());
      const { version, total } = quoted.data;
      const acceptance = { version, expected_total: total };
      const { data } = await call('POST', `/api/stock_orders/${id}/accept`, acceptance, uuid());
      const invoices = (data.invoices as { id: string; total: number }[]).map((invoice) => ({
        id: invoice.id,
        expected_total: invoice.total,
      }));
      expect(invoices).toHaveLength(2);
      const before = await cashOf({ ground }, owner.account_id);
      const key = uuid();
      const pay = () => call('POST', '/api/invoices/payments', { invoices }, key);
      const open = await issued(id);
      await killedAt({ of: 'issued', step }, pay);
      const isPaid = step === committed;
      const paid = { status: expect.any(String), invoices: ['paid', 'paid'], booked: 2 };
      expect(await issued(id)).toEqual(isPaid ? paid : open);
      expect(open).toMatchObject({ invoices: ['open', 'open'], booked: 0 });
      expect(await cashOf({ ground }, owner.account_id)).toBe(before - (isPaid ? total : 0));
      for (let time = 0; time < 2; time += 1) expect(await pay()).toMatchObject({ status: 200 });
      expect(await issued(id)).toEqual(paid);
      expect((await issued(id))?.status).not.toBe(open?.status);
      expect(await cashOf({ ground }, owner.account_id)).toBe(before - total);
      expect(await checkLedger({ ground }, owner.account_id)).toMatchObject({ ok: true });
    },
  );
});

describe('kill -9 at a step of paying an invoice that was issued for orders', { timeout: 120_000 }, () => {
  const books = async (id: string) => {
    const [row] = await sqlRows<{ status: string; stages: string[]; billed: number; booked: number }>(
      { ground },
      `SELECT n.status, (SELECT array_agg(DISTINCT o.stage || ' ' || o.payment) FROM invoice_orders i
          JOIN orders o ON o.id = i.order_id WHERE i.invoice_id = n.id) AS stages,
        (SELECT count(*)::int FROM invoice_orders i WHERE i.invoice_id = n.id) AS billed,
        (SELECT count(*)::int FROM ledger_transactions t WHERE t.ref_id = n.id) AS booked
       FROM invoices n WHERE n.id = '${id}'`,
    );
    return row;
  };
  it.each(chosen('billed', billedSteps))(
    '%s: the invoice, its entry and its orders are paid together or not at all, and the same key pays once',
    async (step) => {
      const place = { ground, clock: systemClock };
      const payer = await merchant(place);
      const { account_id } = payer;
      await givenOrdersToPay(place, account_id, 2);
      await givenMoney(place, account_id, deposit);
      const agent = portalClient(server.url, (await staff(place, 'agent')).token);
      const path = `/api/staff/clients/${account_id}/order_invoices`;
      const { data: waiting } = await agent('GET', path);
      expect(waiting).toMatchObject({ orders: 2 });
      const { total } = waiting;
      const { data } = await agent('POST', path, { expected_total: total, valid_hours: 24 }, uuid());
      const { id } = data.invoices[0];
      const key = uuid();
      const call = portalClient(server.url, payer.token);
      const pay = () => call('POST', `/api/invoices/${id}/payment`, { expected_total: total }, key);
      await killedAt({ of: 'billed', step }, pay);
      const isPaid = step === committed;
      const open = { status: 'open', stages: ['paying invoiced'], billed: 2, booked: 0 };
      const paid = { status: 'paid', stages: ['processing paid'], billed: 2, booked: 1 };
      expect(await books(id)).toEqual(isPaid ? paid : open);
      expect(await cashOf({ ground }, account_id)).toBe(deposit - (isPaid ? total : 0));
      for (let time = 0; time < 2; time += 1) expect(await pay()).toMatchObject({ status: 200 });
      expect(await books(id)).toEqual(paid);
      expect(await cashOf({ ground }, account_id)).toBe(deposit - total);
      expect(await checkLedger({ ground }, account_id)).toMatchObject({ ok: true });
    },
  );
});

describe('kill -9 at each step of one large payment', () => {
  const steps = chosen('job', jobSteps);

  it('pays nothing until its transaction is committed, and then all of it once', { timeout: 900_000 }, async () => {
    const place = { ground, clock: systemClock };
    const payer = await merchant(place);
    const { account_id } = payer;
    await givenOrdersToPay(place, account_id, ordersOfJob);
    await givenMoney(place, account_id, deposit);
    const folder = mkdtempSync(join(tmpdir(), 'tradewind-crash-'));
    const planFile = join(folder, 'plan');
    writeFileSync(planFile, steps.map((step) => JSON.stringify({ of: 'job', step } satisfies CrashPlan)).join('\n'));
    const call = portalClient(server.url, payer.token);
    const shown = await call('POST', '/api/invoices/selections', { query: { tab: 'to_pay' } });
    const { token, total } = shown.data;
    const begun = await call('POST', `/api/invoices/selections/${token}/pay`, { expected_total: total }, uuid());
    const books = async () => {
      const [row] = await sqlRows<{ stages: string[]; billed: number; booked: number }>(
        { ground },
        `SELECT (SELECT array_agg(DISTINCT stage) FROM orders WHERE account_id = '${account_id}') AS stages,
          (SELECT count(*)::int FROM invoice_orders WHERE account_id = '${account_id}') AS billed,
          (SELECT count(*)::int FROM ledger_transactions WHERE account_id = '${account_id}' AND kind = 'invoice_payment') AS booked`,
      );
      return { ...row, cash: await cashOf({ ground }, account_id) };
    };
    const waiting = { stages: ['paying'], billed: 0, booked: 0, cash: deposit };
    const paid = { stages: ['processing'], billed: ordersOfJob, booked: 1, cash: deposit - total };
    const worker = await startServerProcess({
      databaseUrl: database.url,
      entry: 'testing/crash-step-server.ts',
      bundle: true,
      env: { CRASH_PLAN: planFile },
    });
    try {
      for (const [place_, step] of steps.entries()) {
        if (place_ > 0) await worker.restart();
        await expect.poll(() => worker.isRunning(), { timeout: 120_000 }).toBe(false);
        expect({ step, ...(await books()) }).toEqual({ step, ...(step === committed ? paid : waiting) });
      }
      await worker.restart();
      const job = () => untilAnswered(() => call('GET', `/api/jobs/${begun.data.job.id}`));
      await expect.poll(async () => (await job()).data.state, { timeout: 60_000 }).toBe('done');
      const again = await call('POST', `/api/invoices/selections/${token}/pay`, { expected_total: total }, uuid());
      const { invoice, orders } = (await job()).data.result;
      expect(again.data.invoice).toEqual({ ...invoice, orders, total, currency: 'USD' });
      expect(await books()).toEqual(paid);
      expect(await checkLedger({ ground }, account_id)).toMatchObject({ ok: true });
    } finally {
      await worker.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
