import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { startTestApp } from '#testing/app.ts';
import { merchant, type Person } from '#testing/people.ts';
import { startStoreStage, type StoreStage } from '#testing/store-stage.ts';

let stage: StoreStage;
let owner: Person;
let stranger: Person;
beforeAll(async () => {
  stage = await startStoreStage();
  owner = await merchant(stage.test);
  stranger = await merchant(stage.test);
});
afterAll(() => stage.close());

/** Rows of any account. */
const query = (text: string) =>
  entryFor(stage.test.ground, { kind: 'system', name: 'test' }, 'test').run('all_accounts', ({ db }) =>
    db.executeQuery(CompiledQuery.raw(text)),
  );
const call = (person: Person | undefined, path: string, body: object) =>
  stage.test.call('POST', path, { ...(person && { token: person.token }), body });
const start = (person: Person | undefined, body: object) => call(person, '/api/stores/woocommerce/authorize_url', body);
const outcome = (person: Person, user_id: string) =>
  stage.test.call('POST', '/api/stores/woocommerce/outcome', { token: person.token, body: { user_id } });
const callback = (body: object) => stage.test.call('POST', '/api/woocommerce/callback', { body });
const byKeys = (person: Person | undefined, body: object) => call(person, '/api/stores/woocommerce', body);
const tokenIn = (url: string) => new URL(url).searchParams.get('user_id') ?? '';

async function begin(person: Person, slug: string): Promise<string> {
  const asked = await start(person, { url: stage.woo.url(slug) });
  expect(asked.status).toBe(200);
  return (asked.body.data as { authorize_url: string }).authorize_url;
}
const someKey = { consumer_key: `ck_${'a'.repeat(40)}`, consumer_secret: `cs_${'b'.repeat(40)}` };

describe('the shop’s own consent page', () => {
  it('connects the store, once the key that the shop sent was tried at the address that was entered', async () => {
    await stage.woo.openShop('quay-goods');
    const page = await begin(owner, 'quay-goods');
    const token = tokenIn(page);
    expect(new URL(page).searchParams.get('scope')).toBe('read_write');
    expect((await outcome(owner, token)).body.data).toEqual({ state: 'waiting' });
    const back = new URL(await stage.woo.consent(page));
    expect([back.pathname, back.searchParams.get('success')]).toEqual(['/woocommerce/return', '1']);
    expect((await outcome(owner, token)).body.data).toEqual({ state: 'waiting' });
    await stage.run();
    expect((await outcome(owner, token)).body.data).toMatchObject({
      state: 'connected',
      store: {
        platform: 'woocommerce',
        name: 'quay goods',
        currency: 'USD',
        time_zone: 'America/New_York',
        status: 'connected',
        myshopify_domain: null,
        products: 3,
        orders: 4,
        capabilities: { reads_shop: true, pushes_tracking: true, scopes: false, tells_removal: false },
      },
    });
    const kept = await query('SELECT key_sealed, url FROM woo_keys');
    expect(JSON.stringify(kept.rows)).not.toMatch(/c[ks]_[0-9a-f]{40}/);
    const { rows } = await query('SELECT key_sealed FROM woo_authorizations');
    expect(rows).toEqual([{ key_sealed: null }]);
  });

  it('takes a secret once, from nobody who does not know it, and tells only who began', async () => {
    await stage.woo.openShop('once');
    const page = await begin(owner, 'once');
    const token = tokenIn(page);
    const answered = await callback({ user_id: 'guessed', ...someKey });
    expect(answered.status).toBe(404);
    expect((await callback({ user_id: token })).status).toBe(422);
    expect((await outcome(stranger, token)).status).toBe(404);
    const colleague = await merchant(stage.test, { account_id: owner.account_id, role: 'manager' });
    expect((await outcome(colleague, token)).status).toBe(404);
    await stage.woo.consent(page);
    expect((await callback({ user_id: token, ...someKey })).status).toBe(404);
  });

  it('believes no key that does not open the shop that was entered', async () => {
    await stage.woo.openShop('forged');
    const token = tokenIn(await begin(owner, 'forged'));
    expect((await callback({ user_id: token, ...someKey })).status).toBe(200);
    await stage.run();
    expect((await outcome(owner, token)).body.data).toEqual({
      state: 'failed',
      message: 'The store doesn’t recognize this key. Copy the key and secret again.',
    });
  });

  it('connects nothing for somebody whose access ended meanwhile (round 2)', async () => {
    await stage.woo.openShop('left-behind');
    const member = await merchant(stage.test, { account_id: owner.account_id, role: 'manager' });
    const page = await begin(member, 'left-behind');
    await stage.woo.consent(page);
    await query(`UPDATE memberships SET status = 'removed' WHERE user_id = '${member.user_id}'`);
    await stage.run();
    const { rows } = await query(
      `SELECT problem, store_id FROM woo_authorizations WHERE user_id = '${member.user_id}'`,
    );
    expect(rows).toEqual([{ problem: '{"text":"stores.woo_member_gone"}', store_id: null }]);
  });

  it('lets an authorization run out', async () => {
    await stage.woo.openShop('late');
    const page = await begin(owner, 'late');
    stage.test.clock.advance(61 * 60_000);
    await expect(stage.woo.consent(page)).rejects.toThrow('unable to send the consumer data');
    expect(await stage.woo.keys('late')).toEqual([]); // the shop takes its key back
    expect((await outcome(owner, tokenIn(page))).body.data).toMatchObject({ state: 'failed' });
  });
});

describe('keys made manually', () => {
  it('connect a shop whatever its paths look like and however its host treats headers', async () => {
    await stage.woo.createShop({ slug: 'plain-paths', permalinks: false });
    await stage.woo.setFault('plain-paths', { kind: 'strip_authorization' });
    await stage.woo.setFault('plain-paths', { kind: 'notice' });
    const pair = await stage.woo.createKey('plain-paths');
    const done = await byKeys(owner, { url: `${stage.woo.url('plain-paths')}/wp-admin/index.php`, ...pair });
    expect(done).toMatchObject({ status: 200, body: { data: { platform: 'woocommerce', status: 'connected' } } });
    await stage.run();
    const { rows } = await query(`SELECT sent_by, routes FROM woo_keys WHERE url LIKE '%plain-paths'`);
    expect(rows).toEqual([{ sent_by: 'query', routes: 'plain' }]);
  });

  it('say what is wrong, each at its field', async () => {
    await stage.woo.openShop('troubled');
    const url = stage.woo.url('troubled');
    const readOnly = await stage.woo.createKey('troubled', 'read');
    const refused = async (body: object) => (await byKeys(owner, body)).body as { errors?: unknown; message?: string };
    expect(await refused({ url, ...readOnly })).toMatchObject({
      code: 'authorization_failed',
      message: expect.stringMatching(/read-only/),
    });
    expect(await refused({ url, ...someKey })).toMatchObject({
      errors: { consumer_key: [expect.stringMatching(/doesn’t recognize this key/)] },
    });
    expect(await refused({ url, consumer_key: 'x', consumer_secret: 'y' })).toMatchObject({ code: 'invalid_input' });
    await stage.woo.setFault('troubled', { kind: 'firewall' });
    expect(await refused({ url, ...someKey })).toMatchObject({
      errors: { url: [expect.stringMatching(/web page instead of data \(403\)/)] },
    });
    await stage.woo.clearFaults('troubled');
    await stage.woo.setPlugins('troubled', ['no-woocommerce']);
    expect(await refused({ url, ...someKey })).toMatchObject({
      errors: { url: [expect.stringMatching(/without WooCommerce/)] },
    });
    const nowhere = stage.woo.url('nobody-here');
    expect(await refused({ url: nowhere, ...someKey })).toMatchObject({
      errors: { url: [expect.stringMatching(/no WooCommerce store/)] },
    });
    expect(await refused({ url: 'http://127.0.0.1:1', ...someKey })).toMatchObject({
      errors: { url: [expect.stringMatching(/isn’t responding/)] },
    });
    expect((await byKeys(undefined, { url, ...someKey })).status).toBe(401);
    expect((await start(undefined, { url })).status).toBe(401);
    const viewer = await merchant(stage.test, { account_id: owner.account_id, role: 'viewer' });
    expect((await byKeys(viewer, { url, ...someKey })).status).toBe(403);
  });

  it('leave a shop with the account that has it', async () => {
    await stage.woo.openShop('taken');
    const body = { url: stage.woo.url('taken'), ...(await stage.woo.createKey('taken')) };
    expect((await byKeys(owner, body)).status).toBe(200);
    expect(await byKeys(stranger, body)).toMatchObject({ status: 422, body: { code: 'store_elsewhere' } });
    expect(await start(stranger, { url: body.url.toUpperCase().replace('HTTP', 'http') })).toMatchObject({
      body: { code: 'store_elsewhere' },
    });
    const again = await byKeys(owner, body);
    const { rows } = await query(`SELECT id FROM stores WHERE external_domain LIKE '%/woo/taken'`);
    expect(rows).toEqual([{ id: (again.body.data as { id: string }).id }]);
  });
});

it('calls nobody within the house: private addresses, names that lead to them, and other protocols are refused', async () => {
  const closed = await startTestApp({ ALLOW_PRIVATE_HOSTS: '0' });
  try {
    const person = await merchant(closed);
    const refused = [
      ['http://127.0.0.1/', 'This address can’t be reached from the internet. Enter the store’s public address.'],
      ['https://127.0.0.1', 'This address can’t be reached from the internet. Enter the store’s public address.'],
      ['https://2130706433/', 'This address can’t be reached from the internet. Enter the store’s public address.'],
      [
        'https://[::ffff:10.0.0.1]/',
        'This address can’t be reached from the internet. Enter the store’s public address.',
      ],
      [
        'https://169.254.169.254/latest/meta-data',
        'This address can’t be reached from the internet. Enter the store’s public address.',
      ],
      ['localhost:8443', 'This address can’t be reached from the internet. Enter the store’s public address.'],
      [
        'https://database.internal',
        'This address can’t be reached from the internet. Enter the store’s public address.',
      ],
      ['ftp://shop.example.com', 'This address can’t be reached from the internet. Enter the store’s public address.'],
      ['http://shop.example.com', 'The store must use https because we send it keys. Enter its https address.'],
      ['https://me:secret@shop.example.com', 'The address contains a username or password. Remove it.'],
      ['https://shop.myshopify.com', 'This is a Shopify store. Select Shopify as the platform.'],
      ['', 'The store’s address is missing. Enter it.'],
      ['not an address', 'This isn’t a store’s address. Enter one such as https://shop.example.com.'],
    ];
    for (const [url, message] of refused) {
      for (const path of ['/api/stores/woocommerce/authorize_url', '/api/stores/woocommerce']) {
        const answer = await closed.call('POST', path, { token: person.token, body: { url, ...someKey } });
        expect([url, answer.status, answer.body.message]).toEqual([url, 422, message]);
      }
    }
  } finally {
    await closed.close();
  }
});
