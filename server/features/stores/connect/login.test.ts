import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { querySignature } from '#server/connectors/shopify/signature.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
const domain = 'door.myshopify.com';
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  await stage.shops.createDemoShop(domain);
  await stage.connect(owner, domain);
});
afterAll(() => stage.close());
// each test calls from an address of its own, so that the calls per minute of one are not the next one's
let place = 0;
beforeEach(() => {
  place += 1;
});

const post = (path: string, body: unknown, token?: string) =>
  stage.test.call('POST', path, {
    body,
    ...(token && { token }),
    headers: { 'x-forwarded-for': `10.0.0.${place}` },
  });
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
const opened = async (shop = domain) => queryOf(await stage.shops.openApp(shop));
const signed = (query: Record<string, string>) => ({ ...query, hmac: querySignature(stage.app.secret, query) });
const open = (query: Record<string, string>, token?: string) => post('/api/shopify/login', { query }, token);
const finish = (query: Record<string, string>, browser_key: string) =>
  post('/api/shopify/login/finish', { query, browser_key });
const enter = (code: string, browser_key: string) => post('/api/shopify/login/token', { code, browser_key });
const refused = (answer: unknown, code = 'authorization_failed') =>
  expect(answer).toMatchObject({
    status: 422,
    body: { code, message: expect.stringMatching(/password|store|Log in/) },
  });

/** Opens the app and goes through the shop as the person with this address there. */
async function cameBack(email: string, { shop = domain, email_verified = true } = {}) {
  const { body } = await open(await opened(shop));
  expect(body.data).toMatchObject({ next: 'log_in' });
  const { authorize_url, browser_key } = body.data as { authorize_url: string; browser_key: string };
  return { query: queryOf(await stage.shops.consent(authorize_url, { email, email_verified })), browser_key };
}
async function codeFor(email: string, shop = domain) {
  const { query, browser_key } = await cameBack(email, { shop });
  const { body } = await finish(query, browser_key);
  return { code: (body.data as { code: string }).code, browser_key };
}

describe('logging in from a shop', () => {
  it('leads whoever the shop names to a session of their own, in the account that has the store', {
    tags: ['S7-05'],
  }, async () => {
    const member = await merchant(stage.test, { account_id: owner.account_id, role: 'support' });
    const { code, browser_key } = await codeFor(member.email);
    const entered = await enter(code, browser_key);
    expect(entered.status).toBe(200);
    const profile = await stage.test.call('GET', '/api/profile', { token: entered.body.data.token });
    expect(profile.body.data).toMatchObject({
      username: member.username,
      roles: ['support'],
      account: { id: owner.account_id },
    });
  });

  it('asks the shop who it is and leaves the store’s own tokens alone', async () => {
    const tokens = () => sqlRows(stage.test, 'SELECT access_sealed, obtained_at FROM store_tokens');
    const before = await tokens();
    const { body } = await open(await opened());
    expect(new URL(body.data.authorize_url).searchParams.get('grant_options[]')).toBe('per-user');
    const { code, browser_key } = await codeFor(owner.email);
    expect(await enter(code, browser_key)).toMatchObject({ status: 200 });
    expect(await tokens()).toEqual(before);
    expect(await stage.test.call('GET', '/api/stores', { token: owner.token })).toMatchObject({
      body: { data: [{ status: 'connected' }] },
    });
  });

  it('tells the person and the owners by mail the first time only, and leaves its trace', async () => {
    const member = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    for (let n = 0; n < 2; n += 1) {
      const { code, browser_key } = await codeFor(member.email);
      expect(await enter(code, browser_key)).toMatchObject({ status: 200 });
    }
    const mails = await sqlRows(
      stage.test,
      `SELECT payload->>'to' AS reader FROM outbox WHERE key LIKE 'mail:shop_login:${member.user_id}:%' ORDER BY 1`,
    );
    expect(mails).toEqual([owner.email, member.email].sort().map((reader) => ({ reader })));
    const trace = await sqlRows(
      stage.test,
      `SELECT account_id, details FROM audit_log WHERE action = 'session.enterFromShop' AND entity_id = '${member.user_id}'`,
    );
    const row = { account_id: owner.account_id, details: { shop: domain } };
    expect(trace).toEqual([row, row]);
  });

  it('keeps neither state nor code nor browser key in the database', async () => {
    const { code, browser_key } = await codeFor(owner.email);
    const kept = JSON.stringify(await sqlRows(stage.test, 'SELECT * FROM shop_logins'));
    expect(kept).not.toContain(code);
    expect(kept).not.toContain(browser_key);
  });
});

describe('an attacker', () => {
  it('gets nowhere with a forged, missing or old signature, or with the name of the shop alone', async () => {
    const query = await opened();
    refused(await open({ ...query, hmac: '0'.repeat(64) }));
    refused(await open({ shop: domain }));
    refused(await open({ ...query, shop: 'other.myshopify.com' }));
    refused(await open(signed({ shop: 'door.myshopify.com.evil.io', timestamp: query.timestamp ?? '' })));
    stage.test.clock.advance(91_000);
    refused(await open(query));
  });

  it('cannot finish with a forged callback, and the state stays usable', async () => {
    const { query, browser_key } = await cameBack(owner.email);
    refused(await finish({ ...query, hmac: '0'.repeat(64) }, browser_key));
    refused(await finish({ ...query, code: `${query.code}0` }, browser_key));
    refused(await finish(signed({ ...query, shop: 'other.myshopify.com' }), browser_key));
    refused(await finish(signed({ ...query, state: 'x'.repeat(43) }), browser_key));
    refused(await finish({ shop: domain }, browser_key));
    expect(await finish(query, browser_key)).toMatchObject({ status: 200 });
  });

  it('cannot use another browser’s way back, nor lend theirs to a victim', async () => {
    const theirs = await cameBack(owner.email);
    const mine = await cameBack('attacker@evil.example');
    refused(await finish(theirs.query, mine.browser_key));
    refused(await finish(mine.query, theirs.browser_key));
    const { code, browser_key } = await codeFor(owner.email);
    refused(await enter(code, mine.browser_key), 'link_expired');
    expect(await enter(code, browser_key)).toMatchObject({ status: 200 }); // the try has not used it up
  });

  it('cannot replay a callback or a code', async () => {
    const { query, browser_key } = await cameBack(owner.email);
    const { body } = await finish(query, browser_key);
    refused(await finish(query, browser_key));
    expect(await enter(body.data.code, browser_key)).toMatchObject({ status: 200 });
    refused(await enter(body.data.code, browser_key), 'link_expired');
    refused(await enter('x'.repeat(43), browser_key), 'link_expired');
  });

  it('wins no race for one code', async () => {
    const { code, browser_key } = await codeFor(owner.email);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => enter(code, browser_key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('comes too late with a callback after 15 minutes and with a code after two', async () => {
    const late = await codeFor(owner.email);
    stage.test.clock.advance(2 * 60_000 + 1);
    refused(await enter(late.code, late.browser_key), 'link_expired');
    const { query, browser_key } = await cameBack(owner.email);
    stage.test.clock.advance(15 * 60_000 + 1);
    const timestamp = String(Math.floor(stage.test.clock.now().getTime() / 1000));
    const { hmac: _old, ...rest } = query;
    refused(await finish(signed({ ...rest, timestamp }), browser_key));
  });

  it('who works in the shop but not in the account is not let in, and the owner can see it', async () => {
    const foreign = await merchant(stage.test);
    for (const email of ['nobody@shop.example', foreign.email, (await staff(stage.test, 'admin')).email]) {
      const { query, browser_key } = await cameBack(email);
      refused(await finish(query, browser_key), 'shop_user_unknown');
    }
    const trace = await sqlRows(
      stage.test,
      `SELECT DISTINCT account_id, details FROM audit_log WHERE action = 'stores.assertNoShopLogin'`,
    );
    expect(trace).toEqual([{ account_id: owner.account_id, details: { shop: domain } }]);
  });

  it('needs an address that both sides have confirmed', async () => {
    const unconfirmedThere = await cameBack(owner.email, { email_verified: false });
    refused(await finish(unconfirmedThere.query, unconfirmedThere.browser_key), 'shop_user_unknown');
    const squatter = await merchant(stage.test, { account_id: owner.account_id, verified: false });
    const unconfirmedHere = await cameBack(squatter.email);
    refused(await finish(unconfirmedHere.query, unconfirmedHere.browser_key), 'shop_user_unknown');
  });

  it('who was suspended is kept out, before the code and after it', async () => {
    const member = await merchant(stage.test, { account_id: owner.account_id, role: 'manager' });
    const ready = await codeFor(member.email);
    await sqlRows(
      stage.test,
      `UPDATE memberships SET status = 'suspended' WHERE user_id = '${member.user_id}' RETURNING 1`,
    );
    refused(await enter(ready.code, ready.browser_key), 'link_expired');
    const again = await cameBack(member.email);
    refused(await finish(again.query, again.browser_key), 'shop_user_unknown');
  });
});

describe('a store that was disconnected', () => {
  it('lets nobody in any more, at no step', async () => {
    const shop = 'left.myshopify.com';
    await stage.shops.createDemoShop(shop);
    await stage.connect(owner, shop);
    const [early, ready] = [await cameBack(owner.email, { shop }), await codeFor(owner.email, shop)];
    await stage.shops.uninstallApp(shop);
    await sqlRows(stage.test, `DELETE FROM shop_domains WHERE external_domain = '${shop}' RETURNING 1`);
    refused(await finish(early.query, early.browser_key));
    refused(await enter(ready.code, ready.browser_key), 'link_expired');
    expect((await open(await opened(shop))).body.data).toMatchObject({ next: 'link', shop });
  });
});

it('at a shop that does not answer ends in a sentence', async () => {
  const { query, browser_key } = await cameBack(owner.email);
  await stage.shops.setFault(domain, { kind: 'token_error', mode: 'next' });
  refused(await finish(query, browser_key));
});

it('calls too many in a minute are told to wait', async () => {
  const answers = [];
  for (let n = 0; n < 61; n += 1) answers.push((await open({ shop: domain })).status);
  expect(answers.filter((status) => status === 422)).toHaveLength(60);
  expect(answers.at(-1)).toBe(429);
});
