import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { amountText } from '#server/lib/money-text.ts';
import { hasPdfTools, pdfFaults, pdfPages } from '#testing/pdf-tools.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { acceptQuote, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';

let test: TestApp;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

async function quoted(): Promise<{ owner: Person; id: string }> {
  const owner = await merchant(test);
  const { product_id } = await givenUnpriced(test, owner, 0);
  const id: string = (await ask(test, owner.token, product_id)).body.data.id;
  expect(await sendAnswer(test, agent.token, { account_id: owner.account_id, id })).toMatchObject({ status: 200 });
  return { owner, id };
}
const share = async ({ owner, id }: { owner: Person; id: string }) => {
  const { status, body } = await test.call('POST', `/api/quotes/${id}/share`, { token: owner.token });
  expect(status).toBe(200);
  return new URL(body.data.url).searchParams.get('token') ?? '';
};
const open = (token: string) => test.call('GET', `/api/shared_quotes/${encodeURIComponent(token)}`);

describe('a link to a quote', () => {
  it('shows goods, prices and freight to anybody, and nothing of the account', async () => {
    const given = await quoted();
    const token = await share(given);
    const { status, body } = await open(token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'Moon lamp', version: { lines: [{ unit_price: 451 }, {}] } });
    expect(Object.keys(body.data).toSorted()).toEqual([
      'currency',
      'destinations',
      'number',
      'picture_url',
      'title',
      'version',
    ]);
    expect(JSON.stringify(body)).not.toContain(given.owner.account_id);
    expect(await test.call('GET', `/api/quotes/${given.id}/share`, { token: given.owner.token })).toMatchObject({
      body: { data: { shared: true } },
    });
  });

  it('ends when it is revoked, when a new one is made and when the price is over, always with one answer', async () => {
    const given = await quoted();
    const [first, second] = [await share(given), await share(given)];
    const gone = { status: 404, body: { message: 'This link is no longer available. Ask for a new one.' } };
    expect(await open(first)).toMatchObject(gone);
    expect(await open(second)).toMatchObject({ status: 200 });
    await test.call('DELETE', `/api/quotes/${given.id}/share`, { token: given.owner.token });
    expect(await open(second)).toMatchObject(gone);
    expect(await open('nonsense')).toMatchObject(gone);
    const third = await share(given);
    test.clock.advance(15 * 86_400_000);
    expect(await open(third)).toMatchObject(gone);
  });

  it('is made by two tabs at once without a failure; one of the two links is left', async () => {
    const given = await quoted();
    const tokens = await Promise.all([1, 2, 3, 4].map(() => share(given)));
    const answers = await Promise.all(tokens.map(open));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is not made by staff who act for the client, nor does the client’s own link end by it', async () => {
    const given = await quoted();
    const token = await share(given);
    const body = { account_id: given.owner.account_id, reason: 'Helping with a quote' };
    const helper = await staff(test, 'agent');
    await test.call('POST', '/api/login_as', { token: helper.token, body });
    const path = `/api/quotes/${given.id}`;
    const refused = { status: 422, body: { code: 'not_allowed_while_acting' } };
    expect(await test.call('POST', `${path}/share`, { token: helper.token })).toMatchObject(refused);
    const accepted = { token: helper.token, key: uuid(), body: { version: 1 } };
    expect(await test.call('POST', `${path}/accept`, accepted)).toMatchObject(refused);
    expect(await open(token)).toMatchObject({ status: 200 });
  });

  it('stays for an accepted quote, and cannot be made without prices', async () => {
    const given = await quoted();
    const token = await share(given);
    await acceptQuote(test, given.owner.token, given.id);
    test.clock.advance(15 * 86_400_000);
    expect(await open(token)).toMatchObject({ status: 200 });
    const owner = await merchant(test);
    const { product_id } = await givenUnpriced(test, owner, 0);
    const { body } = await ask(test, owner.token, product_id);
    expect(await test.call('POST', `/api/quotes/${body.data.id}/share`, { token: owner.token })).toMatchObject({
      status: 422,
      body: { code: 'quote_not_open' },
    });
  });

  it('is made and ended by those who may work with the account’s quotes only', async () => {
    const { owner, id } = await quoted();
    const stranger = await merchant(test);
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    for (const method of ['POST', 'DELETE'] as const) {
      const path = `/api/quotes/${id}/share`;
      expect(await test.call(method, path)).toMatchObject({ status: 401 });
      expect(await test.call(method, path, { token: stranger.token })).toMatchObject({ status: 404 });
      expect(await test.call(method, path, { token: viewer.token })).toMatchObject({ status: 403 });
      expect(await test.call(method, `/api/quotes/${uuid()}/share`, { token: owner.token })).toMatchObject({
        status: 404,
      });
    }
  });

  it('cannot be guessed, ends with the quote, and answers only so many tries a minute', {
    tags: ['D5-12'],
  }, async () => {
    const given = await quoted();
    const token = await share(given);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32); // 256 random bits
    const nearly = [token.slice(0, -1), `${token}A`, token.toLowerCase(), given.id, uuid()];
    for (const guess of nearly) expect(await open(guess)).toMatchObject({ status: 404 });
    await test.call('POST', `/api/quotes/${given.id}/decline`, { token: given.owner.token, body: { reason: 'price' } });
    expect(await open(token)).toMatchObject({ status: 404 });
    const tries: number[] = [];
    for (let n = 0; n < 31; n += 1) tries.push((await open(uuid())).status);
    expect(tries.at(-1)).toBe(429);
  });
});

describe('the PDF of a quote', () => {
  it('says its goods, prices and freight, the same bytes for the same version, to whom the quote is shown', async () => {
    const { owner, id } = await quoted();
    const bytes = async () => {
      const { status, body } = await test.call('POST', `/api/quotes/${id}/pdf`, { token: owner.token });
      expect(status).toBe(200);
      return (await test.app.fastify.inject({ method: 'GET', url: body.data.url })).rawPayload;
    };
    const first = await bytes();
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    test.clock.advance(86_400_000);
    expect((await bytes()).equals(first)).toBe(true);
    if (hasPdfTools) {
      expect(pdfFaults(first)).toBe('');
      const text = pdfPages(first).join('\n');
      const quote = (await test.call('GET', `/api/quotes/${id}`, { token: owner.token })).body.data;
      const [version] = quote.versions;
      for (const line of version.lines) expect(text).toContain(amountText(line.unit_price, quote.currency));
      for (const { channel } of version.freight) expect(text).toContain(channel.name);
      expect(text).toContain(quote.number);
      // in the language of the account, its owner's, whoever asks
      const chinese = async () => /[\u4e00-\u9fff]/.test(pdfPages(await bytes()).join());
      expect(await chinese()).toBe(false);
      await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${owner.user_id}'`);
      expect(await chinese()).toBe(true);
      await sqlRows(test, `UPDATE users SET locale = 'en' WHERE id = '${owner.user_id}'`);
    }
    const { product_id } = await givenUnpriced(test, owner, 0);
    const waiting: string = (await ask(test, owner.token, product_id)).body.data.id;
    const none = await test.call('POST', `/api/quotes/${waiting}/pdf`, { token: owner.token });
    expect(none.body.code).toBe('quote_not_open');
  });
});
