import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { givenBank, givenMoney, uploadProof } from '#testing/wallet-fixtures.ts';

// What the features really tell, seen in the bells of those concerned.
let test: TestApp;
let owner: Person;
let colleague: Person;
let agent: { token: string };
let finance: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
  finance = await staff(test, 'finance');
  await givenBank(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  owner = await merchant(test);
  colleague = await merchant(test, { account_id: owner.account_id, role: 'manager' });
});

const bell = async ({ token }: { token: string }) =>
  (await test.call('GET', '/api/notifications', { token })).body.data;

describe('a quote', () => {
  it('tells the agent that it is asked for, the merchant that it is answered, and waits for nobody once accepted', async () => {
    const { product_id } = await givenUnpriced(test, owner);
    const { id, number } = (await ask(test, owner.token, product_id)).body.data;
    const { account_id } = owner;
    const link = `/staff/quotes?account=${account_id}&quote=${id}`;
    expect((await bell(agent))[0]).toMatchObject({
      event: 'staff_quote_asked',
      needs_action: true,
      link,
      params: { number },
    });
    expect(await bell(finance)).not.toContainEqual(expect.objectContaining({ event: 'staff_quote_asked' }));
    await sendAnswer(test, agent.token, { account_id, id });
    expect((await bell(agent))[0]).toMatchObject({ event: 'staff_quote_asked', needs_action: false });
    const received = { event: 'quote_quoted', needs_action: true, link: `/quote/index?quote=${id}` };
    expect(await bell(owner)).toMatchObject([received]);
    await acceptQuote(test, owner.token, id);
    expect(await bell(owner)).toMatchObject([{ ...received, needs_action: false }]);
  });
});

describe('a recharge', () => {
  it('tells finance of the proof, and the merchant of a refusal and of the credit', async () => {
    const { token, account_id } = owner;
    const key = () => uuid();
    const made = (
      await test.call('POST', '/api/recharges', { token, key: key(), body: { method: 'bank', amount: 50_000 } })
    ).body.data;
    const proof = async (version: number) => ({
      file_ids: [await uploadProof(test, token)],
      amount: 50_000,
      paid_on: '2026-11-20',
      payer_name: 'Ada Miller',
      external_ref: 'FT99',
      version,
    });
    const prove = async (version: number) =>
      (await test.call('POST', `/api/recharges/${made.id}/proof`, { token, body: await proof(version) })).body.data;
    const asStaff = (action: string, body: object) =>
      test.call('POST', `/api/staff/recharges/${account_id}/${made.id}/${action}`, {
        token: finance.token,
        key: key(),
        body,
      });
    const proved = await prove(made.version);
    expect((await bell(finance))[0]).toMatchObject({
      event: 'staff_recharge_proven',
      needs_action: true,
      params: { number: made.number, amount: 50_000, currency: 'USD' },
      link: `/staff/recharges?recharge=${made.id}`,
    });
    const no = await asStaff('reject', { reason: 'The picture is too small.', version: proved.version });
    const link = `/wallet/recharge?recharge=${made.id}`;
    expect(await bell(owner)).toMatchObject([{ event: 'recharge_rejected', needs_action: true, link }]);
    const again = await prove(no.body.data.version);
    await asStaff('approve', { received_amount: 49_000, version: again.version });
    const received = await bell(owner);
    expect(received).toHaveLength(2);
    expect(received).toContainEqual(
      expect.objectContaining({
        event: 'recharge_credited',
        params: { number: made.number, amount: 49_000, currency: 'USD' },
      }),
    );
    expect(received).toContainEqual(expect.objectContaining({ event: 'recharge_rejected', needs_action: false }));
    expect((await bell(finance))[0]).toMatchObject({ event: 'staff_recharge_proven', needs_action: false });
  });
});

describe('a payment', () => {
  it('is reported to the others of the account, not to who paid', async () => {
    const { token, account_id } = owner;
    await givenMoney(test, account_id, 1_000_000);
    const { product_id } = await givenUnpriced(test, owner);
    const { id } = (await ask(test, token, product_id)).body.data;
    await sendAnswer(test, agent.token, { account_id, id });
    await acceptQuote(test, token, id);
    const [order] = (await test.call('GET', '/api/shopify_orders', { token })).body.data;
    const body = { order_ids: [order.id], expected_total: order.cost.total };
    const invoice = (await test.call('POST', '/api/invoices', { token, key: uuid(), body })).body.data;
    expect(await bell(colleague)).toContainEqual(
      expect.objectContaining({ event: 'invoice_paid', link: `/invoice/invoice?invoice=${invoice.id}` }),
    );
    expect(await bell(owner)).not.toContainEqual(expect.objectContaining({ event: 'invoice_paid' }));
  });
});
