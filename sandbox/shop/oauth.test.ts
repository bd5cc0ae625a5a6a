import { afterAll, beforeAll, expect, test } from 'vitest';
import { APP, shopBench, type ShopBench } from './bench.ts';
import { signQuery } from './oauth.ts';

let bench: ShopBench;
beforeAll(async () => {
  bench = await shopBench();
});
afterAll(() => bench.close());

const SCOPE = 'read_orders,write_orders,read_products';

function authorizeUrl(domain: string, change: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: APP.clientId,
    scope: SCOPE,
    redirect_uri: APP.redirectUrls[0] ?? '',
    state: 'state-1',
    ...change,
  });
  return `${bench.url}/${domain}/admin/oauth/authorize?${query.toString()}`;
}

async function decide(domain: string, decision: string): Promise<Response> {
  const form = new URLSearchParams({
    client_id: APP.clientId,
    scope: SCOPE,
    redirect_uri: APP.redirectUrls[0] ?? '',
    state: 'state-1',
    decision,
  });
  return fetch(`${bench.url}/${domain}/admin/oauth/authorize`, { method: 'POST', body: form, redirect: 'manual' });
}

async function consented(domain: string): Promise<Record<string, string>> {
  const answer = await decide(domain, 'install');
  return Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
}

async function token(domain: string, body: Record<string, string>) {
  const answer = await fetch(`${bench.url}/${domain}/admin/oauth/access_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: APP.clientId, client_secret: APP.secret, ...body }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string | number> };
}

async function connected(domain: string, extra: Record<string, string> = { expiring: '1' }) {
  await bench.control.createShop({ domain });
  const { code = '' } = await consented(domain);
  return (await token(domain, { code, ...extra })).body;
}

test('the signature agrees with the known vector', () => {
  const query = {
    code: '0907a61c0c8d55e99db179b68161bc00',
    host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZGVtby1zdG9yZQ',
    shop: 'demo-store.myshopify.com',
    state: '3f9c2a',
    timestamp: '1795000000',
  };
  expect(signQuery('hush-hush-client-secret', query)).toBe(
    '2dd2d579132b93652c9aea466d4700beec98ddfb0fa3cfa28da96ac717029231',
  );
});

test('an unknown shop is made at consent, and the page names what the app asks for', async () => {
  const page = await fetch(authorizeUrl('brand-new.myshopify.com'));
  const text = await page.text();
  expect(page.status).toBe(200);
  expect(text).toContain('View and edit orders');
  expect(text).toContain('Install app');
  expect(await bench.control.products('brand-new.myshopify.com')).toHaveLength(6);
});

test('consent leads back with a signed code that is exchanged once', async () => {
  await bench.control.createShop({ domain: 'happy.myshopify.com' });
  const { hmac, ...query } = await consented('happy.myshopify.com');
  expect(query).toMatchObject({
    shop: 'happy.myshopify.com',
    state: 'state-1',
    host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvaGFwcHk',
  });
  expect(signQuery(APP.secret, query)).toBe(hmac);
  const first = await token('happy.myshopify.com', { code: query.code ?? '', expiring: '1' });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    scope: 'write_orders,read_products',
    expires_in: 3600,
    refresh_token_expires_in: 7_776_000,
  });
  expect(Object.keys(first.body)).toHaveLength(5);
  expect((await token('happy.myshopify.com', { code: query.code ?? '', expiring: '1' })).status).toBe(400);
  const again = await fetch(authorizeUrl('happy.myshopify.com'), { redirect: 'manual' });
  expect(again.status).toBe(302);
});

test('a merchant who cancels stays in the shop and no code is made', async () => {
  await bench.control.createShop({ domain: 'deny.myshopify.com' });
  const answer = await decide('deny.myshopify.com', 'cancel');
  expect(answer.headers.get('location')).toMatch(/^\/deny\.myshopify\.com\/\?notice=/);
  expect(await bench.control.installedScopes('deny.myshopify.com')).toBeNull();
});

test('a wrong app, a foreign way back and unknown scopes are refused', async () => {
  for (const change of [
    { client_id: 'other' },
    { redirect_uri: 'http://localhost:8080/shopify/auth/' },
    { scope: 'write_everything' },
  ]) {
    expect((await fetch(authorizeUrl('refused.myshopify.com', change))).status).toBe(400);
  }
  expect(await bench.control.findShop('refused.myshopify.com')).toBeUndefined();
  expect((await fetch(authorizeUrl('a.myshopify.com.evil.io'))).status).toBe(404);
});

test('a code of one shop is worthless at another, and so is a wrong secret', async () => {
  await bench.control.createShop({ domain: 'one.myshopify.com' });
  await bench.control.createShop({ domain: 'two.myshopify.com' });
  const { code = '' } = await consented('one.myshopify.com');
  expect((await token('two.myshopify.com', { code })).status).toBe(400);
  expect((await token('one.myshopify.com', { code, client_secret: 'wrong' })).body.error).toBe('invalid_client');
  expect((await token('one.myshopify.com', { code })).status).toBe(200);
});

test('without the wish for expiry the token has two fields and never ends', async () => {
  expect(Object.keys(await connected('forever.myshopify.com', {}))).toEqual(['access_token', 'scope']);
});

test('a refresh token can be used again until its successor was used', async () => {
  const domain = 'rotate.myshopify.com';
  const first = await connected(domain);
  const refresh = (value: unknown) => token(domain, { grant_type: 'refresh_token', refresh_token: String(value) });
  await refresh(first.refresh_token);
  const second = await refresh(first.refresh_token);
  expect(second.status).toBe(200);
  expect((await bench.ask(domain, String(first.access_token), '01-shop', null)).status).toBe(200);
  expect((await refresh(second.body.refresh_token)).status).toBe(200);
  expect(await refresh(first.refresh_token)).toEqual({
    status: 401,
    body: { error: 'invalid_request', error_description: 'This request requires an active refresh_token' },
  });
});

test('a new authorization ends the older chain, and an expired token is a 401 with a string', async () => {
  const domain = 'chain.myshopify.com';
  const first = await connected(domain);
  const { code = '' } = await consented(domain);
  await token(domain, { code, expiring: '1' });
  expect(
    (await token(domain, { grant_type: 'refresh_token', refresh_token: String(first.refresh_token) })).status,
  ).toBe(401);
  await bench.control.expireToken(String(first.access_token));
  const answer = await bench.ask(domain, String(first.access_token), '01-shop', null);
  expect(answer.status).toBe(401);
  expect(answer.body.errors).toMatch(/^\[API\] Invalid API key or access token/);
});

test('a non-expiring token is migrated once and dies', async () => {
  const domain = 'migrate.myshopify.com';
  const old = await connected(domain, {});
  const type = 'urn:shopify:params:oauth:token-type:offline-access-token';
  const body = {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    subject_token: String(old.access_token),
    subject_token_type: type,
    requested_token_type: type,
    expiring: '1',
  };
  expect((await token(domain, body)).body.refresh_token).toMatch(/^shprt_/);
  expect((await bench.ask(domain, String(old.access_token), '01-shop', null)).status).toBe(401);
  expect((await token(domain, body)).status).toBe(400);
});

test('faults bend the way back and the token', async () => {
  const domain = 'bent.myshopify.com';
  await bench.control.createShop({ domain });
  await bench.control.setFault(domain, { kind: 'oauth_wrong_hmac', mode: 'next' });
  const { hmac, ...wrong } = await consented(domain);
  expect(signQuery(APP.secret, wrong)).not.toBe(hmac);
  await bench.control.setFault(domain, { kind: 'oauth_other_state', mode: 'next' });
  expect((await consented(domain)).state).not.toBe('state-1');
  await bench.control.setFault(domain, { kind: 'oauth_stale_timestamp', mode: 'next' });
  expect(Number((await consented(domain)).timestamp)).toBeLessThan(Date.now() / 1000 - 500);
  await bench.control.setFault(domain, { kind: 'token_fewer_scopes', mode: 'next' });
  expect((await token(domain, { code: (await consented(domain)).code ?? '' })).body.scope).toBe('read_products');
});
