import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { address, applyShopOrders, givenStore, inAccount, shopLine, shopOrder } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { acceptQuote, answerBody, answerLine, givenUnpriced, sendAnswer } from '#testing/quote-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';

let test: TestApp;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  agent = await staff(test, 'agent');
});
afterAll(() => test.close());

const get = async (path: string, token: string) => (await test.call('GET', path, { token })).body;

const places: Record<string, object> = {
  CA: { province: 'Ontario', province_code: 'ON', city: 'Toronto', zip: 'M5V 3L9' },
  AU: { province: 'Victoria', province_code: 'VIC', city: 'Melbourne', zip: '3000' },
};

/** Orders of one product to these countries, of its first variant. */
async function goingTo(...countries: string[]) {
  const owner = await merchant(test);
  const given = await givenUnpriced(test, owner, 0);
  const line = shopLine({ external_id: '11', sku: 'SKU-11' });
  const placed = countries.map((country, n) =>
    shopOrder([line], {
      external_id: `to-${n}`,
      name: `#${country}${n}`,
      address: { ...address, ...places[country], country },
    }),
  );
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(ctx, { account_id: owner.account_id, id: given.store }, placed, 'api'),
  );
  const { data } = await get('/api/shopify_orders?sort=placed_at', owner.token);
  const orders = new Map<string, string>(data.map(({ name, id }: { name: string; id: string }) => [name, id]));
  const of = async (name: string) => (await get(`/api/shopify_orders/${orders.get(name)}`, owner.token)).data;
  const request = (name: string) =>
    test.call('POST', `/api/shopify_orders/${orders.get(name)}/inquiry`, { token: owner.token, key: uuid() });
  const turns = async () => {
    const { counts } = (await get('/api/shopify_orders', owner.token)).meta;
    return [counts.action_needed ?? 0, counts.waiting_for_us ?? 0];
  };
  const key = (id: string) => ({ account_id: owner.account_id, id });
  return { owner, ...given, of, request, turns, key };
}
const freightTo = (...countries: string[]) =>
  answerBody().freight.flatMap((row) => countries.map((destination) => ({ ...row, destination })));

describe('what an order lacks', () => {
  it('is asked for by one call: by a request, in the open one, and again after it was accepted', async () => {
    const { owner, of, request, turns, key } = await goingTo('US', 'CA', 'AU');
    expect((await of('#CA1')).blocks).toMatchObject([{ code: 'UNMAPPED_VARIANT', owner: 'merchant' }]);
    const first = await request('#US0');
    expect(first.body.data).toMatchObject([{ destinations: ['US'], variants: 1 }]);
    const { id, number, sla_due_at } = first.body.data[0];
    // of the three, the one that was asked for waits for us until the answer is due; the request leaves the others out
    expect(await of('#US0')).toMatchObject({
      stage: 'quoting',
      blocks: [{ code: 'NO_PRICE', owner: 'provider', due_at: sla_due_at, detail: { country: 'US' } }],
    });
    expect((await of('#CA1')).blocks).toMatchObject([
      {
        code: 'NO_PRICE',
        owner: 'merchant',
        due_at: null,
        detail: { country: 'CA', lines: [{ title: 'Lamp', quote: { id, number, covers: false } }] },
      },
    ]);
    expect(await turns()).toEqual([2, 1]);
    const added = await request('#CA1');
    expect(added.body.data).toMatchObject([{ id, destinations: ['US', 'CA'], sla_due_at }]);
    expect(await turns()).toEqual([1, 2]);
    const staffSide = await get(`/api/staff/quotes/${owner.account_id}/${id}`, agent.token);
    expect(staffSide.data.waiting).toEqual([
      { country: 'AU', orders: 1 },
      { country: 'CA', orders: 1 },
      { country: 'US', orders: 1 },
    ]);
    expect(staffSide.data.thread).toMatchObject([{ kind: 'asked' }, { kind: 'extended', body: 'CA', side: 'client' }]);
    const news = await get('/api/staff/quotes?tab=messages', agent.token);
    expect(news.data).toContainEqual(expect.objectContaining({ id, unread: 1 })); // as the agents' bell tells it
    expect((await request('#CA1')).body).toMatchObject({ code: 'quote_open_already' });

    // answered for one country alone: the client accepts, and asks again for the other
    const body = answerBody({ version: staffSide.data.version, lines: [answerLine(1)], freight: freightTo('US') });
    expect((await sendAnswer(test, agent.token, key(id), body)).status).toBe(200);
    expect(await turns()).toEqual([3, 0]);
    expect((await of('#US0')).blocks).toMatchObject([
      { owner: 'merchant', detail: { lines: [{ quote: { covers: true } }] } },
    ]);
    expect((await of('#CA1')).blocks).toMatchObject([{ detail: { lines: [{ quote: { covers: false } }] } }]);
    expect((await acceptQuote(test, owner.token, id)).status).toBe(200);
    expect(await of('#US0')).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    expect((await of('#CA1')).blocks).toMatchObject([{ code: 'COUNTRY_NOT_SERVED', owner: 'merchant' }]);
    const again = (await request('#CA1')).body.data[0];
    expect(again.destinations).toEqual(['CA']);
    // an order that has its price, and waits for something else, is not counted
    await sqlRows(
      test,
      `UPDATE orders SET stage = 'imported' WHERE account_id = '${owner.account_id}' AND name = '#US0'`,
    );
    const known = (await get(`/api/staff/quotes/${owner.account_id}/${again.id}`, agent.token)).data;
    expect(known.items).toMatchObject([{ known: { weight_g: 300, price: 451 } }]); // the agent begins with the item that it is
    expect(known.waiting).not.toContainEqual({ country: 'US', orders: 1 });
    await sqlRows(
      test,
      `UPDATE orders SET stage = 'awaiting_payment' WHERE account_id = '${owner.account_id}' AND name = '#US0'`,
    );
    const { id: sku } = known.items[0].known;
    const more = answerBody({ lines: [answerLine(1, { catalog_sku_id: sku })], freight: freightTo('CA') });
    expect((await sendAnswer(test, agent.token, key(again.id), more)).status).toBe(200);
    expect((await acceptQuote(test, owner.token, again.id)).status).toBe(200);
    expect(await of('#CA1')).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    expect(await of('#US0')).toMatchObject({ stage: 'awaiting_payment', blocks: [] });
    expect(await turns()).toEqual([1, 0]);
  });

  it('is asked for many orders at once, for each country once', async () => {
    const { owner, turns } = await goingTo('US', 'CA', 'CA');
    expect(await turns()).toEqual([3, 0]);
    const run = async (mode: string, selection: object) => {
      const body = { list: 'orders', action: 'request_quotes', mode, selection };
      const { id } = (await test.call('POST', '/api/bulk', { token: owner.token, key: uuid(), body })).body.data;
      await runTasks(test);
      return { id, result: (await get(`/api/jobs/${id}`, owner.token)).data.result };
    };
    const dry = await run('dry_run', { query: {} });
    expect(dry.result).toMatchObject({ ok: 3, refused: 0 });
    expect(await turns()).toEqual([3, 0]);
    expect((await run('commit', { run: dry.id })).result).toMatchObject({ ok: 3, refused: 0 });
    expect(await turns()).toEqual([0, 3]);
    expect((await get('/api/quotes', owner.token)).data).toMatchObject([
      { destinations: expect.arrayContaining(['US', 'CA']) },
    ]);
    expect((await run('dry_run', { query: {} })).result).toMatchObject({ ok: 0, refused: 3 });
  });

  it('is the client’s turn while the agent has a question, and ours again after the reply', async () => {
    const { owner, of, request, turns, key } = await goingTo('US');
    const { id } = (await request('#US0')).body.data[0];
    expect(await turns()).toEqual([0, 1]);
    const say = (path: string, token: string, body: object) => test.call('POST', path, { token, key: uuid(), body });
    const question = { text: 'Which plug?', file_ids: [], question: true };
    await say(`/api/staff/quotes/${key(id).account_id}/${id}/messages`, agent.token, question);
    expect(await turns()).toEqual([1, 0]);
    expect((await of('#US0')).blocks).toMatchObject([
      { owner: 'merchant', detail: { lines: [{ quote: { status: 'need_info' } }] } },
    ]);
    await say(`/api/quotes/${id}/messages`, owner.token, { text: 'The American one', file_ids: [] });
    expect(await turns()).toEqual([0, 1]);
    const board = (await get('/api/dashboard', owner.token)).data;
    expect(board.work).toMatchObject({ action_needed: 0, waiting_for_us: 1, waiting_due_at: expect.any(String) });
    expect(board.blocks).toEqual([]); // what is ours is no work of theirs
    const found = async (query: string) => (await get(`/api/shopify_orders?${query}`, owner.token)).meta.total;
    expect(await found('tab=waiting_for_us')).toBe(1);
    expect(await found('tab=waiting_for_us&block=NO_PRICE')).toBe(1);
    expect(await found('tab=action_needed&block=NO_PRICE')).toBe(0);
  });

  it('goes by default where the waiting orders go, of a product or of all', async () => {
    const { owner, product_id } = await goingTo('CA', 'AU', 'CA');
    const usual = async (query = '') => (await get(`/api/quotes/destinations${query}`, owner.token)).data;
    const countries = [
      { country: 'CA', orders: 2 },
      { country: 'AU', orders: 1 },
    ];
    expect(await usual(`?product_id=${product_id}`)).toEqual({ because: 'waiting', countries });
    expect(await usual()).toEqual({ because: 'waiting', countries });
    const market = { because: 'market', countries: [{ country: 'US', orders: 0 }] };
    const none = await merchant(test);
    expect((await get('/api/quotes/destinations', none.token)).data).toEqual(market);
    const hidden = await merchant(test, { account_id: owner.account_id, role: 'operations', stores: [] });
    expect((await get('/api/quotes/destinations', hidden.token)).data).toEqual(market);
    const stranger = await goingTo('US');
    const foreign = (await get('/api/shopify_orders', stranger.owner.token)).data[0].id;
    const refused = await test.call('POST', `/api/shopify_orders/${foreign}/inquiry`, {
      token: owner.token,
      key: uuid(),
    });
    expect(refused.status).toBe(404);
  });

  it('covers all countries that waiting orders go to, sixty of them, and an answer has freight to each', async () => {
    const codes = Array.from({ length: 60 }, (_, n) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26)));
    const { owner, product_id, turns, key } = await goingTo(...codes);
    const usual = (await get(`/api/quotes/destinations?product_id=${product_id}`, owner.token)).data;
    const wanted: string[] = usual.countries.map(({ country }: { country: string }) => country);
    expect(wanted).toEqual(codes);
    const ask = (destinations: string[]) =>
      test.call('POST', `/api/products/${product_id}/inquiry`, {
        token: owner.token,
        key: uuid(),
        body: { destinations },
      });
    expect((await ask(Array.from({ length: 251 }, () => 'US'))).status).toBe(422);
    const asked = await ask([...wanted, 'AA']);
    expect(asked.body.data.destinations).toEqual(codes); // each once
    expect((await turns())[1]).toBe(60);
    const freight = codes.flatMap((code) => freightTo(code));
    const { id } = asked.body.data;
    expect((await sendAnswer(test, agent.token, key(id), answerBody({ lines: [answerLine(1)], freight }))).status).toBe(
      200,
    );
    expect((await acceptQuote(test, owner.token, id)).status).toBe(200);
    for (const code of ['NO_PRICE', 'COUNTRY_NOT_SERVED'])
      expect((await get(`/api/shopify_orders?block=${code}`, owner.token)).meta.total).toBe(0);
  });

  it('goes by default where the products of a preview have waiting orders, once for all of them', async () => {
    const { owner, store, product_id } = await goingTo('CA', 'AU', 'CA');
    await applyProducts(test, owner.account_id, store, [shopProduct('2', [shopVariant('21')], { title: 'Sun lamp' })]);
    const [other] = (await get('/api/products?search=Sun', owner.token)).data;
    const order = shopOrder([shopLine({ external_id: '21', sku: 'SKU-21' })], {
      external_id: 'gb',
      name: '#GB',
      address: { ...address, country: 'GB' },
    });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [order], 'api'),
    );
    const preview = async (...ids: string[]) => {
      const body = { list: 'products', action: 'ask_price', mode: 'dry_run', selection: { ids }, input: {} };
      return (await test.call('POST', '/api/bulk', { token: owner.token, key: uuid(), body })).body.data.id;
    };
    const usual = async (run: string) => {
      const { because, countries } = (await get(`/api/quotes/destinations?run=${run}`, owner.token)).data;
      return [because, ...countries.map(({ country }: { country: string }) => country)];
    };
    expect(await usual(await preview(product_id, other.id))).toEqual(['waiting', 'CA', 'AU', 'GB']);
    expect(await usual(await preview(other.id))).toEqual(['waiting', 'GB']);
  });

  it('begins where the client is, as far as we ship there, before the first order', async () => {
    const owner = await merchant(test);
    const usual = async () => {
      const { because, countries } = (await get('/api/quotes/destinations', owner.token)).data;
      return [because, ...countries.map(({ country }: { country: string }) => country)];
    };
    await inAccount(test, owner.account_id, ({ db }) =>
      db.updateTable('accounts').set({ time_zone: 'Asia/Shanghai' }).where('id', '=', owner.account_id).execute(),
    );
    expect(await usual()).toEqual(['market', 'US']); // we do not ship to China
    await inAccount(test, owner.account_id, ({ db, now }) =>
      db
        .insertInto('account_contacts')
        .values({
          account_id: owner.account_id,
          id: uuid(),
          type_of: 'whatsapp',
          url: '4790000000',
          phone_country: 'NO',
          created_at: now,
        })
        .execute(),
    );
    expect(await usual()).toEqual(['account', 'NO']);
    const store = await givenStore(test, owner.account_id);
    await inAccount(test, owner.account_id, ({ db }) =>
      db.updateTable('stores').set({ time_zone: 'Europe/London' }).where('id', '=', store).execute(),
    );
    expect(await usual()).toEqual(['store', 'GB']);
  });
});
