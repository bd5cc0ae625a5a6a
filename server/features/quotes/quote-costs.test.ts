import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { answerBody, answerLine, ask, askFor, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { findCosts } from './quote-costs.db.ts';

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
  post(`/api/desk/quotes/${account_id}/${id}/assign`, body);
const say = ({ account_id, id }: Given, body: object) => post(`/api/desk/quotes/${account_id}/${id}/messages`, body);
const costs = async ({ account_id, id }: Given) => (await get(`/api/desk/quotes/${account_id}/${id}/costs`)).data;

async function asked(): Promise<Given> {
  const owner = await merchant(test);
  const { product_id } = await givenUnpriced(test, owner, 1);
  return { owner, id: (await ask(test, owner.token, product_id)).body.data.id, account_id: owner.account_id };
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

  it('keeps costs, rate and margin of each version, and never shows them to the client', async () => {
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
    expect(await post('/api/desk/fx_rates', { currency: 'USD', yuan: 0 })).toMatchObject({ status: 422 });
    await post('/api/desk/fx_rates', { currency: 'USD', yuan: 7.1234 });
    const margin = (version: number, percent = 31.5) =>
      test.call('PUT', `/api/desk/margins/${account_id}`, {
        token: agent.token,
        body: { percent, least: 40, version },
      });
    expect(await margin(0)).toMatchObject({ status: 200 });
    expect(await margin(0, 99)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    expect(await sendAnswer(test, agent.token, given, body)).toMatchObject({ status: 200 });
    await post('/api/desk/fx_rates', { currency: 'USD', yuan: 9 }); // changes nothing of what was made
    const made = { line: 1, ...secret, fx_rate: 7.1234, margin_percent: 31.5 };
    expect(await costs(given)).toMatchObject({
      fx: { yuan: 9 },
      margin: { percent: 31.5, least: 40, own: true, version: 1 },
      lines: [made],
    });
    // every page of the client that speaks of the quote
    const link = (await post(`/api/quotes/${id}/share`, {}, owner.token)).body.data.url;
    const token = new URL(link).searchParams.get('token');
    const answers = await Promise.all(
      ['/api/quotes', `/api/quotes/${id}`, '/api/products', '/api/notifications', `/api/shared_quotes/${token}`].map(
        (path) => get(path, owner.token),
      ),
    );
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer)).not.toMatch(
        /cost_fen|17137131|margin_percent|fx_rate|7\.1234|supplier|600000000001/,
      );
    }
    // not even the client's own role of the database may look
    await expect(inAccount(test, account_id, (ctx) => findCosts(ctx, account_id, id))).rejects.toThrow(
      /permission denied/,
    );
    for (const path of [`/api/desk/quotes/${account_id}/${id}/costs`, `/api/desk/quotes/${account_id}/${id}/like`]) {
      expect(await test.call('GET', path, { token: owner.token })).toMatchObject({ status: 403 });
      expect(await test.call('GET', path)).toMatchObject({ status: 401 });
    }
    const finance = await staff(test, 'finance');
    const rule = { token: finance.token, body: { percent: 1, least: 0, version: 1 } };
    expect(await test.call('PUT', `/api/desk/margins/${account_id}`, rule)).toMatchObject({ status: 403 });
    expect(await post('/api/desk/fx_rates', { currency: 'EUR', yuan: 7 }, owner.token)).toMatchObject({ status: 403 });
    const nobody = { token: agent.token, body: { percent: 1, least: 0, version: 0 } };
    expect(await test.call('PUT', `/api/desk/margins/${uuid()}`, nobody)).toMatchObject({ status: 404 });
  });

  it('finds answered quotes for like goods, whoever asked, and leaves access rows', async () => {
    const first = await asked();
    await sendAnswer(test, agent.token, first);
    const second = await merchant(test);
    const page = { title: 'Moon lamp with a stand', url: 'https://shop.example/p/moon' };
    const id: string = (await askFor(test, second.token, page)).body.data.id;
    const found = (await get(`/api/desk/quotes/${second.account_id}/${id}/like`)).data;
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
    expect((await get(`/api/desk/quotes/${second.account_id}/${other}/like`)).data).toEqual([]);
  });
});

describe('the clock', () => {
  it('D5-13 counts business hours, skips holidays and says so, stops while the client is asked, and keeps a miss', async () => {
    const begin = new Date('2026-12-08T02:00:00Z'); // a Tuesday, 10:00 in Shanghai
    test.clock.set(new Date('2026-12-01T02:00:00Z'));
    const names = { name_en: 'Lantern day', name_zh: '灯会' };
    await post('/api/desk/shipping/holidays', { from: '2026-12-09', to: '2026-12-09', kind: 'off', ...names });
    test.clock.set(begin);
    const viewer = await merchant(test);
    const ahead = (await get('/api/quotes/clock', viewer.token)).data;
    expect(ahead).toEqual({ due_at: '2026-12-10T02:00:00.000Z', skipped: [{ day: '2026-12-09', ...names }] });
    const given = await asked();
    const look = async () => (await get(`/api/quotes/${given.id}`, given.owner.token)).data;
    expect((await look()).sla_due_at).toBe('2026-12-10T02:00:00.000Z'); // 14 hours of Tuesday, 10 of Thursday
    test.clock.set(new Date('2026-12-08T10:00:00Z')); // 8 of the 24 hours are gone
    await say(given, { text: 'Which plug?', question: true });
    expect(await look()).toMatchObject({ paused_at: '2026-12-08T10:00:00.000Z' });
    test.clock.set(new Date('2026-12-11T10:00:00Z')); // Friday 18:00: 6 hours of Friday, 10 of Monday are left
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
});
