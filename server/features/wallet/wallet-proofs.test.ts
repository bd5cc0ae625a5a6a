import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { givenBank, uploadProof } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let finance: Awaited<ReturnType<typeof staff>>;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  finance = await staff(test, 'finance');
  person = await merchant(test);
});
afterAll(() => test.close());

const begun = async (amount = 50_000) => {
  const body = { method: 'bank', amount };
  return (await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body })).body.data;
};
const prove = (recharge: { id: string; version: number }, more: object) =>
  test.call('POST', `/api/recharges/${recharge.id}/proof`, {
    token: person.token,
    body: {
      amount: 50_000,
      paid_on: '2026-11-20',
      payer_name: 'Ada Miller',
      external_ref: uuid(),
      version: recharge.version,
      ...more,
    },
  });
const files = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, place) => uploadProof(test, person.token, `page-${place + 1}.pdf`)));
const staffView = async (id: string) => {
  const { body } = await test.call('GET', '/api/staff/recharges?tab=all', { token: finance.token });
  return body.data.find((recharge: { id: string }) => recharge.id === id);
};

describe('the proofs of a recharge', () => {
  it('are one to five files, in the sequence in which they came, all of them shown to finance', async () => {
    const recharge = await begun();
    const file_ids = await files(5);
    const proven = (await prove(recharge, { file_ids })).body.data;
    const names = ['page-1.pdf', 'page-2.pdf', 'page-3.pdf', 'page-4.pdf', 'page-5.pdf'];
    expect(proven.proofs.map(({ name }: { name: string }) => name)).toEqual(names);
    const seen = await staffView(recharge.id);
    expect(seen.proofs.map(({ id }: { id: string }) => id)).toEqual(file_ids);
    for (const id of file_ids) {
      const link = await test.call('POST', `/api/staff/files/${person.account_id}/${id}/link`, {
        token: finance.token,
      });
      expect(link.status).toBe(200);
    }
    const again = (await prove(proven, { file_ids: [file_ids[4], file_ids[4], ...(await files(1))] })).body.data;
    expect(again.proofs.map(({ name }: { name: string }) => name)).toEqual(['page-5.pdf', 'page-1.pdf']);
  });

  it('are refused where there is none, where there are six, and where one is not the account’s own', async () => {
    const recharge = await begun();
    expect((await prove(recharge, { file_ids: [] })).status).toBe(422);
    expect((await prove(recharge, { file_ids: await files(6) })).status).toBe(422);
    const other = await merchant(test);
    const foreign = await uploadProof(test, other.token);
    expect((await prove(recharge, { file_ids: [...(await files(1)), foreign] })).status).toBe(404);
    expect(await staffView(recharge.id)).toMatchObject({ status: 'awaiting_transfer', proofs: [], sent: null });
  });

  it('warn of another recharge with any of their files', async () => {
    const [first, second] = [await begun(60_000), await begun(70_000)];
    const [shared = ''] = await files(1);
    await prove(first, { file_ids: [shared], amount: 60_000 });
    await prove(second, { file_ids: [...(await files(1)), shared], amount: 70_000 });
    const { doubles } = await staffView(second.id);
    expect(doubles).toContainEqual(expect.objectContaining({ reason: 'same_proof', number: first.number }));
  });
});

describe('the amount on a proof', () => {
  it('takes the place of the amount that was asked for, in the wallet’s currency', async () => {
    const recharge = await begun();
    const { data } = (await prove(recharge, { file_ids: await files(1), amount: 49_000 })).body;
    expect(data).toMatchObject({ amount: 49_000, sent: { amount: 49_000, currency: 'USD' } });
  });

  it('is kept beside it in another currency: finance sees both, and credits what arrived', async () => {
    const recharge = await begun();
    const proof = { file_ids: await files(1), amount: 46_000, currency: 'EUR' };
    const { data } = (await prove(recharge, proof)).body;
    const sent = { amount: 46_000, currency: 'EUR' };
    expect(data).toMatchObject({ amount: 50_000, currency: 'USD', sent });
    expect(await staffView(recharge.id)).toMatchObject({ amount: 50_000, sent });
    const path = `/api/staff/recharges/${person.account_id}/${recharge.id}/approve`;
    const body = { received_amount: 49_731, version: data.version };
    const credited = await test.call('POST', path, { token: finance.token, key: uuid(), body });
    expect(credited.body.data).toMatchObject({ status: 'credited', received_amount: 49_731, sent });
    expect((await prove(await begun(), { ...proof, currency: 'euro' })).status).toBe(422);
  });
});
