import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { uploadFile } from '#testing/uploads.ts';
import { givenBank, givenMoney } from '#testing/wallet-fixtures.ts';

let test: TestApp;
let finance: { token: string };

beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  finance = await staff(test, 'finance');
});
afterAll(() => test.close());

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n%${words}\n`);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A recharge of 500.00 whose proof is with finance. */
async function proven(person: Person, file: Buffer, external_ref: string, amount = 50_000) {
  const { token } = person;
  const body = { method: 'bank', amount };
  const made = (await test.call('POST', '/api/recharges', { token, key: uuid(), body })).body.data;
  const upload = await uploadFile(test, token, { purpose: 'recharge_proof', name: 'proof.pdf', bytes: file });
  const proof = {
    file_ids: [upload.body.data.id],
    amount,
    paid_on: '2026-11-20',
    payer_name: 'Ada Miller',
    external_ref,
    version: made.version,
  };
  const answer = await test.call('POST', `/api/recharges/${made.id}/proof`, { token, body: proof });
  expect(answer).toMatchObject({ status: 200 });
  return made as { id: string; number: string };
}

describe('a proof file that is not what it claims', () => {
  it.each([
    ['a program as PDF', 'proof.pdf', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
    ['a page as picture', 'proof.png', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture as PDF', 'proof.pdf', png],
    ['a PDF as picture', 'proof.jpg', pdf('x')],
    ['a PDF behind other bytes', 'proof.pdf', Buffer.concat([Buffer.from('<html>'), pdf('x')])],
    ['nothing', 'proof.pdf', Buffer.alloc(0)],
    ['a page by its name', 'proof.html', pdf('x')],
    ['a second ending', 'proof.pdf.exe', pdf('x')],
    ['a picture that can hold scripts', 'proof.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('%s is refused with a sentence, and nothing is kept', async (_what, name, bytes) => {
    const { token, account_id } = await merchant(test);
    const answer = await uploadFile(test, token, { purpose: 'recharge_proof', name, bytes });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'file_invalid', errors: { file: [expect.any(String)] } },
    });
    expect(await sqlRows(test, `SELECT 1 FROM files WHERE account_id = '${account_id}'`)).toEqual([]);
  });

  it('another purpose’s, another account’s or no file proves nothing', async () => {
    const person = await merchant(test);
    const stranger = await merchant(test);
    const upload = async (token: string, purpose: string) =>
      (await uploadFile(test, token, { purpose, name: 'proof.pdf', bytes: pdf('mine') })).body.data.id as string;
    const files = [
      await upload(stranger.token, 'recharge_proof'),
      await upload(person.token, 'quote_attachment'),
      uuid(),
    ];
    const { token } = person;
    const body = { method: 'bank', amount: 50_000 };
    const made = (await test.call('POST', '/api/recharges', { token, key: uuid(), body })).body.data;
    for (const file_id of files) {
      const proof = {
        file_ids: [file_id],
        amount: 50_000,
        paid_on: '2026-11-20',
        payer_name: 'Ada',
        external_ref: 'FT12',
      };
      const answer = await test.call('POST', `/api/recharges/${made.id}/proof`, {
        token,
        body: { ...proof, version: made.version },
      });
      expect([404, 422]).toContain(answer.status);
    }
    const after = await test.call('GET', `/api/recharges/${made.id}`, { token });
    expect(after.body.data).toMatchObject({ status: 'awaiting_transfer', proofs: [] });
  });
});

describe('a recharge that looks like another', () => {
  it('is shown to finance with the other’s number: same transaction number, same file, same amount', async () => {
    const [ada, bob] = [await merchant(test), await merchant(test)];
    const first = await proven(ada, pdf('first'), 'SAME-1');
    const byNumber = await proven(bob, pdf('second'), 'SAME-1');
    const byFile = await proven(bob, pdf('first'), 'OTHER-2', 70_000);
    const byAmount = await proven(ada, pdf('third'), 'OTHER-3');
    const alone = await proven(await merchant(test), pdf('alone'), 'ALONE-1');
    const list = await test.call('GET', '/api/staff/recharges?per_page=100', { token: finance.token });
    const doublesOf = ({ id }: { id: string }) =>
      list.body.data
        .find((row: { id: string }) => row.id === id)
        .doubles.map(({ reason, number }: { reason: string; number: string }) => `${reason} ${number}`);
    expect(doublesOf(byNumber)).toEqual([`same_reference ${first.number}`]);
    expect(doublesOf(byFile)).toEqual([`same_proof ${first.number}`]);
    expect(doublesOf(byAmount)).toEqual([`same_amount ${first.number}`]);
    expect(doublesOf(first)).toHaveLength(3);
    expect(doublesOf(alone)).toEqual([]);
  });
});

describe('the alert of a low balance', () => {
  const save = (token: string, low_balance: number | null, version: number) =>
    test.call('PUT', '/api/wallet/settings', { token, body: { low_balance, version } });
  const look = () => test.app.tasks.wallet_alerts?.(systemEntry(test), {});
  const mails = async ({ account_id }: Person) =>
    (
      await sqlRows<{ subject: string }>(
        test,
        `SELECT payload->>'subject' AS subject FROM outbox WHERE account_id = '${account_id}' AND kind = 'mail' ORDER BY created_at, id`,
      )
    ).map(({ subject }) => subject);

  it('comes once by bell and mail, and again only after the wallet was refilled', async () => {
    const person = await merchant(test);
    const { token, account_id } = person;
    expect((await test.call('GET', '/api/wallet/settings', { token })).body.data).toEqual({
      low_balance: null,
      version: 0,
    });
    expect(await save(token, 100_00, 0)).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    expect(await save(token, 50_00, 0)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    await look();
    await look();
    expect(await mails(person)).toEqual([expect.stringContaining('Low wallet balance: 0.00 USD')]);
    const bell = (await test.call('GET', '/api/notifications', { token })).body.data;
    expect(bell).toMatchObject([{ event: 'wallet_low', needs_action: true, link: '/wallet/recharge' }]);

    await givenMoney(test, account_id, 100_00);
    await look();
    const settled = (await test.call('GET', '/api/notifications', { token })).body.data;
    expect(settled).toMatchObject([{ event: 'wallet_low', needs_action: false }]);
    expect(await mails(person)).toHaveLength(1);

    test.clock.advance(31 * 60_000);
    expect(await save(token, 200_00, 1)).toMatchObject({ status: 200 });
    await look();
    expect(await mails(person)).toHaveLength(2);
    expect(await save(token, null, 2)).toMatchObject({ status: 200 });
    await look();
    expect(await mails(person)).toHaveLength(2);
  });

  it('is not for those who may only look', async () => {
    const owner = await merchant(test);
    const payer = await merchant(test, { account_id: owner.account_id, role: 'payer' });
    expect(await save(payer.token, 100_00, 0)).toMatchObject({ status: 403 });
  });
});
