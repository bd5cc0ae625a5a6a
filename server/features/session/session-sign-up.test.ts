import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type HttpAnswer, type HttpClient, httpClient } from '#testing/http-client.ts';
import { merchant } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let call: HttpClient;
beforeAll(async () => {
  test = await startTestApp();
  call = await httpClient(test);
});
afterAll(() => test.close());

const form = (email: string, username: string) => ({
  email,
  username,
  password: 'a long enough secret',
  account_name: 'Ada’s shop',
  terms: true,
});
let place = 1;
/** Each call from an address of its own, so that limits of addresses stay out of the way. */
function post(path: string, body: unknown): Promise<HttpAnswer> {
  place = (place % 250) + 1;
  return call('POST', path, { body, from: `127.0.1.${place}` });
}
const answered = ({ status, body, headers }: HttpAnswer) => ({ status, body, type: headers['content-type'] });

type Mail = { subject: string; text: string };
/** Mails to an address, the oldest first, once the tasks have made them. */
async function mailsTo(address: string): Promise<Mail[]> {
  await runTasks(test, { tolerant: true }); // without a mail server they are kept as failed
  const rows = await sqlRows<{ payload: Mail }>(
    test,
    `SELECT payload FROM outbox WHERE kind = 'mail' AND payload ->> 'to' = '${address}' ORDER BY id`,
  );
  return rows.map(({ payload }) => payload);
}
const codeIn = (mail: Mail | undefined) => /#finish-sign-up=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const finish = (code: string) => post('/api/sign_up/finish', { code });

describe('terms of service', () => {
  const without = (name: string) => ({ ...form(`${name}@shop.example`, name), terms: undefined });

  it('are agreed to where the branding of the domain names them, and nowhere else', async () => {
    expect((await post('/api/sign_up', without('no-terms'))).status).toBe(200);
    await sqlRows(
      test,
      `INSERT INTO sites (id, domain, brand_name, branding)
       SELECT '${uuid()}', '127.0.0.1', 'Acme', '{"terms_url": "https://acme.example/terms"}' RETURNING 1`,
    );
    expect(await post('/api/sign_up', without('with-terms'))).toMatchObject({
      status: 422,
      body: { errors: { terms: ['Accept the terms to continue.'] } },
    });
    expect((await post('/api/sign_up', { ...without('with-terms'), terms: true })).status).toBe(200);
  });
});

describe('L3: sign-up', () => {
  it('answers a known address like an unknown one, and says it by mail', { tags: ['S7-06'] }, async () => {
    const known = await merchant(test);
    const answers = [
      await post('/api/sign_up', form('new@shop.example', 'new-one')),
      await post('/api/sign_up', form(known.email, 'other-one')),
    ];
    expect(answers.map(answered)).toEqual([answered(answers[0] as HttpAnswer), answered(answers[0] as HttpAnswer)]);
    expect(answers[0]?.body.data).toEqual({ done: true });
    const [toNew, toKnown] = [await mailsTo('new@shop.example'), await mailsTo(known.email)];
    expect(toNew.map(({ subject }) => subject)).toEqual([expect.stringContaining('Confirm your email address')]);
    expect(toKnown.map(({ subject }) => subject)).toEqual([expect.stringContaining('You already have an account')]);
    expect(codeIn(toKnown[0])).toBe('');
    // a held username tells neither: both are refused to everybody else
    for (const held of ['NEW-one', 'other-one']) {
      expect(await post('/api/sign_up', form('third@shop.example', held))).toMatchObject({
        status: 422,
        body: { code: 'username_taken' },
      });
    }
  });

  it('does the same work for both: it reads no user by the address before the task does', async () => {
    const known = await merchant(test);
    const rowsOf = async (address: string) =>
      sqlRows(
        test,
        `SELECT (SELECT count(*)::int FROM sign_ups WHERE email = '${address}') AS sign_ups,
                (SELECT count(*)::int FROM mail_requests WHERE email = '${address}') AS requests,
                (SELECT count(*)::int FROM user_links l JOIN users u ON u.id = l.user_id WHERE u.email = '${address}') AS links`,
      );
    for (const [address, name] of [
      [known.email, 'same-work'],
      ['unknown@shop.example', 'same-work2'],
    ] as const) {
      await post('/api/sign_up', form(address, name));
      await post('/api/password/forget', { email: address });
      expect(await rowsOf(address)).toEqual([{ sign_ups: 1, requests: 2, links: 0 }]);
    }
  });

  it('creates the account by the link, once, confirmed, and leads to the page that was wanted', async () => {
    await post('/api/sign_up', { ...form('link@shop.example', 'linked'), redirect: '/order/index?tab=paid' });
    expect(await post('/api/login', { username: 'linked', password: 'a long enough secret' })).toMatchObject({
      body: { code: 'wrong_login' },
    });
    const [mail] = await mailsTo('link@shop.example');
    expect(mail?.text).toContain('/login?redirect=%2Forder%2Findex%3Ftab%3Dpaid#finish-sign-up=');
    const made = await finish(codeIn(mail));
    const profile = await call('GET', '/api/profile', { token: made.body.data.token });
    expect(profile.body.data).toMatchObject({ username: 'linked', roles: ['owner'], email_verified: true });
    expect(await finish(codeIn(mail))).toMatchObject({ status: 422, body: { code: 'link_expired' } });
    expect(await post('/api/login', { username: 'linked', password: 'a long enough secret' })).toMatchObject({
      status: 200,
    });
  });

  it('refuses a link after 30 minutes, and gives the username free', async () => {
    await post('/api/sign_up', form('late@shop.example', 'late'));
    const [mail] = await mailsTo('late@shop.example');
    test.clock.advance(31 * 60_000);
    expect(await finish(codeIn(mail))).toMatchObject({ status: 422, body: { code: 'link_expired' } });
    expect(await post('/api/sign_up', form('later@shop.example', 'late'))).toMatchObject({ status: 200 });
  });

  it('can be repeated by the same address; the first link that is opened counts', async () => {
    await post('/api/sign_up', form('twice@shop.example', 'twice'));
    await post('/api/sign_up', form('twice@shop.example', 'twice'));
    const mails = await mailsTo('twice@shop.example');
    expect(mails).toHaveLength(2);
    expect(await finish(codeIn(mails[1]))).toMatchObject({ status: 200 });
    expect(await finish(codeIn(mails[0]))).toMatchObject({ status: 422, body: { code: 'email_taken' } });
  });

  it('refuses a business name of several lines (round 2)', async () => {
    const body = { ...form('lines@shop.example', 'lines-one'), account_name: 'Shop\r\nBcc: all@shop.example' };
    expect(await post('/api/sign_up', body)).toMatchObject({
      status: 422,
      body: { errors: { account_name: ['This must be one line without control characters. Remove line breaks.'] } },
    });
  });

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example'])('refuses to lead to %s', async (redirect) => {
    const answer = await post('/api/sign_up', { ...form('away@shop.example', 'away'), redirect });
    expect(answer.status).toBe(422);
  });
});

describe('L3: mails on request', () => {
  it('are five an hour for one address, from wherever they are asked for, without a word about it', async () => {
    const person = await merchant(test);
    const ask = (email: string) => post('/api/password/forget', { email });
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(answered(await ask(person.email)));
    answers.push(answered(await ask('nobody@shop.example')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await mailsTo(person.email)).toHaveLength(5);
    const links = await sqlRows(test, `SELECT 1 FROM user_links WHERE user_id = '${person.user_id}'`);
    expect(links).toHaveLength(5);
    expect(await mailsTo('nobody@shop.example')).toEqual([]);

    await post('/api/sign_up', form(person.email, 'again-me'));
    expect(await mailsTo(person.email)).toHaveLength(5);
    test.clock.advance(60 * 60_000 + 1);
    await ask(person.email);
    expect(await mailsTo(person.email)).toHaveLength(6);
  });

  it('lead to PUBLIC_URL, whatever host the call names', async () => {
    const person = await merchant(test);
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await call('POST', '/api/password/forget', { body: { email: person.email }, headers });
    const [mail] = await mailsTo(person.email);
    expect(mail?.text).toContain(`${test.config.PUBLIC_URL}/login#create-password=`);
    expect(mail?.text).not.toContain('evil.example');
  });
});
