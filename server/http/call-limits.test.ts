import { hash } from '@node-rs/argon2';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { type HttpCall, type HttpClient, httpClient } from '#testing/http-client.ts';
import { merchant, password } from '#testing/people.ts';

let test: TestApp;
let call: HttpClient;
const start = async (env: Record<string, string>) => {
  test = await startTestApp(env);
  call = await httpClient(test);
};
afterEach(() => test.close());

/** The address that the log-in log has for a log-in, and the domain that pages are drawn for. */
async function seenFor(options: HttpCall): Promise<{ ip: string; domain: string }> {
  const person = await merchant(test);
  const body = { username: person.username, password };
  expect(await call('POST', '/api/login', { ...options, body })).toMatchObject({ status: 200 });
  const log = await call('GET', '/api/login/log', { token: person.token });
  const site = await call('GET', '/api/config/site', options);
  return { ip: log.body.data[0].ip, domain: site.body.data.domain };
}

const forwarded = {
  'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.9',
  'x-forwarded-host': 'shops.example',
  'x-forwarded-proto': 'https',
};

describe('M2: TRUST_PROXY', () => {
  it('by default believes no header of a caller, wherever it comes from', async () => {
    await start({});
    expect(await seenFor({ headers: forwarded })).toEqual({ ip: '127.0.0.1', domain: '127.0.0.1' });
    const answer = await call('GET', '/api/config/site', { headers: forwarded });
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  it('as a number of hops takes the address that the last so many proxies saw', async () => {
    await start({ TRUST_PROXY: '1' });
    expect(await seenFor({ headers: forwarded })).toEqual({ ip: '10.0.0.9', domain: 'shops.example' });
    await test.close();
    await start({ TRUST_PROXY: '2' });
    expect(await seenFor({ headers: forwarded })).toEqual({ ip: '203.0.113.7', domain: 'shops.example' });
    expect(await seenFor({ headers: {} })).toEqual({ ip: '127.0.0.1', domain: '127.0.0.1' });
  });

  it('as addresses and networks believes those alone, and takes the first that is none of them', async () => {
    await start({ TRUST_PROXY: '127.0.0.2, 10.0.0.0/8' });
    expect(await seenFor({ headers: forwarded })).toEqual({ ip: '127.0.0.1', domain: '127.0.0.1' });
    expect(await seenFor({ headers: forwarded, from: '127.0.0.2' })).toEqual({
      ip: '203.0.113.7',
      domain: 'shops.example',
    });
  });

  it('never changes where links of mails lead', async () => {
    await start({ TRUST_PROXY: '1', PUBLIC_URL: 'https://portal.example' });
    const answer = await call('GET', '/api/config/site', { headers: { ...forwarded, 'x-forwarded-proto': 'http' } });
    expect(answer.headers['strict-transport-security']).toContain('max-age');
    const document = await call('GET', '/api/openapi.json', { headers: forwarded });
    expect(JSON.parse(document.text).servers).toEqual([{ url: 'https://portal.example' }]);
  });
});

describe('B11: limits', () => {
  const profile = (token: string, from?: string) => call('GET', '/api/profile', { token, ...(from && { from }) });

  it('count calls of each user, whatever their address, and of an address where nobody is logged in', async () => {
    await start({ CALLS_PER_MINUTE: '10' });
    const [one, two] = [await merchant(test), await merchant(test)];
    await profile(one.token); // the first call of a token still counts for its address
    await profile(two.token);
    for (let n = 0; n < 10; n += 1) expect(await profile(one.token, `127.0.0.${n + 2}`)).toMatchObject({ status: 200 });
    expect(await profile(one.token, '127.0.0.30')).toMatchObject({ status: 429, body: { code: 'too_many' } });
    expect(await profile(two.token)).toMatchObject({ status: 200 });
    const anonymously = (from: string) => call('GET', '/api/config/site', { from });
    for (let n = 0; n < 10; n += 1) expect(await anonymously('127.0.0.40')).toMatchObject({ status: 200 });
    expect(await anonymously('127.0.0.40')).toMatchObject({ status: 429 });
    expect(await anonymously('127.0.0.41')).toMatchObject({ status: 200 });
  });

  it('count invented and ended tokens for their address', async () => {
    await start({ CALLS_PER_MINUTE: '10' });
    const { token } = await merchant(test);
    await call('POST', '/api/logout', { token, body: {}, from: '127.0.0.50' });
    expect(await profile(token, '127.0.0.51')).toMatchObject({ status: 401 }); // the user's last
    for (let n = 0; n < 10; n += 1) {
      const dead = n % 2 ? token : `${n}`.repeat(43);
      expect(await profile(dead, '127.0.0.51')).toMatchObject({ status: 401 });
    }
    expect(await profile('y'.repeat(43), '127.0.0.51')).toMatchObject({ status: 429 });
  });

  it('never count pictures and probes', async () => {
    await start({ CALLS_PER_MINUTE: '2' });
    for (let n = 0; n < 5; n += 1) {
      expect(await call('GET', '/api/health/ready')).toMatchObject({ status: 200 });
      expect(await call('GET', `/api/pictures/${'ab'.repeat(32)}`)).toMatchObject({ status: 404 });
    }
    expect(await call('GET', '/api/config/site')).toMatchObject({ status: 200 });
  });

  it('let 200 people behind one address log in and open their dashboard and orders within a minute', async () => {
    await start({ CALLS_PER_MINUTE: '1200' });
    const people = await Promise.all(Array.from({ length: 200 }, () => merchant(test)));
    const quick = await hash(password, { memoryCost: 1_024, timeCost: 1 }); // its cost is not what is shown here
    await sqlRows(test, `UPDATE users SET password_hash = '${quick}' RETURNING 1`);
    const answers = await Promise.all(
      people.map(async ({ username }) => {
        const login = await call('POST', '/api/login', { body: { username, password } });
        const { token } = login.body.data;
        const pages = ['/api/profile', '/api/dashboard', '/api/shopify_orders'];
        const opened = await Promise.all(pages.map((path) => call('GET', path, { token })));
        return [login.status, ...opened.map(({ status }) => status)];
      }),
    );
    expect(answers.filter((statuses) => statuses.some((status) => status !== 200))).toEqual([]);
  });
});
