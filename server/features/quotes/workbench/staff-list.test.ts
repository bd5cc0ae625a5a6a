import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailGathered } from '#testing/run-tasks.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, staff } from '#testing/people.ts';
import { acceptQuote, answerBody, answerLine, ask, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';

let test: TestApp;
let agent: { token: string; user_id: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

const get = async (path: string, token = agent.token) => (await test.call('GET', path, { token })).body;
async function asked(orders = 1) {
  const owner = await merchant(test);
  const given = await givenUnpriced(test, owner, orders);
  const { body } = await ask(test, owner.token, given.product_id);
  return { owner, ...given, key: { account_id: owner.account_id, id: body.data.id as string } };
}

describe('the queue', () => {
  it('shows what is due first, with the client, and leaves access rows', async () => {
    const first = await asked();
    test.clock.advance(60_000);
    const second = await asked();
    const { data, meta } = await get('/api/staff/quotes?per_page=200');
    const ids = data.map((row: { id: string }) => row.id);
    expect(ids.indexOf(first.key.id)).toBeLessThan(ids.indexOf(second.key.id));
    expect(data[0].client).toMatchObject({ id: first.owner.account_id, number: expect.any(Number) });
    expect(meta.counts).toMatchObject({ open: 2, quoted: 0, closed: 0, all: 2 });
    expect((await get(`/api/staff/quotes?q=${data[1].number}`)).data).toMatchObject([{ id: ids[1] }]);
    expect((await get('/api/staff/quotes?tab=closed')).data).toEqual([]);
    const { data: detail } = await get(`/api/staff/quotes/${first.key.account_id}/${first.key.id}`);
    expect(detail).toMatchObject({
      client: { id: first.owner.account_id },
      items: [{ line: 1 }, { line: 2 }],
      versions: [],
    });
    const rows = await sqlRows(
      test,
      `SELECT route FROM access_log WHERE account_id = '${first.owner.account_id}' ORDER BY at, id`,
    );
    expect(rows.map((row) => row.route)).toEqual(expect.arrayContaining(['quotes.staffList', 'quotes.staffGet']));
  });

  it('shows of what is due at the same time what most orders wait for, across pages', async () => {
    const waiting = [1, 3, 0, 2];
    const ids: string[] = [];
    for (const orders of waiting) ids.push((await asked(orders)).key.id);
    await sqlRows(test, `UPDATE quotes SET sla_due_at = '2000-01-03T10:00:00Z' WHERE id = ANY('{${ids.join()}}')`);
    const byWaiting = [1, 3, 0, 2].map((place) => ids[place]);
    const page = async (n: number): Promise<{ id: string; orders_waiting: number }[]> =>
      (await get(`/api/staff/quotes?per_page=2&page=${n}`)).data;
    const shown = [...(await page(1)), ...(await page(2))];
    expect(shown.map(({ id }) => id)).toEqual(byWaiting);
    expect(shown.map(({ orders_waiting }) => orders_waiting)).toEqual([3, 2, 1, 0]);
    const { data } = await get('/api/staff/quotes?per_page=200');
    expect(data.slice(0, 4).map(({ id }: { id: string }) => id)).toEqual(byWaiting);
    expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(data.length);
  });

  it('finds a message about a quote in any state, which the menu and the bell count too, until it is read', async () => {
    const { owner, key } = await asked();
    await sendAnswer(test, agent.token, key);
    await acceptQuote(test, owner.token, key.id);
    const found = async () => {
      const { data, meta } = await get('/api/staff/quotes?tab=messages&per_page=200');
      const { total: actions } = (await get('/api/notifications?tab=action&per_page=1')).meta;
      const ids: string[] = data.map(({ id }: { id: string }) => id);
      expect([meta.total, meta.counts.messages]).toEqual([ids.length, ids.length]);
      return {
        tab: ids.filter((id) => id === key.id).length,
        due: (await get('/api/staff/work')).data.quotes,
        actions,
      };
    };
    const before = await found();
    const say = () =>
      test.call('POST', `/api/quotes/${key.id}/messages`, { token: owner.token, body: { text: 'Ready soon?' } });
    await say();
    await say();
    const one = { tab: 1, due: before.due + 1, actions: before.actions + 1 };
    expect(await found()).toEqual(one);
    expect((await get(`/api/staff/quotes?tab=messages&q=${encodeURIComponent('Nothing so named')}`)).data).toEqual([]);
    const path = `/api/staff/quotes/${key.account_id}/${key.id}`;
    await test.call('POST', `${path}/read`, { token: agent.token, body: { seq: 99 } });
    expect(await found()).toEqual({ ...before, tab: 0 });
    await say();
    expect(await found()).toEqual(one);
    await test.call('POST', `${path}/messages`, { token: agent.token, body: { text: 'On Monday.' } });
    expect(await found()).toEqual(before);
  });

  it('counts a quote to answer once, however much its client writes, and leaves nothing to read once it ends', async () => {
    const { owner, key } = await asked();
    const due = async () => (await get('/api/staff/work')).data.quotes;
    const rows = async (): Promise<object[]> => (await get('/api/staff/quotes?tab=messages&per_page=200')).data;
    const before = await due();
    const tell = (path: string, body: object) =>
      test.call('POST', `/api/quotes/${key.id}/${path}`, { token: owner.token, body });
    await tell('messages', { text: 'In red, please.' });
    await tell('messages', { text: 'Or in blue.' });
    expect(await rows()).toContainEqual(expect.objectContaining({ id: key.id, unread: 2 }));
    expect(await due()).toBe(before);
    await tell('cancel', {});
    expect(await rows()).not.toContainEqual(expect.objectContaining({ id: key.id }));
    expect(await due()).toBe(before - 1);
  });

  it('is closed to merchants and to other staff', async () => {
    const { owner, key } = await asked();
    const packer = await staff(test, 'warehouse');
    const path = `/api/staff/quotes/${key.account_id}/${key.id}`;
    for (const token of [owner.token, packer.token]) {
      expect((await test.call('GET', '/api/staff/quotes', { token })).status).toBe(403);
      expect((await test.call('GET', path, { token })).status).toBe(403);
      expect((await sendAnswer(test, token, key)).status).toBe(403);
    }
    expect((await test.call('GET', path)).status).toBe(401);
    const nobody = await test.call('POST', `/api/staff/quotes/${key.account_id}/${key.id}/answer`, {
      body: answerBody(),
    });
    expect(nobody.status).toBe(401);
    const stranger = await merchant(test);
    expect(
      (await test.call('GET', `/api/staff/quotes/${stranger.account_id}/${key.id}`, { token: agent.token })).status,
    ).toBe(404);
    expect((await sendAnswer(test, agent.token, { account_id: stranger.account_id, id: key.id })).status).toBe(404);
  });
});

describe('answering', () => {
  it('makes SKUs for the client, a version, and a mail to who asked', async () => {
    const { owner, key } = await asked();
    const { status, body } = await sendAnswer(test, agent.token, key);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'quoted',
      current_version: 1,
      version: 2,
      price_min: 451,
      agent: expect.any(String),
    });
    const codes = body.data.versions[0].lines.map((line: { sku: { code: string; title: string } }) => line.sku);
    expect(codes).toMatchObject([{ title: 'Moon lamp / Variant 11' }, { title: 'Moon lamp / Variant 12' }]);
    await mailGathered(test);
    const rows = await sqlRows(
      test,
      `SELECT payload FROM outbox WHERE kind = 'mail' AND account_id = '${owner.account_id}' AND payload->>'to' = '${owner.email}'`,
    );
    expect(rows).toMatchObject([
      { payload: { to: owner.email, text: expect.stringContaining(`/quote/index?quote=${key.id}`) } },
    ]);
    const shared = await get('/api/staff/catalog?q=moon');
    expect(shared.data).toEqual([]);
    const own = await get(`/api/staff/catalog?q=moon&account_id=${owner.account_id}`);
    expect(own).toMatchObject({ data: [{ weight_g: 300 }, { weight_g: 300 }], meta: { total: 2 } });
  });

  it('takes a second answer as the next version, reusing SKUs and correcting a weight that nobody paid for', async () => {
    const { owner, key } = await asked();
    const first = (await sendAnswer(test, agent.token, key)).body.data.versions[0].lines;
    const lines = first.map((line: { line: number; sku: { id: string } }) =>
      answerLine(line.line, { catalog_sku_id: line.sku.id, weight_g: 350, unit_price: 400 }),
    );
    const { body } = await sendAnswer(test, agent.token, key, answerBody({ version: 2, lines }));
    expect(body.data.versions.map((version: { version: number }) => version.version)).toEqual([2, 1]);
    expect(body.data.versions[0].lines[0].sku.id).toBe(first[0].sku.id);
    expect((await get(`/api/staff/catalog?account_id=${owner.account_id}&q=${first[0].sku.code}`)).data).toMatchObject([
      { weight_g: 350 },
    ]);
    await acceptQuote(test, owner.token, key.id, 2);
    const product = (await get('/api/products', owner.token)).data[0].id;
    const again = (await ask(test, owner.token, product)).body.data;
    const heavier = [answerLine(1, { catalog_sku_id: first[0].sku.id, weight_g: 900 })];
    const refused = await sendAnswer(test, agent.token, { ...key, id: again.id }, answerBody({ lines: heavier }));
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'quote_incomplete', message: expect.stringContaining('350 g') },
    });
  });

  it('refuses answers that are stale, incomplete or against themselves', async () => {
    const { key } = await asked();
    const [freight] = answerBody().freight;
    const stranger = await asked();
    const foreign = (await sendAnswer(test, agent.token, stranger.key)).body.data.versions[0].lines[0].sku.id;
    const bad: [object, string][] = [
      [{ version: 7 }, 'stale_version'],
      [{ lines: [] }, 'invalid_input'],
      [{ freight: [] }, 'invalid_input'],
      [{ lines: [answerLine(1, { unit_price: 0 })] }, 'invalid_input'],
      [{ lines: [answerLine(3)] }, 'quote_incomplete'],
      [{ lines: [answerLine(1), answerLine(1)] }, 'quote_incomplete'],
      [{ lines: [answerLine(1, { catalog_sku_id: uuid() })] }, 'quote_incomplete'],
      [{ lines: [answerLine(1, { catalog_sku_id: foreign })] }, 'quote_incomplete'],
      [{ freight: [freight, freight] }, 'quote_incomplete'],
      [{ freight: [{ ...freight, channel_id: uuid() }] }, 'quote_incomplete'],
      [{ freight: [{ ...freight, days_min: 20 }] }, 'quote_incomplete'],
    ];
    for (const [more, code] of bad) {
      const answer = await sendAnswer(test, agent.token, key, answerBody(more));
      expect({ more, code: answer.body.code, status: answer.status }).toEqual({ more, code, status: 422 });
    }
    expect((await get(`/api/staff/quotes/${key.account_id}/${key.id}`)).data).toMatchObject({
      status: 'submitted',
      versions: [],
    });
  });

  it('is refused for a quote that is closed', async () => {
    const { owner, key } = await asked();
    await sendAnswer(test, agent.token, key);
    await acceptQuote(test, owner.token, key.id);
    expect(await sendAnswer(test, agent.token, key, answerBody({ version: 3 }))).toMatchObject({
      status: 422,
      body: { code: 'quote_not_open' },
    });
  });
});
