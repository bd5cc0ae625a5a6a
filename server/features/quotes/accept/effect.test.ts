import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/db/context.ts';
import { inSavepoint } from '#server/db/savepoint.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import {
  address,
  applyShopOrders,
  givenStore,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { acceptQuote, answerBody, answerLine, ask, sendAnswer } from '#testing/quote-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let test: TestApp;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

const get = async (path: string, token: string) => (await test.call('GET', path, { token })).body.data;
const preview = (token: string, id: string, body: object = { version: 1 }) =>
  test.call('POST', `/api/quotes/${id}/accept/preview`, { token, body });
const effectOf = (token: string, id: string) => get(`/api/quotes/${id}/accept/effect`, token);

const lamp = shopLine({ external_id: '11', sku: 'SKU-11' }, { external_id: 'l1', title: 'Moon lamp', quantity: 1 });
const watch = shopLine({ external_id: '21', sku: 'SKU-21' }, { external_id: 'l2', title: 'Watch', quantity: 1 });
const toCanada = { ...address, country: 'CA', province: 'ON', zip: 'M5V 2T6', city: 'Toronto' };

type Shop = { owner: Person; store: string; products: Map<string, string>; ids: Map<string, string> };

/** A lamp and a watch, and orders: a lamp to the United States, a lamp with a watch, and a lamp to Canada. */
async function givenShop(): Promise<Shop> {
  const owner = await merchant(test);
  const { account_id, token } = owner;
  const store = await givenStore(test, account_id);
  await applyProducts(test, account_id, store, [
    shopProduct('1', [shopVariant('11')], { title: 'Moon lamp' }),
    shopProduct('2', [shopVariant('21')], { title: 'Watch' }),
  ]);
  const order = (name: string, lines: (typeof lamp)[], more = {}) =>
    shopOrder(lines, { external_id: name, name, address, ...more });
  const placed = [order('#1', [lamp]), order('#2', [lamp, watch]), order('#3', [lamp], { address: toCanada })];
  await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, placed, 'api'));
  const named = async (path: string, key: 'name' | 'title') =>
    new Map<string, string>((await get(path, token)).map((row: Record<string, string>) => [row[key], row.id]));
  return {
    owner,
    store,
    products: await named('/api/products', 'title'),
    ids: await named('/api/shopify_orders', 'name'),
  };
}

async function quoted(
  { owner, products }: Shop,
  title: string,
  destinations = ['US'],
  sent: object = {},
): Promise<string> {
  const { id } = (await ask(test, owner.token, products.get(title) ?? '', { destinations })).body.data;
  const body = answerBody({ lines: [answerLine(1)], ...sent });
  expect((await sendAnswer(test, agent.token, { account_id: owner.account_id, id }, body)).status).toBe(200);
  return id;
}

const stages = async ({ owner }: Shop) =>
  Object.fromEntries(
    (await get('/api/shopify_orders', owner.token)).map(({ name, stage }: { name: string; stage: string }) => [
      name,
      stage,
    ]),
  );

describe('what accepting does to waiting orders', () => {
  it('is previewed by what will happen, with what the others still lack, and is told when it has happened', async () => {
    const shop = await givenShop();
    const { owner, ids } = shop;
    const quote = await quoted(shop, 'Moon lamp');
    const before = await stages(shop);
    const ahead = await preview(owner.token, quote);
    // 4.51 goods; 2.00 handling and 300 g at 10.00 a kilogram
    expect(ahead.body.data).toEqual({
      payable: { order_ids: [ids.get('#1')], total: 951, currency: 'USD' },
      waiting: expect.arrayContaining([
        { lacks: 'price', orders: 1, order_ids: [ids.get('#2')], products: ['Watch'], country: 'US' },
        { lacks: 'COUNTRY_NOT_SERVED', orders: 1, order_ids: [ids.get('#3')], products: ['Moon lamp'], country: 'CA' },
      ]),
    });
    expect(ahead.body.data.waiting).toHaveLength(2);
    // and nothing of it has happened
    expect(await stages(shop)).toEqual(before);
    expect((await get(`/api/quotes/${quote}`, owner.token)).status).toBe('quoted');
    expect(await sqlRows(test, `SELECT 1 FROM prices WHERE account_id = '${owner.account_id}'`)).toEqual([]);
    expect(await sqlRows(test, `SELECT 1 FROM mappings WHERE account_id = '${owner.account_id}'`)).toEqual([]);

    expect((await acceptQuote(test, owner.token, quote)).body.data).toMatchObject({ orders_moved: 1 });
    expect(await stages(shop)).toEqual({ '#1': 'awaiting_payment', '#2': 'imported', '#3': 'imported' });
    expect(await effectOf(owner.token, quote)).toEqual(ahead.body.data);
    const checkout = await test.call('POST', '/api/invoices/checkout', {
      token: owner.token,
      body: { order_ids: ahead.body.data.payable.order_ids },
    });
    expect(checkout.body.data).toMatchObject({ total: 951, refused: [] });
  });

  it('says of the other products whether their quote waits for the agent, a reply, or to be accepted', async () => {
    const shop = await givenShop();
    const { owner, ids, products } = shop;
    const quote = await quoted(shop, 'Moon lamp');
    const other = (await ask(test, owner.token, products.get('Watch') ?? '', { destinations: ['US'] })).body.data.id;
    const place = `/api/staff/quotes/${owner.account_id}/${other}/messages`;
    const ofWatch = async () =>
      (await preview(owner.token, quote)).body.data.waiting.find(
        ({ products: [title] }: { products: string[] }) => title === 'Watch',
      );
    const entry = { orders: 1, order_ids: [ids.get('#2')], products: ['Watch'], country: null };
    expect(await ofWatch()).toEqual({ lacks: 'quote', ...entry });
    const body = { text: 'Which strap?', file_ids: [], question: true };
    expect((await test.call('POST', place, { token: agent.token, key: uuid(), body })).status).toBe(200);
    expect(await ofWatch()).toEqual({ lacks: 'answer', ...entry });
    const reply = { token: owner.token, key: uuid(), body: { text: 'Black', file_ids: [] } };
    expect((await test.call('POST', `/api/quotes/${other}/messages`, reply)).status).toBe(200);
    const { version } = await get(`/api/staff/quotes/${owner.account_id}/${other}`, agent.token);
    const answer = answerBody({ version, lines: [answerLine(1)] });
    expect((await sendAnswer(test, agent.token, { account_id: owner.account_id, id: other }, answer)).status).toBe(200);
    expect(await ofWatch()).toEqual({ lacks: 'accept', ...entry });
  });

  it('follows what is chosen of the answer, and forgets orders once they are paid or while they are held', async () => {
    const shop = await givenShop();
    const { owner, ids } = shop;
    const [us] = answerBody().freight;
    const freight = [us, { ...us, destination: 'CA' }];
    const quote = await quoted(shop, 'Moon lamp', ['US', 'CA'], { freight });
    const payable = async (choice: object) =>
      (await preview(owner.token, quote, { version: 1, ...choice })).body.data.payable.order_ids;
    expect(await payable({})).toEqual([ids.get('#1'), ids.get('#3')]);
    const route = { destination: 'CA', channel_id: us?.channel_id };
    expect(await payable({ freight: [route] })).toEqual([ids.get('#3')]);
    expect(await payable({ map: false })).toEqual([]);
    await acceptQuote(test, owner.token, quote);
    await sqlRows(test, `UPDATE orders SET stage = 'processing', payment = 'paid' WHERE id = '${ids.get('#1')}'`);
    expect((await effectOf(owner.token, quote)).payable.order_ids).toEqual([ids.get('#3')]);
    const hold = async (held: boolean) => {
      const { version } = await get(`/api/shopify_orders/${ids.get('#3')}`, owner.token);
      const options = { token: owner.token, body: { held, version } };
      return (await test.call('POST', `/api/shopify_orders/${ids.get('#3')}/hold`, options)).status;
    };
    expect(await hold(true)).toBe(200);
    expect(await effectOf(owner.token, quote)).toMatchObject({
      payable: { order_ids: [], total: 0 },
      waiting: expect.arrayContaining([
        { lacks: 'held', orders: 1, order_ids: [ids.get('#3')], products: [], country: null },
      ]),
    });
    test.clock.set(new Date(test.clock.now().getTime() + 60_000).toISOString());
    expect(await hold(false)).toBe(200);
    expect((await effectOf(owner.token, quote)).payable.order_ids).toEqual([ids.get('#3')]); // released, it counts again
  });

  it('leaves out orders that have the item’s price already and wait for something else', async () => {
    const shop = await givenShop();
    const { owner, ids, store } = shop;
    const { account_id } = owner;
    await acceptQuote(test, owner.token, await quoted(shop, 'Moon lamp'));
    test.clock.advance(60_000);
    const nowhere = shopOrder([lamp], { external_id: '#4', name: '#4', address: { ...address, zip: null } });
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, [nowhere], 'api'));
    const [same] = await sqlRows(test, `SELECT catalog_sku_id AS id FROM prices WHERE account_id = '${account_id}'`);
    // the watch is answered with the same item; of the lamps, only the one to Canada lacks its price
    const quote = await quoted(shop, 'Watch', ['US'], { lines: [answerLine(1, { catalog_sku_id: same?.id })] });
    expect((await preview(owner.token, quote)).body.data).toMatchObject({
      payable: { order_ids: [ids.get('#2')] },
      waiting: [{ lacks: 'COUNTRY_NOT_SERVED', orders: 1, products: ['Moon lamp'], country: 'CA' }],
    });
    expect(await stages(shop)).toMatchObject({ '#4': 'imported' });
  });

  it('is refused like accepting is, and shown to nobody else', async () => {
    const shop = await givenShop();
    const quote = await quoted(shop, 'Moon lamp');
    expect(await preview(shop.owner.token, quote, { version: 2 })).toMatchObject({ body: { code: 'stale_version' } });
    const stranger = await merchant(test);
    expect((await preview(stranger.token, quote)).status).toBe(404);
    const path = `/api/quotes/${quote}/accept/effect`;
    expect((await test.call('GET', path, { token: stranger.token })).status).toBe(404);
    const { account_id } = shop.owner;
    const other = await givenStore(test, account_id);
    const scoped = await merchant(test, { account_id, role: 'sourcing', stores: [other] });
    expect((await preview(scoped.token, quote)).status).toBe(404);
    expect((await test.call('GET', path, { token: scoped.token })).status).toBe(404);
    await sqlRows(
      test,
      `UPDATE quote_versions SET valid_until = now() - interval '9 years' WHERE quote_id = '${quote}'`,
    );
    expect(await preview(shop.owner.token, quote)).toMatchObject({ status: 422, body: { code: 'quote_not_open' } });
  });
});

it('a part of a transaction that fails is taken back alone, also within a part that fails later', async () => {
  const { account_id } = await merchant(test);
  const rename = (ctx: Ctx, name: string) =>
    ctx.db.updateTable('accounts').set({ name }).where('id', '=', account_id).execute();
  const fails = (ctx: Ctx, name: string) =>
    inSavepoint(ctx, async () => {
      await rename(ctx, name);
      throw new Error(name);
    }).catch(() => {});
  await systemEntry(test).run('all_accounts', async (ctx) => {
    await rename(ctx, 'before');
    await inSavepoint(ctx, async () => {
      await rename(ctx, 'in the outer part');
      await fails(ctx, 'in the inner part');
      throw new Error('the outer part fails');
    }).catch(() => {});
  });
  expect(await sqlRows(test, `SELECT name FROM accounts WHERE id = '${account_id}'`)).toEqual([{ name: 'before' }]);
});

describe('accepting many quotes', () => {
  const run = (owner: Person, mode: string, selection: object) =>
    test.call('POST', '/api/bulk', {
      token: owner.token,
      key: uuid(),
      body: { list: 'quotes', action: 'accept', mode, selection, input: {} },
    });
  const job = (owner: Person, id: string) => get(`/api/jobs/${id}`, owner.token);

  it('foretells in one evaluation what all of them do together, names those that cannot, and tells the result', async () => {
    const shop = await givenShop();
    const { owner, ids, products } = shop;
    const quotes = [await quoted(shop, 'Moon lamp'), await quoted(shop, 'Watch')];
    const [first = '', second = ''] = quotes;
    // alone, the watch moves nothing: its order needs the lamp as well
    expect((await preview(owner.token, second)).body.data.payable.order_ids).toEqual([]);
    const unanswered = (
      await test.call('POST', '/api/quotes', {
        token: owner.token,
        key: uuid(),
        body: { title: 'Star lamp', url: 'https://shop.example/p/1', destinations: ['US'] },
      })
    ).body.data;
    const dry = (await run(owner, 'dry_run', { ids: [...quotes, unanswered.id] })).body.data;
    const together = {
      payable: { order_ids: [ids.get('#1'), ids.get('#2')], currency: 'USD' },
      waiting: [{ lacks: 'COUNTRY_NOT_SERVED', orders: 1, products: ['Moon lamp'], country: 'CA' }],
      quotes: [
        { id: first, title: 'Moon lamp', version: 1, variants: 1, unit_from: 451, unit_to: 451, destinations: ['US'] },
        { id: second, title: 'Watch', version: 1, variants: 1, destinations: ['US'] },
      ],
    };
    expect(dry).toMatchObject({
      state: 'done',
      result: {
        ok: 2,
        refused: 1,
        reasons: [{ code: 'quote_not_open', count: 1, names: [`${unanswered.number} · Star lamp`] }],
        effect: together,
      },
    });
    expect((await get(`/api/quotes/${first}`, owner.token)).status).toBe('quoted');
    const work = (await run(owner, 'commit', { run: dry.id })).body.data;
    await runTasks(test);
    const done = await job(owner, work.id);
    expect(done).toMatchObject({ state: 'done', result: { ok: 2, refused: 0, effect: together } });
    expect(done.result.effect.payable).toEqual(dry.result.effect.payable);
    expect(await stages(shop)).toMatchObject({ '#1': 'awaiting_payment', '#2': 'awaiting_payment' });
    const { body } = await test.call('POST', '/api/invoices/checkout', {
      token: owner.token,
      body: { order_ids: done.result.effect.payable.order_ids },
    });
    expect(body.data).toMatchObject({ total: done.result.effect.payable.total, refused: [] });
    expect(products.size).toBe(2);
  });

  it('accepts the rest when one was countered meanwhile', async () => {
    const shop = await givenShop();
    const { owner } = shop;
    const [first, second] = [await quoted(shop, 'Moon lamp'), await quoted(shop, 'Watch')];
    const dry = (await run(owner, 'dry_run', { query: { tab: 'quoted' } })).body.data;
    await runTasks(test);
    expect((await job(owner, dry.id)).result).toMatchObject({
      ok: 2,
      effect: { payable: { total: expect.any(Number) } },
    });
    await test.call('POST', `/api/quotes/${second}/counter`, {
      token: owner.token,
      body: { version: 1, lines: [{ line: 1, target_price: 400 }], reason: 'Too dear' },
    });
    const work = (await run(owner, 'commit', { run: dry.id })).body.data;
    await runTasks(test);
    expect((await job(owner, work.id)).result).toMatchObject({
      ok: 1,
      refused: 1,
      reasons: [{ code: 'quote_not_open' }],
    });
    expect((await get(`/api/quotes/${first}`, owner.token)).status).toBe('accepted');
    expect((await get(`/api/quotes/${second}`, owner.token)).status).toBe('countered');
  });

  it('accepts no price that the preview did not show, now or when it is tried again', async () => {
    const shop = await givenShop();
    const { owner } = shop;
    const quote = await quoted(shop, 'Moon lamp');
    const dry = (await run(owner, 'dry_run', { ids: [quote] })).body.data;
    expect(dry.result.effect.quotes).toMatchObject([{ id: quote, version: 1 }]);
    const body = answerBody({ version: 2, lines: [answerLine(1)] });
    const dearer = await sendAnswer(test, agent.token, { id: quote, account_id: owner.account_id }, body);
    expect(dearer.status).toBe(200);
    const refused = { ok: 0, refused: 1, reasons: [{ code: 'stale_version' }] };
    const work = (await run(owner, 'commit', { run: dry.id })).body.data;
    await runTasks(test);
    expect((await job(owner, work.id)).result).toMatchObject(refused);
    const again = await test.call('POST', `/api/bulk/${work.id}/retry`, { token: owner.token, key: uuid(), body: {} });
    await runTasks(test);
    expect((await job(owner, again.body.data.id)).result).toMatchObject(refused);
    expect((await get(`/api/quotes/${quote}`, owner.token)).status).toBe('quoted');
    const seen = (await run(owner, 'dry_run', { ids: [quote] })).body.data;
    await run(owner, 'commit', { run: seen.id });
    await runTasks(test);
    expect((await get(`/api/quotes/${quote}`, owner.token)).status).toBe('accepted');
  });

  it('leaves expired ones alone', async () => {
    const late = await givenShop();
    const ended = await quoted(late, 'Watch');
    await sqlRows(
      test,
      `UPDATE quote_versions SET valid_until = now() - interval '9 years' WHERE quote_id = '${ended}'`,
    );
    const none = (await run(late.owner, 'dry_run', { ids: [ended] })).body.data;
    expect(none.result).toMatchObject({ ok: 0, refused: 1, reasons: [{ code: 'quote_not_open' }] });
    expect(none.result.effect).toBeUndefined();
  });
});
