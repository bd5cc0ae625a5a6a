import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { qrModules } from '#server/lib/pdf/qr-modules.ts';
import { merchant, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, givenBank, uploadProof } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let finance: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  finance = await staff(test, 'finance');
});
afterAll(() => test.close());

describe('recharge methods', () => {
  it('are offered when finance has entered the account', async () => {
    const { token } = await merchant(test);
    const all = await test.call('GET', '/api/staff/recharge_methods', { token: finance.token });
    const bank = all.body.data.find((method: { code: string }) => method.code === 'bank');
    const save = (body: object, code = 'bank', by = finance.token) =>
      test.call('PUT', `/api/staff/recharge_methods/${code}`, { token: by, body });
    const body = {
      name: 'Bank transfer',
      details: [{ label: 'IBAN', value: 'DE02' }],
      fee_bp: 0,
      min_amount: null,
      max_amount: null,
      active: true,
      position: 1,
      version: bank.version,
    };
    expect(await save({ ...body, details: [] })).toMatchObject({
      status: 422,
      body: { errors: { details: [expect.any(String)] } },
    });
    expect(await save({ ...body, fee_bp: 2000 })).toMatchObject({ status: 422 });
    expect(await save(body)).toMatchObject({ status: 200, body: { data: { version: bank.version + 1 } } });
    expect(await save(body)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    expect(await save(body, 'pigeon')).toMatchObject({ status: 404 });
    expect(await save(body, 'bank', token)).toMatchObject({ status: 403 });
    expect((await test.call('GET', '/api/recharge_methods', { token })).body.data).toEqual([
      {
        code: 'bank',
        kind: 'transfer',
        name: 'Bank transfer',
        details: [{ label: 'IBAN', value: 'DE02' }],
        fee_bp: 0,
        min_amount: null,
        max_amount: null,
        bonus_tiers: [],
        bonus_days: 180,
      },
    ]);
  });

  it('name whom a transfer in euros goes to, and its code is shown for euros alone', async () => {
    const all = await test.call('GET', '/api/staff/recharge_methods', { token: finance.token });
    const { code: _, kind: __, ...bank } = all.body.data.find(({ code }: { code: string }) => code === 'bank');
    const save = (sepa: object | null, version = bank.version) =>
      test.call('PUT', '/api/staff/recharge_methods/bank', { token: finance.token, body: { ...bank, sepa, version } });
    const sepa = { name: 'Tradewind Fulfilment Ltd', iban: 'de02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' };
    const refused = async (wrong: object) =>
      Object.values((await save({ ...sepa, ...wrong })).body.errors ?? {}).flat();
    expect(await refused({ iban: 'DE03 1203 0000 0000 2020 51' })).toEqual([
      'This IBAN isn’t valid. Check its letters and digits.',
    ]);
    expect(await refused({ bic: 'BYLA' })).toEqual(['A BIC has 8 or 11 letters and digits. Check it.']);
    expect(await refused({ name: '' })).toHaveLength(1);
    const kept = { ...sepa, iban: 'DE02120300000000202051' };
    expect((await save(sepa)).body.data).toMatchObject({ sepa: kept, version: bank.version + 1 });

    const codeOf = async (currency: string) => {
      const person = await merchant(test);
      await sqlRows(test, `UPDATE accounts SET currency = '${currency}' WHERE id = '${person.account_id}'`);
      const body = { method: 'bank', amount: 50_005 };
      const made = (await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body })).body.data;
      const look = async () => (await test.call('GET', `/api/recharges/${made.id}`, { token: person.token })).body.data;
      const { transfer_code } = await look();
      await test.call('POST', `/api/recharges/${made.id}/cancel`, {
        token: person.token,
        body: { version: made.version },
      });
      expect((await look()).transfer_code).toBeNull();
      return { code: transfer_code, reference: made.reference };
    };
    const { code, reference } = await codeOf('EUR');
    expect(code.payload).toBe(
      ['BCD', '002', '1', 'SCT', kept.bic, kept.name, kept.iban, 'EUR500.05', '', '', reference].join('\n'),
    );
    expect(code.rows).toEqual(qrModules(code.payload).map((row) => row.map(Number).join('')));
    expect((await codeOf('USD')).code).toBeNull();
    expect((await codeOf('GBP')).code).toBeNull();
    expect((await save(null, bank.version + 1)).status).toBe(200);
    expect((await codeOf('EUR')).code).toBeNull();
  });

  it('of finance’s own are proved and reviewed as a bank transfer, within their limits, until they are hidden', async () => {
    const person = await merchant(test);
    const add = (changes: object = {}, token = finance.token) =>
      test.call('POST', '/api/staff/recharge_methods', { token, key: uuid(), body: { ...payoneer, ...changes } });
    const payoneer = {
      name: 'Payoneer (USD)',
      details: [{ label: 'Email', value: 'pay@tradewind.test' }],
      fee_bp: 100,
      min_amount: 20_000,
      max_amount: 1_000_000,
      active: true,
      position: 3,
    };
    expect(await add({ details: [] })).toMatchObject({
      status: 422,
      body: { errors: { details: ['The receiving account is missing. Enter it before you offer this method.'] } },
    });
    expect(await add({ max_amount: 10_000 })).toMatchObject({
      status: 422,
      body: {
        errors: {
          max_amount: ['The maximum is lower than the minimum. Raise the maximum or lower the minimum.'],
        },
      },
    });
    expect(await add({}, person.token)).toMatchObject({ status: 403 });
    expect(await add({}, (await staff(test, 'agent')).token)).toMatchObject({ status: 403 });
    const added = await add();
    expect(added).toMatchObject({
      status: 200,
      body: { data: { ...payoneer, code: 'payoneer_usd', kind: 'transfer', version: 1 } },
    });
    expect(await add({ name: 'PAYONEER (usd)' })).toMatchObject({
      status: 422,
      body: { code: 'name_taken', errors: { name: ['Another payment method has this name. Choose another name.'] } },
    });
    const twice = await Promise.all([1, 2].map(() => add({ name: 'Wise', active: false })));
    expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
    expect(await add({ name: '派安盈', active: false })).toMatchObject({ body: { data: { code: 'method' } } });
    expect(await add({ name: 'Payoneer / USD', active: false })).toMatchObject({
      body: { data: { code: 'payoneer_usd_b' } },
    });

    const offered = (await test.call('GET', '/api/recharge_methods', { token: person.token })).body.data;
    expect(offered.map((method: { code: string }) => method.code)).toEqual(['bank', 'payoneer_usd']);
    const start = (amount: number) =>
      test.call('POST', '/api/recharges', {
        token: person.token,
        key: uuid(),
        body: { method: 'payoneer_usd', amount },
      });
    expect(await start(19_999)).toMatchObject({
      status: 422,
      body: {
        errors: {
          amount: [
            'The minimum for Payoneer (USD) is 200.00 USD. Enter a higher amount or choose another payment method.',
          ],
        },
      },
    });
    expect(await start(1_000_001)).toMatchObject({
      status: 422,
      body: {
        errors: {
          amount: [
            'The maximum for Payoneer (USD) is 10,000.00 USD. Enter a lower amount or choose another payment method.',
          ],
        },
      },
    });
    const made = await start(50_000);
    expect(made.body.data).toMatchObject({
      status: 'awaiting_transfer',
      method: { code: 'payoneer_usd', name: 'Payoneer (USD)', kind: 'transfer' },
    });
    const { id, version } = made.body.data;
    const proof = { amount: 50_000, paid_on: '2026-11-20', payer_name: 'Ada Miller', external_ref: 'PY 4711' };
    const proved = await test.call('POST', `/api/recharges/${id}/proof`, {
      token: person.token,
      body: { ...proof, file_ids: [await uploadProof(test, person.token)], version },
    });
    const approved = await test.call('POST', `/api/staff/recharges/${person.account_id}/${id}/approve`, {
      token: finance.token,
      key: uuid(),
      body: { received_amount: 50_000, version: proved.body.data.version },
    });
    expect(approved).toMatchObject({ status: 200, body: { data: { status: 'credited', fee: 500 } } });
    expect(await cashOf(test, person.account_id)).toBe(49_500);

    const hide = await test.call('PUT', '/api/staff/recharge_methods/payoneer_usd', {
      token: finance.token,
      body: { ...payoneer, active: false, version: 1 },
    });
    expect(hide).toMatchObject({ status: 200, body: { data: { active: false, version: 2 } } });
    expect(await start(50_000)).toMatchObject({ status: 422, body: { code: 'payment_unavailable' } });
    const named = await test.call('PUT', '/api/staff/recharge_methods/payoneer_usd', {
      token: finance.token,
      body: { ...payoneer, name: 'bank TRANSFER', version: 2 },
    });
    expect(named).toMatchObject({ status: 422, body: { code: 'name_taken' } });
    const audited = await sqlRows<{ action: string }>(
      test,
      "SELECT action FROM audit_log WHERE entity = 'recharge_methods' AND entity_id = 'payoneer_usd' ORDER BY at, id",
    );
    expect(audited.map(({ action }) => action)).toEqual(['wallet.createMethod', 'wallet.saveMethod']);
  });
});
