import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
});
afterAll(() => stage.close());

const post = (path: string, body: unknown, token?: string) =>
  stage.test.call('POST', path, { body, ...(token && { token }) });
const queryOf = (url: string) => Object.fromEntries(new URL(url).searchParams);
const open = async (shop: string, token?: string) =>
  (await post('/api/shopify/login', { query: queryOf(await stage.shops.openApp(shop)) }, token)).body.data;
const choices = (pending_install: string, token?: string) =>
  post('/api/stores/pending_install', { pending_install }, token);
const link = (pending_install: string, account_id: string, token?: string) =>
  post('/api/stores/link', { pending_install, account_id }, token);

/** A fresh shop whose app was opened by somebody. */
let shops = 0;
async function installing(token?: string): Promise<{ shop: string; pending_install: string }> {
  shops += 1;
  const shop = `fresh-${shops}.myshopify.com`;
  await stage.shops.createDemoShop(shop);
  const answer = await open(shop, token);
  expect(answer).toMatchObject({ next: 'link', shop });
  return answer as { shop: string; pending_install: string };
}
/** Goes on from the click to the connected store. */
async function consent(authorize_url: string, token: string) {
  return post('/api/stores/authorize', queryOf(await stage.shops.consent(authorize_url)), token);
}
const member = (account_id: string, user_id: string, role: string) =>
  sqlRows(
    stage.test,
    `INSERT INTO memberships (account_id, user_id, role, created_at) VALUES ('${account_id}', '${user_id}', '${role}', now()) RETURNING 1`,
  );

describe('an installation that begins at the shop', () => {
  it('waits for somebody who is logged in, and links only at the click', async () => {
    const { shop, pending_install } = await installing();
    expect((await choices(pending_install, owner.token)).body.data).toEqual({
      shop,
      elsewhere: false,
      accounts: [{ id: owner.account_id, name: expect.any(String), number: expect.any(Number), state: 'free' }],
    });
    expect((await stage.test.call('GET', '/api/stores', { token: owner.token })).body.data).toEqual([]);
    const { body } = await link(pending_install, owner.account_id, owner.token);
    expect(body.data).toMatchObject({ session: null });
    expect((await stage.test.call('GET', '/api/stores', { token: owner.token })).body.data).toEqual([]);
    expect(await consent(body.data.authorize_url, owner.token)).toMatchObject({
      status: 200,
      body: { data: { myshopify_domain: shop, status: 'connected' } },
    });
  });

  it('asks whoever belongs to several accounts which one, and goes on in that one', async () => {
    const other = await merchant(stage.test);
    await member(other.account_id, owner.user_id, 'manager');
    const { shop, pending_install } = await installing(owner.token);
    const listed = (await choices(pending_install, owner.token)).body.data.accounts as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual([owner.account_id, other.account_id].sort());
    const { body } = await link(pending_install, other.account_id, owner.token);
    const { token } = body.data.session as { token: string };
    expect(await stage.test.call('GET', '/api/profile', { token: owner.token })).toMatchObject({ status: 401 });
    expect((await consent(body.data.authorize_url, token)).body.data).toMatchObject({ myshopify_domain: shop });
    expect((await stage.test.call('GET', '/api/stores', { token: other.token })).body.data).toMatchObject([
      { myshopify_domain: shop },
    ]);
    owner = { ...owner, token };
  });

  it('says that another account has the store, without naming it', async () => {
    const stranger = await merchant(stage.test);
    const { shop } = await installing();
    await stage.connect(stranger, shop);
    const person = await merchant(stage.test);
    const { pending_install } = await open(shop, person.token);
    const found = await choices(pending_install, person.token);
    expect(found.body.data).toMatchObject({ elsewhere: true });
    expect(JSON.stringify(found.body)).not.toContain(stranger.account_id);
    expect(await link(pending_install, person.account_id, person.token)).toMatchObject({
      status: 422,
      body: { code: 'store_elsewhere' },
    });
  });

  it('is refused for roles that may not add stores, for foreign accounts and for staff', async () => {
    const { pending_install } = await installing();
    const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    expect((await choices(pending_install, viewer.token)).body.data.accounts).toMatchObject([{ state: 'not_allowed' }]);
    expect(await link(pending_install, owner.account_id, viewer.token)).toMatchObject({ status: 403 });
    const stranger = await merchant(stage.test);
    expect(await link(pending_install, owner.account_id, stranger.token)).toMatchObject({ status: 404 });
    const agent = await staff(stage.test, 'agent');
    expect(await choices(pending_install, agent.token)).toMatchObject({ status: 403 });
    expect(await link(pending_install, owner.account_id, agent.token)).toMatchObject({ status: 403 });
    const body = { account_id: owner.account_id, reason: 'asked by phone to link it' };
    expect(await post('/api/login_as', body, agent.token)).toMatchObject({ status: 200 });
    expect((await choices(pending_install, agent.token)).body.data.accounts).toMatchObject([{ id: owner.account_id }]);
    expect(await link(pending_install, stranger.account_id, agent.token)).toMatchObject({ status: 404 });
  });

  it('runs out after an hour, and cannot be made up', async () => {
    const { pending_install } = await installing();
    for (const made of ['x', 'k1.AAAA', `${pending_install}x`, pending_install.replace('k1', 'k2')]) {
      expect(await choices(made, owner.token)).toMatchObject({ status: 422, body: { code: 'install_expired' } });
      expect(await link(made, owner.account_id, owner.token)).toMatchObject({ status: 422 });
    }
    expect(await choices(pending_install)).toMatchObject({ status: 401 });
    expect(await link(pending_install, owner.account_id)).toMatchObject({ status: 401 });
    stage.test.clock.advance(60 * 60_000 + 1);
    expect(await choices(pending_install, owner.token)).toMatchObject({ status: 422 });
  });
});

describe('an app that is opened by somebody who is logged in', () => {
  it('leads home when the store is theirs, and to the shop’s consent when it must be authorized again', async () => {
    const person = await merchant(stage.test);
    const shop = 'mine-already.myshopify.com';
    await stage.shops.createDemoShop(shop);
    const id = await stage.connect(person, shop);
    expect(await open(shop, person.token)).toEqual({ next: 'home' });
    await sqlRows(stage.test, `UPDATE stores SET status = 'needs_reauth' WHERE id = '${id}' RETURNING 1`);
    const viewer = await merchant(stage.test, { account_id: person.account_id, role: 'viewer' });
    expect(await open(shop, viewer.token)).toEqual({ next: 'home' });
    const again = await open(shop, person.token);
    expect(again).toMatchObject({ next: 'authorize' });
    expect((await consent(again.authorize_url, person.token)).body.data).toMatchObject({ id, status: 'connected' });
  });
});
