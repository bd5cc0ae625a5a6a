import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (path: string, token?: string, headers: Record<string, string> = {}) =>
  test.call('GET', path, { ...(token && { token }), headers });

it('answers the own e-mail, and for merchants the account with its contacts', async () => {
  const owner = await merchant(test);
  const quick_links = { type_of: 'slack', url: 'acme.slack.com' };
  const bound = await test.call('POST', '/api/profile', {
    token: owner.token,
    body: { quick_links, market_note: 'EU' },
  });
  expect(bound.status).toBe(200);
  expect((await get('/api/account', owner.token)).body.data).toMatchObject({
    email: owner.email,
    email_verified: true,
    username: owner.username,
    account: { id: owner.account_id, name: `Shop of ${owner.username}`, currency: 'USD' },
    contacts: [{ type_of: 'slack', url: 'acme.slack.com', alias: null }],
    market_note: 'EU',
  });
  const packer = await staff(test, 'warehouse');
  expect((await get('/api/account', packer.token)).body.data).toMatchObject({ email: packer.email, account: null });
  expect(await get('/api/account')).toMatchObject({ status: 401 });
});

it('keeps contacts from members who may not view the account, and from other accounts', async () => {
  const owner = await merchant(test);
  await test.call('POST', '/api/profile', { token: owner.token, body: { market_note: 'a secret' } });
  const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
  expect((await get('/api/account', viewer.token)).body.data).toMatchObject({ contacts: [], market_note: null });
  const other = await merchant(test, { reachable: false });
  expect((await get('/api/account', other.token)).body.data).toMatchObject({ contacts: [], market_note: null });
});

it('tells who of the provider looked and who worked in the merchant’s place, day by day', async () => {
  const owner = await merchant(test);
  const agent = await staff(test, 'agent');
  const look = () => get('/api/shopify_orders', agent.token, { 'x-client-id': owner.account_id });
  await look();
  test.clock.advance(60_000);
  await look();
  const acting = { account_id: owner.account_id, reason: 'asked by phone to help' };
  await test.call('POST', '/api/login_as', { token: agent.token, body: acting });
  await test.call('POST', '/api/profile', { token: agent.token, body: { market_note: 'called' } });
  const { body } = await get('/api/account/visits', owner.token);
  expect(body.data).toContainEqual(
    expect.objectContaining({ staff: agent.username, kind: 'read', times: 2, features: ['orders'] }),
  );
  const actions = body.data.filter((visit: { kind: string }) => visit.kind === 'act');
  expect(actions).toMatchObject([{ staff: agent.username }]);
  expect(actions[0].features).toContain('profile');
  expect(body.meta).toMatchObject({ page: 1, total: body.data.length });
  const stranger = await merchant(test);
  expect((await get('/api/account/visits', stranger.token)).body.data).toEqual([]);
  const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
  expect(await get('/api/account/visits', viewer.token)).toMatchObject({ status: 403 });
  expect(await get('/api/account/visits')).toMatchObject({ status: 401 });
});
