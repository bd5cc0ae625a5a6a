import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptySiteConfig } from '#contract/branding.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type HttpClient, httpClient } from '#testing/http-client.ts';
import { merchant, password, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let call: HttpClient;
beforeAll(async () => {
  test = await startTestApp();
  call = await httpClient(test);
});
afterAll(() => test.close());

const login = (username: string, guess: string, from = '127.0.0.1') =>
  call('POST', '/api/login', { body: { username, password: guess }, from });
const tried = async (where: string) =>
  (await sqlRows<{ n: number }>(test, `SELECT count(*)::int AS n FROM login_attempts WHERE ${where}`))[0]?.n;
const locked = { status: 422, body: { code: 'locked_out', message: expect.stringContaining('15 min') } };

/** Wrong passwords of before, from addresses that are nobody's here. */
const failBefore = (user_id: string | null, many: number, ip = '192.0.2.') =>
  sqlRows(
    test,
    `INSERT INTO login_attempts (id, email, ip, user_id, ok, at)
     SELECT gen_random_uuid(), 'x', '${ip}' || n, ${user_id === null ? 'NULL' : `'${user_id}'`}, false,
       '${test.clock.now().toISOString()}' FROM generate_series(1, ${many}) n RETURNING 1`,
  );

describe('M4: wrong passwords', () => {
  it('sent at once from one address under both names are tried ten times, and lock only that address', async () => {
    const person = await merchant(test);
    const guesses = Array.from({ length: 58 }, (_, n) =>
      login(n % 2 ? person.email.toUpperCase() : person.username, `guess ${n}`),
    );
    const answers = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(answers.filter((code) => code === 'wrong_login')).toHaveLength(10);
    expect(answers.filter((code) => code === 'locked_out')).toHaveLength(48);
    expect(await tried(`user_id = '${person.user_id}'`)).toBe(10);
    expect(await login(person.username, password)).toMatchObject(locked);
    expect(await login(person.username, password, '127.0.0.2')).toMatchObject({ status: 200 });
    test.clock.advance(15 * 60_000 + 1);
    expect(await login(person.email, password)).toMatchObject({ status: 200 });
  });

  it('for a name that is nobody’s are answered and limited in the same way', async () => {
    const name = 'nobody-of-us';
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => login(name, `guess ${n}`)));
    expect(answers.filter(({ body }) => body.code === 'wrong_login')).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === 'locked_out')).toHaveLength(10);
    const person = await merchant(test);
    const known = [];
    for (let n = 0; n < 11; n += 1) known.push(await login(person.username, `guess ${n}`));
    const shown = ({ status, body }: (typeof answers)[number]) => [status, body.code, body.message];
    expect(known.map(shown).slice(0, 10)).toEqual(answers.filter(({ body }) => body.code === 'wrong_login').map(shown));
    expect(known.map(shown)[10]).toEqual(shown(await login(name, 'one more')));
  });

  it('lock for 15 minutes from the tenth on, not from the first, and only in a row', async () => {
    const person = await merchant(test);
    const fail = async (many: number) => {
      for (let n = 0; n < many; n += 1) await login(person.username, 'wrong', '127.0.0.3');
    };
    const right = () => login(person.username, password, '127.0.0.3');
    await fail(9);
    expect(await right()).toMatchObject({ status: 200 });
    await fail(9);
    test.clock.advance(14 * 60_000);
    await fail(1);
    expect(await right()).toMatchObject(locked);
    test.clock.advance(14 * 60_000);
    expect(await right()).toMatchObject({ status: 422, body: { code: 'locked_out' } });
    test.clock.advance(60_001);
    expect(await right()).toMatchObject({ status: 200 });
  });

  it('of fifty within the hour slow further tries down and never lock', async () => {
    const [slowed, other] = [await merchant(test), await merchant(test)];
    await failBefore(slowed.user_id, 50);
    const sequence: string[] = [];
    const enter = async (name: string) => {
      const { status } = await login(name, password, '127.0.0.4');
      sequence.push(`${name} ${status}`);
    };
    const first = enter(slowed.username);
    await enter(other.username);
    await first;
    expect(sequence).toEqual([`${other.username} 200`, `${slowed.username} 200`]);
  });

  it('of a hundred from one address lock the address, and log-ins that succeed never count', async () => {
    const person = await merchant(test);
    await sqlRows(
      test,
      `INSERT INTO login_attempts (id, email, ip, ok, at)
       SELECT gen_random_uuid(), 'name' || n, '127.0.0.5', n > 99, '${test.clock.now().toISOString()}'
       FROM generate_series(1, 300) n RETURNING 1`,
    );
    const enter = (name: string, guess = password) => login(name, guess, '127.0.0.5');
    expect(await enter(person.username)).toMatchObject({ status: 200 });
    expect(await enter('somebody-else', 'wrong')).toMatchObject({ body: { code: 'wrong_login' } });
    expect(await enter(person.username)).toMatchObject(locked);
    expect(await login(person.username, password, '127.0.0.6')).toMatchObject({ status: 200 });
  });

  it('count for a changed password too, and say so in the reader’s language', async () => {
    const { token } = await merchant(test);
    const change = (old_password: string) =>
      call('POST', '/api/reset_password', { token, body: { old_password, new_password: 'another fine secret' } });
    for (let n = 0; n < 10; n += 1) {
      expect(await change(`guess ${n}`)).toMatchObject({ status: 422, body: { code: 'wrong_login' } });
    }
    expect(await change(password)).toMatchObject(locked);
    const refused = await call('POST', '/api/login', {
      body: { username: 'nobody-at-all', password: 'x' },
      headers: { 'accept-language': 'zh-CN' },
    });
    expect(refused.body.message).toContain('用户名或密码错误');
  });
});

describe('L5: staff and the scripts of a domain', () => {
  const domain = 'brand.example';
  const enter = (username: string, host: string) =>
    call('POST', '/api/login', { body: { username, password }, headers: { host }, from: '127.0.0.7' });
  const brand = (config: object, staff_login: boolean) =>
    sqlRows(
      test,
      `INSERT INTO sites (id, domain, brand_name, branding, staff_login)
       VALUES ('${uuid()}', '${domain}', 'Acme', '${JSON.stringify({ ...emptySiteConfig, ...config })}', ${staff_login})
       ON CONFLICT (domain) DO UPDATE SET branding = EXCLUDED.branding, staff_login = EXCLUDED.staff_login RETURNING 1`,
    );

  it('keep staff out, under any of its names, unless an admin allows it; clients log in', async () => {
    const [agent, client] = [await staff(test, 'agent'), await merchant(test)];
    for (const scripts of [{ custom_js_content: 'track()' }, { custom_js_urls: ['https://cdn.example/a.js'] }]) {
      await brand(scripts, false);
      for (const host of [domain, `www.${domain}`, `${domain.toUpperCase()}:8443`]) {
        const refused = await enter(agent.username, host);
        expect(refused).toMatchObject({ status: 422, body: { code: 'staff_login_closed' } });
        expect(refused.body.message).toContain(domain);
      }
      expect(await enter(client.username, domain)).toMatchObject({ status: 200 });
      expect(await enter(agent.username, 'other.example')).toMatchObject({ status: 200 });
      await brand(scripts, true);
      expect(await enter(agent.username, domain)).toMatchObject({ status: 200 });
    }
    await brand({}, false);
    expect(await enter(agent.username, domain)).toMatchObject({ status: 200 });
    expect(await tried(`user_id = '${agent.user_id}' AND NOT ok`)).toBe(0);
  });

  it('do not tell a wrong password from a right one of nobody, and leave a mailed link usable elsewhere', async () => {
    const agent = await staff(test, 'agent');
    await brand({ custom_js_content: 'track()' }, false);
    const wrong = await call('POST', '/api/login', {
      body: { username: agent.username, password: 'wrong' },
      headers: { host: domain },
    });
    expect(wrong).toMatchObject({ body: { code: 'wrong_login' } });

    await call('POST', '/api/password/forget', { body: { email: agent.email } });
    await runTasks(test, { tolerant: true });
    const [mail] = await sqlRows<{ text: string }>(
      test,
      `SELECT payload ->> 'text' AS text FROM outbox WHERE payload ->> 'to' = '${agent.email}'`,
    );
    const code = /#create-password=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const create = (host: string) =>
      call('POST', '/api/password/create', { body: { code, password: 'another fine secret' }, headers: { host } });
    expect(await create(domain)).toMatchObject({ status: 422, body: { code: 'staff_login_closed' } });
    expect(await create('other.example')).toMatchObject({ status: 200 });
  });

  it('are opened by an admin in the branding, which records it', async () => {
    const admin = await staff(test, 'admin');
    const { body } = await call('POST', '/api/staff/sites', {
      token: admin.token,
      body: { domain: 'second.example', brand_name: 'Acme' },
    });
    expect(body.data.staff_login).toBe(false);
    const config = { ...emptySiteConfig, custom_js_content: 'track()' };
    const change = { version: body.data.version, domain: 'second.example', brand_name: 'Acme', config };
    const path = `/api/staff/sites/${body.data.id}`;
    const saved = await call('PUT', path, { token: admin.token, body: { ...change, staff_login: true } });
    expect(saved.body.data.staff_login).toBe(true);
    expect(await enter(admin.username, 'second.example')).toMatchObject({ status: 200 });
    const [latest] = (await call('GET', `${path}/changes`, { token: admin.token })).body.data;
    expect(latest).toMatchObject({ by: admin.username, fields: expect.arrayContaining(['staff_login']) });
    const site = await call('GET', '/api/config/site', { headers: { host: 'second.example' } });
    expect(site.body.data).not.toHaveProperty('staff_login');
  });
});
