import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { cashOf, checkLedger, givenBank, uploadProof } from '#testing/wallet-fixtures.ts';
import { countOutgoing, guessColumns, namedIn, readBankRows } from './bank-table.ts';

let test: TestApp;
let anna: { token: string };
let ben: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  await givenBank(test);
  [anna, ben] = [await staff(test, 'finance'), await staff(test, 'finance')];
});
afterAll(() => test.close());

type Recharge = { id: string; reference: string; version: number; number: string };
type BankRow = {
  id: string;
  state: string;
  amount: number;
  reference: string;
  transaction_id: string | null;
  candidates: {
    recharge_id: string;
    client: { id: string };
    version: number;
    number: string;
    named: boolean;
    amount: number;
    received: number | null;
  }[];
};

async function recharge(person: Person, amount = 50_000): Promise<Recharge> {
  const body = { method: 'bank', amount };
  return (await test.call('POST', '/api/recharges', { token: person.token, key: uuid(), body })).body.data;
}

const boundary = 'bank-boundary';
async function upload(content: string | Buffer, by = anna, method = 'bank', name = 'bank.csv') {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: `/api/staff/bank_files?method=${method}`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${by.token}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function take(lines: readonly string[], changes: object = {}, by = anna) {
  const { data } = (await upload([head, ...lines].join('\n'), by)).body;
  const body = { columns: data.guess, dates: data.dates, currency: 'USD', ...changes };
  const path = `/api/staff/bank_files/${data.id}/import`;
  const answer = await test.call('POST', path, { token: by.token, key: uuid(), body });
  return { ...answer, outgoing: data.outgoing[data.guess.amount] };
}

const head = 'Booking date,Amount,Currency,Payment reference,Payer name,Transaction ID';
let numbers = 0;
const nextId = () => `BK${(numbers += 1) + 1_000}`;
const line = (amount: string, reference: string, { id = nextId(), currency = 'USD', payer = 'Ada Miller' } = {}) =>
  `2026-11-20,${amount},${currency},"${reference}",${payer},${id}`;
const rowsOf = async (q: string, tab = 'all'): Promise<BankRow[]> =>
  (await test.call('GET', `/api/staff/bank_rows?tab=${tab}&per_page=200&q=${encodeURIComponent(q)}`, anna)).body.data;
const rowOf = async (q: string) => (await rowsOf(q))[0] as BankRow;
const confirm = (row: BankRow, by = anna, at = 0) => {
  const match = row.candidates[at];
  const body = { account_id: match?.client.id, recharge_id: match?.recharge_id, version: match?.version };
  return test.call('POST', `/api/staff/bank_rows/${row.id}/confirm`, { token: by.token, key: uuid(), body });
};
const confirmAll = (ids: string[], by = anna) =>
  test.call('POST', '/api/staff/bank_rows/confirm_exact', { token: by.token, body: { ids } });

describe('a bank statement', () => {
  it('is matched by reference and amount, and credits what the bank received, once', async () => {
    const [ada, bob, cem] = [await merchant(test), await merchant(test), await merchant(test)];
    const [exact, cent, euros] = [await recharge(ada), await recharge(bob), await recharge(cem)];
    const twins = [await recharge(cem, 77_700), await recharge(bob, 77_700)];
    const result = await take([
      line('500.00', `WIRE ${exact.reference.toLowerCase().replaceAll('-', ' ')} THANKS`),
      line('499.99', cent.reference),
      line('500.00', euros.reference, { currency: 'EUR' }),
      line('777.00', 'salary? no idea'),
      line('12.34', 'from nobody we know'),
      line('-88.00', 'office rent'),
      '2026-13-45,5.00,USD,bad day,x,',
      '2026-11-20,five,USD,bad amount,x,',
    ]);
    expect(result.outgoing).toBe(1);
    expect(result.body.data).toMatchObject({ added: 5, known: 0, outgoing: 1, refused: [{ row: 8 }, { row: 9 }] });
    const rows = await rowsOf('');
    expect(rows.map(({ state }) => state).sort()).toEqual(['choose', 'different', 'different', 'exact', 'unmatched']);
    const counts = (await test.call('GET', '/api/staff/bank_rows', anna)).body.meta.counts;
    expect(counts).toEqual({ exact: 1, to_check: 3, unmatched: 1, for_colleague: 0, done: 0, all: 5 });
    const choose = rows.find(({ state }) => state === 'choose');
    expect(choose?.candidates.map(({ recharge_id, named }) => [recharge_id, named])).toEqual(
      twins.map(({ id }) => [id, false]).reverse(),
    );

    // off by one cent is no exact match, and goes through only by itself, with what the bank received
    const off = await rowOf(cent.reference);
    expect((await confirmAll([off.id])).body.data).toMatchObject({ confirmed: 0, refused: [{ id: off.id }] });
    expect(off.candidates).toMatchObject([{ amount: 50_000, received: null }]);
    expect(await confirm(off)).toMatchObject({ status: 200, body: { data: { state: 'credited' } } });
    // what the merchant declared stays beside what was credited
    expect((await rowOf(cent.reference)).candidates).toMatchObject([{ amount: 50_000, received: 49_999 }]);
    expect(await cashOf(test, bob.account_id)).toBe(49_999);
    // money in another currency is never booked
    expect(await confirm(await rowOf(euros.reference))).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(await cashOf(test, cem.account_id)).toBe(0);

    const hit = rows.find(({ state }) => state === 'exact') as BankRow;
    const all = await confirmAll([hit.id, hit.id]);
    expect(all.body.data).toEqual({ confirmed: 1, waiting: 0, refused: [] });
    expect(await cashOf(test, ada.account_id)).toBe(50_000);
    const mine = await test.call('GET', `/api/recharges/${exact.id}`, { token: ada.token });
    expect(mine.body.data).toMatchObject({
      status: 'credited',
      received_amount: 50_000,
      external_ref: hit.transaction_id,
    });
    expect(await confirm(hit)).toMatchObject({ status: 422, body: { code: 'bank_row_closed' } });

    // staff choose between the two
    expect(await confirm(choose as BankRow, ben, 1)).toMatchObject({ status: 200 });
    expect(await cashOf(test, cem.account_id)).toBe(77_700);
    for (const { account_id } of [ada, bob, cem])
      expect(await checkLedger(test, account_id)).toMatchObject({ ok: true });

    const none = await rowOf('from nobody');
    const ignored = await test.call('POST', `/api/staff/bank_rows/${none.id}/ignore`, {
      token: anna.token,
      body: { reason: 'A refund of our supplier' },
    });
    expect(ignored.body.data).toMatchObject({ state: 'ignored', note: 'A refund of our supplier' });
    const again = await test.call('POST', `/api/staff/bank_rows/${none.id}/reopen`, { token: ben.token, body: {} });
    expect(again.body.data).toMatchObject({ state: 'unmatched', note: null, decided_by: null });
  });

  it('brings each payment once, however often and in whatever period it is uploaded', async () => {
    const person = await merchant(test);
    const [first, second] = [await recharge(person, 10_000), await recharge(person, 20_000)];
    const [one, two] = [line('100.00', first.reference), line('200.00', second.reference)];
    const plain = '2026-11-19,31.00,USD,no number,Zoe,';
    expect((await take([one, plain, plain])).body.data).toMatchObject({ added: 3, known: 0 });
    await confirm(await rowOf(first.reference));
    expect((await take([one, two, plain, plain, plain], {}, ben)).body.data).toMatchObject({ added: 2, known: 3 });
    expect(await rowOf(first.reference)).toMatchObject({ state: 'credited' });
    expect(await rowsOf('no number')).toHaveLength(3);
    // both at the same moment
    const more = line('5.00', 'both at once');
    const answers = await Promise.all([take([more]), take([more], {}, ben), take([more])]);
    expect(answers.map(({ body }) => body.data.added).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
    // the same number with another amount is named, not taken
    const changed = one.replace('100.00', '900.00');
    const told = await take([changed, two, two]);
    expect(told.body.data).toMatchObject({ added: 0, known: 1, refused: [{ row: 2 }, { row: 4 }] });
    expect(told.body.data.refused[0].message).toMatch(/another amount/);
    // a file is imported once
    const { data } = (await upload([head, line('6.00', 'once')].join('\n'))).body;
    const body = { columns: data.guess, dates: null, currency: 'USD' };
    const go = () =>
      test.call('POST', `/api/staff/bank_files/${data.id}/import`, { token: anna.token, key: uuid(), body });
    const both = await Promise.all([go(), go()]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('credits once when two of finance confirm at the same moment, with the review beside them', async () => {
    const person = await merchant(test);
    const made = await recharge(person);
    const id = nextId();
    const proved = await test.call('POST', `/api/recharges/${made.id}/proof`, {
      token: person.token,
      body: {
        file_ids: [await uploadProof(test, person.token)],
        amount: 50_000,
        paid_on: '2026-11-20',
        payer_name: 'Ada Miller',
        external_ref: 'CLIENT-77',
        version: made.version,
      },
    });
    await take([line('500.00', made.reference, { id })]);
    const row = await rowOf(made.reference);
    expect(row.state).toBe('exact');
    const approve = () =>
      test.call('POST', `/api/staff/recharges/${person.account_id}/${made.id}/approve`, {
        token: ben.token,
        key: uuid(),
        body: { received_amount: 50_000, version: proved.body.data.version },
      });
    const answers = await Promise.all([
      confirm(row),
      confirm(row, ben),
      approve(),
      confirmAll([row.id], ben),
      approve(),
    ]);
    const [mine, bens, review, all, secondReview] = answers.map(
      ({ status, body }) => status === 200 && body.data.confirmed !== 0,
    );
    expect([mine, bens, all].filter(Boolean).length).toBeLessThan(2);
    expect([review, secondReview].filter(Boolean).length).toBeLessThan(2);
    expect(await cashOf(test, person.account_id)).toBe(50_000);
    // when the review was first, the row says so, and is put to its recharge without moving money
    const after = await rowOf(made.reference);
    expect(['credited', 'known']).toContain(after.state);
    if (after.state === 'known') expect(await confirm(after)).toMatchObject({ status: 200 });
    expect(await cashOf(test, person.account_id)).toBe(50_000);
    // another payment under the same reference is not this recharge's
    await take([line('500.00', made.reference, { id: `${id}X` })]);
    const [later] = (await rowsOf(made.reference)).filter(({ state }) => state !== 'credited');
    expect(later?.state).toBe('known');
    expect((await confirm(later as BankRow)).body.code).toBe('duplicate_reference');
    expect(await cashOf(test, person.account_id)).toBe(50_000);
  });

  it('backs one recharge only, whichever number a client names', async () => {
    const [ada, eve] = [await merchant(test), await merchant(test)];
    const mine = await recharge(ada);
    const id = nextId();
    await take([line('500.00', mine.reference, { id })]);
    expect(await confirm(await rowOf(mine.reference))).toMatchObject({ status: 200 });
    const theirs = await recharge(eve);
    const proof = {
      file_ids: [await uploadProof(test, eve.token)],
      amount: 50_000,
      paid_on: '2026-11-20',
      payer_name: 'Eve',
      external_ref: id.toLowerCase(),
      version: theirs.version,
    };
    const refused = await test.call('POST', `/api/recharges/${theirs.id}/proof`, { token: eve.token, body: proof });
    expect(refused.body.code).toBe('duplicate_reference');
    // by hand, past the server: the row's recharge and the payment's number are unique
    const again = `INSERT INTO external_payments SELECT provider, reference, '${eve.account_id}', '${theirs.id}', now()
      FROM external_payments WHERE reference = '${id}'`;
    await expect(sqlRows(test, again)).rejects.toMatchObject({ constraint: 'external_payments_pkey' });
  });

  it('is refused with a sentence when it is hostile or of no use', async () => {
    const bad: [string | Buffer, string][] = [
      [head, 'file_invalid'],
      ['', 'file_invalid'],
      [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 1, 2, 3]), 'file_invalid'],
      [`${head}\n${`${line('1.00', 'x')}\n`.repeat(5_001)}`, 'file_invalid'],
      [`${head}\n${','.repeat(90)}x`, 'file_invalid'],
      [`${head}\n"never closed`, 'file_invalid'],
      [`${head}\n${'y'.repeat(30_000)}`, 'file_invalid'],
    ];
    for (const [content, code] of bad) {
      const { status, body } = await upload(content);
      expect([status, body.code, body.message.length > 10]).toEqual([422, code, true]);
    }
    expect((await upload(`${head}\n${line('1.00', 'x')}`, anna, 'card')).body.code).toBe('invalid_input');
    const person = await merchant(test);
    expect((await upload(`${head}\n${line('1.00', 'x')}`, person)).status).toBe(403);
    // formulas, marks and control characters stay what they are: text
    const evil = '=HYPERLINK(""http://x"")\u0000<script>';
    expect((await take([line('3.21', evil)])).body.data.added).toBe(1);
    expect((await rowOf('hyperlink')).reference).toBe('=HYPERLINK("http://x")<script>');
    const { data } = (await upload(`a,b\n2026-11-20,1.00`)).body;
    expect(data.guess).toMatchObject({ date: null, amount: null });
    const columns = { ...data.guess, date: 99, amount: 1 };
    const body = { columns, dates: null, currency: 'USD' };
    const read = await test.call('POST', `/api/staff/bank_files/${data.id}/import`, {
      token: anna.token,
      key: uuid(),
      body,
    });
    expect(read.body.data).toMatchObject({ added: 0, refused: [{ row: 2 }] });
  });
});

describe('a payment above what one of finance approves alone', () => {
  const waiting = async () => {
    const person = await merchant(test);
    const made = await recharge(person, 300_000);
    await take([line('3000.00', made.reference)]);
    return { person, made, row: await rowOf(made.reference) };
  };

  it('waits for a second one of finance, by itself and among exact matches', async () => {
    const { person, made, row } = await waiting();
    expect(row).toMatchObject({ state: 'exact', candidates: [{ needs_second: true, first_approval: null }] });
    expect((await confirmAll([row.id])).body.data).toEqual({ confirmed: 0, waiting: 1, refused: [] });
    expect(await cashOf(test, person.account_id)).toBe(0);
    const mine = await test.call('GET', `/api/recharges/${made.id}`, { token: person.token });
    expect(mine.body.data).toMatchObject({ status: 'under_review', received_amount: null });
    const second = await rowOf(made.reference);
    expect(second).toMatchObject({ state: 'for_colleague', candidates: [{ first_approval: { own: true } }] });
    expect((await confirm(second)).body.code).toBe('second_person');
    expect((await confirmAll([row.id], ben)).body.data).toMatchObject({ confirmed: 0, refused: [{ id: row.id }] });
    const ignored = { token: ben.token, body: { reason: 'Not this one' } };
    expect((await test.call('POST', `/api/staff/bank_rows/${row.id}/ignore`, ignored)).body.code).toBe(
      'bank_row_closed',
    );
    const answers = await Promise.all([confirm(second, ben), confirm(second, ben), confirm(second)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowOf(made.reference)).toMatchObject({ state: 'credited' });
    expect(await cashOf(test, person.account_id)).toBe(300_000);
    expect(await checkLedger(test, person.account_id)).toMatchObject({ ok: true });
  });

  it('is counted and listed apart for the one who approved it, and is to check for colleagues', async () => {
    const { made, row } = await waiting();
    await confirm(row);
    const seenBy = async ({ token }: { token: string }) => {
      const path = `/api/staff/bank_rows?q=${made.reference}`;
      const { counts } = (await test.call('GET', path, { token })).body.meta;
      const listed = async (tab: string) => (await test.call('GET', `${path}&tab=${tab}`, { token })).body.data.length;
      return { counts, to_check: await listed('to_check'), for_colleague: await listed('for_colleague') };
    };
    const none = { exact: 0, to_check: 0, unmatched: 0, for_colleague: 0, done: 0, all: 1 };
    expect(await seenBy(anna)).toEqual({ counts: { ...none, for_colleague: 1 }, to_check: 0, for_colleague: 1 });
    // the menu says of each what their tabs do
    for (const { token } of [anna, ben]) {
      const { exact, to_check, unmatched } = (await test.call('GET', '/api/staff/bank_rows', { token })).body.meta
        .counts;
      const work = (await test.call('GET', '/api/staff/work', { token })).body.data;
      expect(work.bank_payments).toBe(exact + to_check + unmatched);
    }
    expect(await seenBy(ben)).toEqual({ counts: { ...none, to_check: 1 }, to_check: 1, for_colleague: 0 });
  });

  it('waits for a colleague of the one who approved its recharge in the review before it came', async () => {
    const person = await merchant(test);
    const { token, account_id } = person;
    const { id, reference, version } = await recharge(person, 300_000);
    const proof = { file_ids: [await uploadProof(test, token)], amount: 300_000, paid_on: '2026-11-20', version };
    const named = { ...proof, payer_name: 'Ada Miller', external_ref: nextId() };
    const proven = (await test.call('POST', `/api/recharges/${id}/proof`, { token, body: named })).body.data;
    const approved = await test.call('POST', `/api/staff/recharges/${account_id}/${id}/approve`, {
      token: anna.token,
      key: uuid(),
      body: { received_amount: 300_000, version: proven.version },
    });
    expect(approved).toMatchObject({ body: { data: { status: 'under_review' } } });
    await take([line('3000.00', reference)]);
    const row = await rowOf(reference);
    expect(row).toMatchObject({ state: 'for_colleague', candidates: [{ first_approval: { own: true } }] });
    const path = `/api/staff/bank_rows?q=${reference}&tab=exact`;
    expect((await test.call('GET', path, { token: ben.token })).body.data).toMatchObject([{ state: 'exact' }]);
    expect(await confirm(row, ben)).toMatchObject({ status: 200, body: { data: { state: 'credited' } } });
    expect(await cashOf(test, account_id)).toBe(300_000);
  });

  it('is closed by a second approval in the review, and open again when the first is sent back', async () => {
    const { person, made, row } = await waiting();
    expect(await confirm(row)).toMatchObject({ status: 200, body: { data: { state: 'for_colleague' } } });
    const path = `/api/staff/recharges/${person.account_id}/${made.id}`;
    const version = async () => (await rowOf(made.reference)).candidates[0]?.version;
    const back = { reason: 'Another client’s money', version: await version() };
    expect(await test.call('POST', `${path}/send_back`, { token: ben.token, body: back })).toMatchObject({
      status: 200,
      body: { data: { status: 'awaiting_transfer', first_approval: null } },
    });
    const again = await rowOf(made.reference);
    expect(again.state).toBe('exact');
    expect(await confirm(again)).toMatchObject({ status: 200, body: { data: { state: 'for_colleague' } } });
    const body = { received_amount: 300_000, version: await version() };
    expect(await test.call('POST', `${path}/approve`, { token: ben.token, key: uuid(), body })).toMatchObject({
      status: 200,
      body: { data: { status: 'credited', external_ref: row.transaction_id } },
    });
    expect(await rowOf(made.reference)).toMatchObject({ state: 'credited' });
    expect(await cashOf(test, person.account_id)).toBe(300_000);
  });
});

describe('the table of a bank', () => {
  it('has its columns guessed by their titles, each once', () => {
    expect(guessColumns(['Date', 'Description', 'Money In (USD)', 'Balance', 'Transaction ID'])).toMatchObject({
      date: 0,
      amount: 2,
      reference: 1,
      transaction: 4,
      payer: null,
    });
    expect(guessColumns(['Booking date', 'Amount', 'Reference', 'Transaction'])).toMatchObject({ transaction: 3 });
    expect(guessColumns(['交易日期', '收入金额', '对方户名', '摘要', '交易流水号'])).toMatchObject({
      date: 0,
      amount: 1,
      payer: 2,
      reference: 3,
      transaction: 4,
    });
  });

  it('names recharges however the bank spaced them', () => {
    expect(namedIn('/ROC/tw-ab12cd34//URI/Payment TW AB12 CD34, TW-0000-ZZZZ')).toEqual([
      'TW-AB12-CD34',
      'TW-0000-ZZZZ',
    ]);
    expect(namedIn('TWO TWENTY')).toEqual([]);
  });

  it('reads amounts and dates as banks of several countries write them', () => {
    const columns = { date: 0, amount: 1, currency: null, reference: null, payer: null, transaction: null };
    const how = { columns, dates: 'dmy' as const, currency: 'EUR', today: '2026-11-26' };
    const cells = [
      ['03.11.2026', '1.234,50'],
      ['3/11/2026', '€1,234.50'],
      ['2026-11-03 10:15:00', '+1234.5'],
      ['03.11.2026', '−5,00'],
      ['03.11.2026', ''],
      ['03.12.2026', '1,00'],
    ];
    const read = readBankRows(
      cells.map((one, at) => ({ row: at + 2, cells: one })),
      how,
    );
    expect(read.rows.map(({ booked_on, amount, currency }) => [booked_on, amount, currency])).toEqual(
      Array.from({ length: 3 }, () => ['2026-11-03', 123_450, 'EUR']),
    );
    expect([read.outgoing, countOutgoing(cells, 1)]).toEqual([2, 2]);
    expect(read.refused).toHaveLength(1);
    expect(new Set(read.rows.map(({ row_key }) => row_key)).size).toBe(3); // the third time the same is a payment of its own
  });
});
