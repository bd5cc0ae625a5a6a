import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { eventChannel } from '#server/db/at-end.ts';
import { mailGathered } from '#testing/run-tasks.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { catalogPicture, describeAll, keepPicture, priceSku } from '#testing/picture-fixtures.ts';
import { drawProducts } from '#testing/product-pictures.ts';
import { givenStock, shared } from '#testing/stock-fixtures.ts';
import { answerBody, answerLine, ask, askFor, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { findCosts } from './workbench.db.ts';

let test: TestApp;
let agent: { token: string; user_id: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

type Given = { owner: Person; id: string; account_id: string };
const get = async (path: string, token = agent.token) => (await test.call('GET', path, { token })).body;
const post = (path: string, body: object = {}, token = agent.token) =>
  test.call('POST', path, { token, key: uuid(), body });
const assign = ({ account_id, id }: Given, body: object = {}) =>
  post(`/api/staff/quotes/${account_id}/${id}/assign`, body);
const say = ({ account_id, id }: Given, body: object) => post(`/api/staff/quotes/${account_id}/${id}/messages`, body);
const costs = async ({ account_id, id }: Given) => (await get(`/api/staff/quotes/${account_id}/${id}/costs`)).data;

async function asked(): Promise<Given> {
  const owner = await merchant(test);
  const { product_id } = await givenUnpriced(test, owner, 1);
  return { owner, id: (await ask(test, owner.token, product_id)).body.data.id, account_id: owner.account_id };
}

/** Everything that a member may list. */
const listsOfMembers = (): string[] =>
  Object.values(contract)
    .flatMap((group): Endpoint[] => Object.values(group))
    .filter(({ method, path, access }) => method === 'GET' && access.kind === 'merchant' && !path.includes('{'))
    .map(({ path }) => path);

/** What the server tells browsers from now on. */
async function eventsHeard() {
  const client = await test.pool.connect();
  const heard: string[] = [];
  client.on('notification', ({ payload }) => heard.push(payload ?? ''));
  await client.query(`LISTEN ${eventChannel}`);
  return {
    async stop(): Promise<string[]> {
      await client.query('SELECT 1'); // what was told before comes with this answer at the latest
      client.release(true);
      return heard;
    },
  };
}

describe('the workbench', () => {
  it('gives quotes to agents, who take a new one into work', async () => {
    const given = await asked();
    const taken = await assign(given);
    expect(taken.body.data).toMatchObject({ status: 'in_progress', assignee_user_id: agent.user_id });
    const colleague = await staff(test, 'agent');
    const moved = await assign(given, { user_id: colleague.user_id });
    expect(moved.body.data).toMatchObject({ status: 'in_progress', assignee_user_id: colleague.user_id });
    expect(moved.body.data.thread.map((entry: { kind: string }) => entry.kind)).toEqual([
      'asked',
      'assigned',
      'assigned',
    ]);
    const packer = await staff(test, 'warehouse');
    const refused = { status: 422, body: { errors: { user_id: [expect.any(String)] } } };
    expect(await assign(given, { user_id: packer.user_id })).toMatchObject(refused);
    expect((await costs(given)).agents.map((one: { id: string }) => one.id)).toContain(colleague.user_id);
  });

  it('keeps costs, rate and margin of each version, closed to the client’s role', async () => {
    const given = await asked();
    const { account_id, owner, id } = given;
    const secret = { cost_fen: 17_137_131, supplier_url: 'https://detail.1688.com/offer/600000000001.html' };
    const body = answerBody({ lines: [answerLine(1, secret), answerLine(2)] });
    const noRate = {
      status: 422,
      body: { code: 'quote_incomplete', errors: { lines: [expect.stringContaining('yuan')] } },
    };
    expect(await sendAnswer(test, agent.token, given, body)).toMatchObject(noRate);
    expect(await costs(given)).toMatchObject({
      fx: null,
      margin: { percent: 25, least: 0, own: false, version: 0 },
    });
    expect(await post('/api/staff/fx_rates', { currency: 'USD', yuan: 0 })).toMatchObject({ status: 422 });
    await post('/api/staff/fx_rates', { currency: 'USD', yuan: 7.1234 });
    const margin = (version: number, percent = 31.5) =>
      test.call('PUT', `/api/staff/margins/${account_id}`, {
        token: agent.token,
        body: { percent, least: 40, version },
      });
    expect(await margin(0)).toMatchObject({ status: 200 });
    expect(await margin(0, 99)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    expect(await sendAnswer(test, agent.token, given, body)).toMatchObject({ status: 200 });
    await post('/api/staff/fx_rates', { currency: 'USD', yuan: 9 }); // changes nothing of what was made
    const made = { line: 1, ...secret, fx_rate: 7.1234, margin_percent: 31.5 };
    expect(await costs(given)).toMatchObject({
      fx: { yuan: 9 },
      margin: { percent: 31.5, least: 40, own: true, version: 1 },
      lines: [made],
    });
    // not even the client's own role of the database may look
    await expect(inAccount(test, account_id, (ctx) => findCosts(ctx, id))).rejects.toThrow(/permission denied/);
    for (const path of [`/api/staff/quotes/${account_id}/${id}/costs`, `/api/staff/quotes/${account_id}/${id}/like`]) {
      expect(await test.call('GET', path, { token: owner.token })).toMatchObject({ status: 403 });
      expect(await test.call('GET', path)).toMatchObject({ status: 401 });
    }
    const finance = await staff(test, 'finance');
    const rule = { token: finance.token, body: { percent: 1, least: 0, version: 1 } };
    expect(await test.call('PUT', `/api/staff/margins/${account_id}`, rule)).toMatchObject({ status: 403 });
    expect(await post('/api/staff/fx_rates', { currency: 'EUR', yuan: 7 }, owner.token)).toMatchObject({ status: 403 });
    const nobody = { token: agent.token, body: { percent: 1, least: 0, version: 0 } };
    expect(await test.call('PUT', `/api/staff/margins/${uuid()}`, nobody)).toMatchObject({ status: 404 });
  });

  it('internal figures are in no answer, export, shared page, mail or event of the client', {
    tags: ['D5-14'],
  }, async () => {
    const reported = await eventsHeard();
    const given = await asked();
    const { owner, id } = given;
    await post('/api/staff/fx_rates', { currency: 'USD', yuan: 7.1234 });
    const rule = { percent: 31.5, least: 40, version: 0 };
    await test.call('PUT', `/api/staff/margins/${given.account_id}`, { token: agent.token, body: rule });
    const secret = { cost_fen: 17_137_131, supplier_url: 'https://detail.1688.com/offer/600000000001.html' };
    const body = answerBody({ lines: [answerLine(1, secret), answerLine(2)] });
    expect(await sendAnswer(test, agent.token, given, body)).toMatchObject({ status: 200 });
    await mailGathered(test);
    const link = (await post(`/api/quotes/${id}/share`, {}, owner.token)).body.data.url;
    const seen = [await get(`/api/shared_quotes/${new URL(link).searchParams.get('token')}`, owner.token)];
    seen.push((await post(`/api/quotes/${id}/accept`, { version: 1 }, owner.token)).body);
    const order: string = (await get('/api/shopify_orders', owner.token)).data[0].id;
    const paths = ['quotes', 'shopify_orders'].map((kind, at) => `/api/${kind}/${at === 0 ? id : order}`);
    for (const path of [...paths, `/api/shopify_orders/${order}/explain`, ...listsOfMembers()])
      seen.push(await get(path, owner.token));
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(25);
    const exported = await test.call('POST', '/api/exports', {
      token: owner.token,
      body: { list: 'quotes', format: 'csv', query: {} },
    });
    const file = (await post(`/api/files/${exported.body.data.result.file_id}/link`, {}, owner.token)).body.data.url;
    const texts = [...seen.map((answer) => JSON.stringify(answer)), (await test.app.fastify.inject(file)).body];
    texts.push(
      JSON.stringify(await sqlRows(test, 'SELECT payload FROM outbox')),
      JSON.stringify(await reported.stop()),
    );
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(10);
      expect(text).not.toMatch(
        /cost_fen|17137131|171371\.31|margin_percent|fx_rate|7\.1234|31\.5|supplier|600000000001/,
      );
    }
  });

  it('puts SKUs that look like the client’s pictures first, then those with its words, with price, cost and stock', {
    tags: ['D5-14'],
  }, async () => {
    const [red] = drawProducts(1, 'candidates');
    if (!red) throw new Error('nothing drawn');
    const [alike, stranger] = [await catalogPicture(test, red, 'Round light'), await merchant(test)];
    const hidden = await catalogPicture(test, red, 'Round light of another', stranger.account_id);
    const given = await asked();
    const offered = async (title: string): Promise<{ id: string }> => {
      const product = { title, skus: [{ title, weight_g: 300 }] };
      return (await post('/api/staff/catalog_products', product)).body.data.items[0];
    };
    const named = await offered('MOON lamp, 15 cm');
    await offered('Sun lounger');
    const picture = await keepPicture(test, red);
    const { account_id, id } = given;
    await sqlRows(test, `UPDATE quotes SET picture = '${picture}' WHERE id = '${id}'`);
    await describeAll(test);
    await priceSku(test, account_id, alike.id, 390);
    await givenStock(test, shared, alike.id, 12);
    await givenStock(test, account_id, alike.id, 3);
    await post('/api/staff/fx_rates', { currency: 'USD', yuan: 7 });
    const before = { lines: [answerLine(1, { catalog_sku_id: named.id, cost_fen: 1_250 })] };
    expect(await sendAnswer(test, agent.token, await asked(), answerBody(before))).toMatchObject({ status: 200 });
    const path = `/api/staff/quotes/${account_id}/${id}/candidates`;
    const found = (await get(path)).data;
    expect(found[0]).toMatchObject({
      id: alike.id,
      similarity: expect.any(Number),
      asked_url: `/api/pictures/${picture}`,
      price: 390,
      cost_fen: null,
      stock: 15,
    });
    expect(found[0].similarity).toBeGreaterThan(0.9);
    const byWords = found.find((sku: { id: string }) => sku.id === named.id);
    expect(byWords).toMatchObject({
      similarity: null,
      words: 2,
      price: null,
      cost_fen: 1_250,
      stock: 0,
      weight_g: 300,
    });
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`Sun lounger|${hidden.id}`));
    const reads = await sqlRows<{ route: string }>(test, `SELECT route FROM access_log WHERE entity_id = '${id}'`);
    expect(reads).toContainEqual({ route: 'quotes.candidates' });
    expect(await test.call('GET', path)).toMatchObject({ status: 401 });
    expect(await test.call('GET', path, { token: given.owner.token })).toMatchObject({ status: 403 });
    expect(await test.call('GET', path.replace(id, uuid()), { token: agent.token })).toMatchObject({ status: 404 });
    expect(await test.call('GET', path.replace(id, 'x'), { token: agent.token })).toMatchObject({ status: 404 });
  });

  it('finds answered quotes for like goods, whoever asked, and leaves access rows', async () => {
    const first = await asked();
    await sendAnswer(test, agent.token, first);
    const second = await merchant(test);
    const page = { title: 'Moon lamp with a stand', url: 'https://shop.example/p/moon' };
    const id: string = (await askFor(test, second.token, page)).body.data.id;
    const found = (await get(`/api/staff/quotes/${second.account_id}/${id}/like`)).data;
    expect(found.map((like: { id: string }) => like.id)).toContain(first.id);
    expect(found.find((like: { id: string }) => like.id === first.id)).toMatchObject({
      title: 'Moon lamp',
      client: { id: first.account_id },
      version: { lines: [{ unit_price: 451 }, { unit_price: 452 }], freight: [{ destination: 'US' }] },
    });
    const odd = (await askFor(test, second.token, { title: 'Zx', url: 'https://shop.example/p/2' })).status;
    expect(odd).toBe(422);
    const other: string = (await askFor(test, second.token, { title: 'Quartz', url: 'https://shop.example/p/2' })).body
      .data.id;
    expect((await get(`/api/staff/quotes/${second.account_id}/${other}/like`)).data).toEqual([]);
    const amp = { title: 'Bass amp', url: 'https://shop.example/p/3' }; // “lamp” does not begin with it
    const third: string = (await askFor(test, second.token, amp)).body.data.id;
    expect((await get(`/api/staff/quotes/${second.account_id}/${third}/like`)).data).toEqual([]);
  });
});

describe('the clock', () => {
  it('counts business hours, skips holidays and says so, stops while the client is asked, and keeps a miss', {
    tags: ['D5-13'],
  }, async () => {
    const begin = new Date('2026-12-08T02:00:00Z'); // a Tuesday, 10:00 in Shanghai
    test.clock.set(new Date('2026-12-01T02:00:00Z'));
    const names = { name_en: 'Lantern day', name_zh: '灯会' };
    await post('/api/staff/shipping/holidays', { from: '2026-12-09', to: '2026-12-09', kind: 'off', ...names });
    test.clock.set(begin);
    const viewer = await merchant(test);
    const ahead = (await get('/api/quotes/clock', viewer.token)).data;
    expect(ahead).toEqual({ due_at: '2026-12-10T02:00:00.000Z', skipped: [{ day: '2026-12-09', ...names }] });
    const given = await asked();
    const look = async () => (await get(`/api/quotes/${given.id}`, given.owner.token)).data;
    expect((await look()).sla_due_at).toBe('2026-12-10T02:00:00.000Z'); // eight working hours of Tuesday, one of Thursday
    test.clock.set(new Date('2026-12-08T08:00:00Z')); // six of nine working hours are gone
    await say(given, { text: 'Which plug?', question: true });
    expect(await look()).toMatchObject({ paused_at: '2026-12-08T08:00:00.000Z' });
    test.clock.set(new Date('2026-12-11T08:00:00Z')); // Friday 16:00: two hours of Friday, one of Monday are left
    const reply = await post(`/api/quotes/${given.id}/messages`, { text: 'EU.' }, given.owner.token);
    expect(reply.body.data).toMatchObject({
      status: 'in_progress',
      paused_at: null,
      sla_due_at: '2026-12-14T02:00:00.000Z',
    });
    test.clock.set(new Date('2026-12-14T05:00:00Z')); // three hours late
    await say(given, { text: 'And the colour?', question: true });
    await post(`/api/quotes/${given.id}/messages`, { text: 'Red.' }, given.owner.token);
    expect((await look()).sla_due_at).toBe('2026-12-14T02:00:00.000Z'); // a late clock stays late
    const { version } = await look();
    await sendAnswer(test, agent.token, given, answerBody({ version }));
    expect((await look()).versions).toMatchObject([
      { due_at: '2026-12-14T02:00:00.000Z', created_at: '2026-12-14T05:00:00.000Z' },
    ]);
  });

  it('gives one business day at most to a quote that waited since nights counted as well', async () => {
    test.clock.set(new Date('2026-12-15T02:00:00Z')); // a Tuesday, 10:00 in Shanghai
    const given = await asked();
    await say(given, { text: 'Which plug?', question: true });
    await sqlRows(test, `UPDATE quotes SET sla_left_ms = 20 * 3600000 WHERE id = '${given.id}'`);
    const reply = await post(`/api/quotes/${given.id}/messages`, { text: 'EU.' }, given.owner.token);
    expect(reply.body.data.sla_due_at).toBe('2026-12-16T02:00:00.000Z');
  });
});
