import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { readXml, xmlText } from '#testing/xml-reader.ts';
import { each, type Invoiced, money, openInvoicing } from '#testing/order-invoice-fixtures.ts';
import { staff } from '#testing/people.ts';
import { wrongSums } from '#testing/statistics-sums.ts';

// Expired, declined and void invoices: wherever money is added up they are neither revenue nor due.

let test: TestApp;
let on: Awaited<ReturnType<typeof openInvoicing>>;
let finance: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  on = await openInvoicing(test);
  finance = await staff(test, 'finance');
});
afterAll(() => test.close());

type Api = Record<string, any>; // oxlint-disable-line no-explicit-any -- answers as they came
const day = 24 * 3_600_000;
const dayOf = (at: Date) => at.toISOString().slice(0, 10);

async function fileAt(url: string): Promise<Buffer> {
  return (await test.app.fastify.inject({ method: 'GET', url })).rawPayload;
}
async function exported({ owner }: Invoiced, list: string, query: object = {}): Promise<Record<string, string>[]> {
  const { token } = owner;
  const asked = await test.call('POST', '/api/exports', { token, body: { list, format: 'csv', query } });
  const link = await test.call('POST', `/api/files/${asked.body.data.result.file_id}/link`, { token });
  return parse(await fileAt(link.body.data.url), { columns: true, bom: true });
}
const numbersIn = (rows: readonly Record<string, string>[]) =>
  [
    ...new Set(
      rows.flatMap(
        (row) =>
          Object.values(row)
            .join(' ')
            .match(/INV-\d+/g) ?? [],
      ),
    ),
  ].toSorted();

/** Everything that adds money up, beside a list of the invoices that may be in it. */
async function sums(case_: Invoiced, from: string) {
  const { owner } = case_;
  const to = dayOf(test.clock.now());
  const span = `from=${from}&to=${to}`;
  const [client] = (
    await on.get(finance.token, `/api/staff/finance/clients?${span}&q=${encodeURIComponent(owner.username)}`)
  ).data;
  const { currencies } = (await on.get(finance.token, `/api/staff/finance/liabilities?from=${to}&to=${to}`)).data;
  const trial = (await on.get(finance.token, '/api/staff/finance/trial_balance')).data.currencies as Api[];
  for (const { debit, credit } of trial) expect(debit).toBe(credit);
  const wallet = (await on.get(owner.token, '/api/wallet')).data;
  const summary = (await on.get(owner.token, `/api/invoices/summary?${span}`)).data;
  return {
    client,
    owed: (currencies as Api[]).map(({ series }) => ({ ...series.at(-1), day: null })),
    trial,
    due: { owed: wallet.owed, owed_invoices: wallet.owed_invoices, left: wallet.left, to_pay: wallet.to_pay },
    summary,
    bills: {
      xero: numbersIn(await exported(case_, 'bills_xero')),
      quickbooks: numbersIn(await exported(case_, 'bills_quickbooks')),
      unpaid: numbersIn(await exported(case_, 'bills_xero', { tab: 'unpaid' })),
      paid: numbersIn(await exported(case_, 'bills_quickbooks', { tab: 'paid' })),
    },
  };
}

/** Four invoices of one order each: expired, declined, void, and replaced by one that is open. */
async function givenEnded() {
  const case_ = await on.given();
  const { owner } = case_;
  const { version } = (await on.get(owner.token, '/api/account/billing')).data;
  const billing = { address: '1 Rue\n75001 Paris', country: 'FR', tax_id: 'FR77', version };
  await test.call('PUT', '/api/account/billing', { token: owner.token, body: billing });
  const from = dayOf(test.clock.now());
  const before = await sums(case_, from);
  const order = await on.order(case_);
  const expired = await on.issued(case_);
  await on.expire(case_, expired.id);
  const declined = await on.issued(case_);
  await on.decline(case_, declined.id);
  const voided = await on.issued(case_);
  await on.voided(case_, voided.id);
  const replaced = await on.issued(case_);
  const renewed = (await on.refresh(case_, replaced.id)).body.data as { id: string; number: string };
  return { case_, from, before, order, ended: [expired, declined, voided, replaced], renewed };
}

describe('invoices that ended unpaid', () => {
  it('are in no sum: revenue, what is due, liabilities, statistics, and files for accounting', async () => {
    const { case_, from, before, ended, renewed } = await givenEnded();
    const open = await sums(case_, from);
    expect(open).toMatchObject({
      client: before.client,
      owed: before.owed,
      trial: before.trial,
      summary: { invoices: 0, billed: 0, total: 0 },
      due: { owed: each, owed_invoices: 1, left: money - each, to_pay: 0 },
      bills: { xero: [renewed.number], quickbooks: [renewed.number], unpaid: [renewed.number], paid: [] },
    });
    // the list says of each what it is
    const listed = await exported(case_, 'invoices');
    expect(listed.map((row) => `${row.Invoice} ${row.Status}`).toSorted()).toEqual(
      [
        ...ended.map(({ number }, n) => `${number} ${n === 0 ? 'Expired' : 'Void'}`),
        `${renewed.number} Unpaid`,
      ].toSorted(),
    );
    expect(await on.pay(case_, renewed.id)).toMatchObject({ status: 200 });
    expect(await sums(case_, from)).toMatchObject({
      client: { invoiced: each, net: each, balance: money - each },
      summary: { invoices: 1, billed: each, total: each },
      due: { owed: 0, owed_invoices: 0, left: money - each, to_pay: 0 },
      bills: { xero: [renewed.number], quickbooks: [renewed.number], unpaid: [], paid: [renewed.number] },
    });
    expect(await wrongSums(test, case_.owner.account_id)).toEqual([]);
    expect(await on.contradictions(case_)).toEqual([]);
  });

  it('are not due where nothing comes in their place, and their orders wait for payment', async () => {
    const { case_, from, before, ended, renewed } = await givenEnded();
    expect(await on.decline(case_, renewed.id)).toMatchObject({ status: 200 });
    expect(await sums(case_, from)).toMatchObject({
      client: before.client,
      due: { owed: 0, owed_invoices: 0, left: money - each, to_pay: each },
      bills: { xero: [], quickbooks: [], unpaid: [], paid: [] },
    });
    for (const { id } of [...ended, renewed]) expect(await on.pay(case_, id)).toMatchObject({ status: 422 });
    expect(await on.cash(case_)).toBe(money);
  });

  it('are no electronic invoices; the one in their place is, and says what is due', async () => {
    const { case_, ended, renewed } = await givenEnded();
    const { token } = case_.owner;
    for (const { id } of ended)
      expect(await test.call('POST', `/api/invoices/${id}/ubl`, { token })).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
    const due = async () => {
      const { body } = await test.call('POST', `/api/invoices/${renewed.id}/ubl`, { token });
      return xmlText(readXml((await fileAt(body.data.url)).toString()), 'LegalMonetaryTotal/PayableAmount');
    };
    expect(await due()).toBe('20.00');
    await on.pay(case_, renewed.id);
    expect(await due()).toBe('0.00');
  });

  it('are refused as soon as their prices end, and no longer due once the job has looked', async () => {
    const case_ = await on.given();
    await on.order(case_);
    const { id, number } = await on.issued(case_);
    test.clock.advance(day);
    expect(await on.invoiceOf(case_, id)).toMatchObject({ payable: false });
    expect(await on.pay(case_, id)).toMatchObject({ status: 422 });
    await on.run('order_invoices_expire');
    expect(numbersIn(await exported(case_, 'bills_xero'))).not.toContain(number);
    expect((await on.get(case_.owner.token, '/api/wallet')).data).toMatchObject({ owed: 0, to_pay: each });
  });

  it('stand in no statement of the wallet, and their payment that was refused moved nothing', async () => {
    const { case_, from, ended, renewed } = await givenEnded();
    const { token } = case_.owner;
    for (const { id } of ended) await on.pay(case_, id);
    await on.pay(case_, renewed.id);
    const to = dayOf(test.clock.now());
    test.clock.advance(2 * day);
    const issued = await test.call('POST', '/api/statements', { token, body: { from, to } });
    expect(issued).toMatchObject({ status: 200, body: { data: { closing_balance: money - each } } });
    const link = await test.call('POST', `/api/statements/${issued.body.data.id}/file`, {
      token,
      body: { format: 'csv' },
    });
    const csv = (await fileAt(link.body.data.url)).toString();
    for (const { number } of ended) expect(csv).not.toContain(number);
    expect(csv).toContain(renewed.number);
  });
});
