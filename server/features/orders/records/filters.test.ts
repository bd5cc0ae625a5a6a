import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  address,
  applyShopOrders,
  type Channel,
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person } from '#testing/people.ts';
import type { AccountCtx } from '#server/db/context.ts';
import type { Filter } from './filter.db.ts';
import { countListed, countMatching } from './count.db.ts';
import { batchStatement, type Cursor, findPage, pageOfNewest } from './list.db.ts';
import { countFound, type SearchWord } from './search.db.ts';

let test: TestApp;
let owner: Person;
let store: string;
let second: string;
let goods: Goods;
let channel: Channel;
let other: Channel;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  const { account_id } = owner;
  store = await givenStore(test, account_id);
  second = await givenStore(test, account_id);
  goods = await givenVariant(test, { account_id, id: store });
  channel = await givenChannel(test);
  other = await givenChannel(test);
  await givenPrice(test, account_id, { sku_id: goods.sku_id, channel });
  const day = (number: number) => new Date(`2026-11-${String(number).padStart(2, '0')}T08:00:00Z`);
  const order = (number: number, more: Parameters<typeof shopOrder>[1]) =>
    shopOrder([shopLine(goods)], { external_id: String(number), name: `#${number}`, placed_at: day(number), ...more });
  await inAccount(test, account_id, async (ctx) => {
    await applyShopOrders(
      ctx,
      { account_id, id: store },
      [
        order(1, { tags: ['VIP', 'Gift'], refunded: 0 }),
        order(2, { risk: 'cancel', refunded: 300, financial_status: 'partially_refunded' }),
        order(3, { financial_status: 'pending' }),
        order(4, {}),
      ],
      'api',
    );
    await applyShopOrders(
      ctx,
      { account_id, id: second },
      [{ ...order(5, { name: 'Web 5' }), lines: [shopLine(null, { sku: 'VASE-9' })] }],
      'api',
    );
  });
  await sqlRows(
    test,
    `INSERT INTO parcels (account_id, id, order_id, channel_id, carrier, tracking_number, status, shipped_at, delivered_at)
     SELECT account_id, gen_random_uuid(), id, '${other.id}', 'YunExpress', 'YT40000004', 'delivered', '2026-11-12T09:00:00Z', '2026-11-19T01:00:00Z'
     FROM orders WHERE account_id = '${account_id}' AND name = '#4'`,
  );
  await sqlRows(
    test,
    `UPDATE orders SET stage = 'shipped', payment = 'paid', paid_at = '2026-11-10T09:00:00Z', shipped_at = '2026-11-12T09:00:00Z',
       days_min = 5, days_max = 8, claimed = true, shop_refunded = 1000, financial_status = 'refunded' WHERE account_id = '${account_id}' AND name = '#4'`,
  );
});
afterAll(() => test.close());

const list = (query = '', token = owner.token) => test.call('GET', `/api/shopify_orders?${query}`, { token });
const names = ({ body }: Answer) => body.data.map((order: { name: string }) => order.name);

describe('filters of the order list', () => {
  it('narrows by store, days, state, reason, country, channel, SKU, tag, amount, risk, lateness and claims', {
    tags: ['D9-03'],
  }, async () => {
    const four = ['#4', '#3', '#2', '#1'];
    const cases: Record<string, string[]> = {
      [`store_id=${second}`]: ['Web 5'],
      [`store_id=${second},${store}`]: ['Web 5', ...four],
      'delivered_from=2026-11-19&delivered_to=2026-11-19': ['#4'],
      'delivered_to=2026-11-18': [],
      'took_from=9&took_to=9': ['#4'],
      'took_to=8': [],
      'transit_from=7&transit_to=7': ['#4'],
      'transit_from=8': [],
      'delivered_from=2026-11-01&took_from=0&tab=shipped': ['#4'],
      [`channel_id=${other.id}`]: [], // the method of the order, unless the list is one of parcels
      [`channel_id=${other.id}&took_from=0`]: ['#4'],
      [`channel_id=${channel.id}&took_from=0`]: [],
      'from=2026-11-02&to=2026-11-03': ['#3', '#2'],
      'paid_from=2026-11-10&paid_to=2026-11-10': ['#4'],
      'paid_from=2026-11-11': [],
      'shipped_to=2026-11-12': ['#4'],
      'stage=shipped': ['#4'],
      'tab=to_pay&stage=shipped': [],
      'tab=shipped&stage=shipped': ['#4'],
      'tab=shipped&stage=imported,shipped': ['#4'],
      'stage=imported,shipped&sku=vase-9': ['Web 5'],
      'payment=paid': ['#4'],
      'block=HIGH_RISK': ['#2'],
      'block=UNMAPPED_VARIANT': ['Web 5'],
      'block=UNMAPPED_VARIANT,HIGH_RISK': ['Web 5', '#2'],
      'country=US': ['Web 5', ...four],
      'country=DE': [],
      [`channel_id=${channel.id}`]: four,
      'sku=vase-9': ['Web 5'],
      [`sku=${goods.sku.toLowerCase()}`]: four,
      [`product_id=${goods.product_id}`]: four,
      'tag=vip': ['#1'],
      'tag=VIP&country=US': ['#1'],
      'tag=none': [],
      'risk=high': ['#2'],
      'risk=medium': [],
      'cost_from=20': four,
      'cost_from=20.01': [],
      'cost_to=19.99': [],
      'unknown=cost': ['Web 5'],
      'unknown=rate': [],
      'refunded=any': ['#4', '#2'],
      'refunded=full': ['#4'],
      'refunded=partial': ['#2'],
      'refunded=any&tab=shipped': ['#4'],
      'claim=yes': ['#4'],
      'approval=requested': [],
      'approval=none&country=US': ['Web 5', ...four],
      'late=yes': ['#4'],
    };
    for (const [query, expected] of Object.entries(cases)) {
      const answer = await list(query);
      expect([query, names(answer)]).toEqual([query, expected]);
      expect([query, answer.body.meta.total]).toEqual([query, expected.length]);
    }
    for (const query of [
      'stage=gone',
      'stage=shipped,gone',
      'block=HIGH_RISK,gone',
      'cost_from=x',
      'late=perhaps',
      'unknown=weight',
      'approval=perhaps',
      'refunded=none',
      'channel_id=1',
      'paid_from=born',
      'took_from=long',
      `store_id=${second},all`,
    ])
      expect((await list(query)).status).toBe(400);
  });

  it('cuts days in the account’s time zone, as its statistics do', async () => {
    const elsewhere = await merchant(test);
    const { account_id } = elsewhere;
    await sqlRows(test, `UPDATE accounts SET time_zone = 'Asia/Shanghai' WHERE id = '${account_id}'`);
    const shop = { account_id, id: await givenStore(test, account_id) };
    const edges = [
      '2026-11-05T15:59:59.999Z',
      '2026-11-05T16:00:00Z',
      '2026-11-06T15:59:59.999Z',
      '2026-11-06T16:00:00Z',
    ];
    const orders = edges.map((at, n) =>
      shopOrder([shopLine(null)], { external_id: `edge ${n}`, name: `E${n}`, placed_at: new Date(at) }),
    );
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, shop, orders, 'api'));
    await sqlRows(
      test,
      `UPDATE orders SET paid_at = placed_at, shipped_at = placed_at WHERE account_id = '${account_id}'`,
    );
    for (const days of ['', 'paid_', 'shipped_']) {
      const of = async (query: string) => names(await list(query, elsewhere.token));
      expect(await of(`${days}from=2026-11-06&${days}to=2026-11-06`)).toEqual(['E2', 'E1']);
      expect(await of(`${days}from=2026-11-07`)).toEqual(['E3']);
      expect(await of(`${days}to=2026-11-05`)).toEqual(['E0']);
    }
  });

  it('is late from the day after the last one of the promise, and no more once delivered', async () => {
    const late = async () => names(await list('late=yes'));
    await sqlRows(test, `UPDATE orders SET paid_at = '${test.clock.now().toISOString()}' WHERE name = '#4'`);
    expect(await late()).toEqual([]);
    test.clock.advance(8 * 86_400_000 + 1);
    expect(await late()).toEqual(['#4']);
    await sqlRows(test, `UPDATE orders SET stage = 'delivered' WHERE name = '#4'`);
    expect(await late()).toEqual([]);
  });

  it('sorts by age, sale and cost in both directions', async () => {
    await sqlRows(
      test,
      `UPDATE orders SET total = 1000 * right(name, 1)::int, stage_since = placed_at WHERE account_id = '${owner.account_id}'`,
    );
    const up = ['#1', '#2', '#3', '#4', 'Web 5'];
    for (const sort of ['sale', 'age', 'placed_at']) {
      expect(names(await list(`sort=${sort}`))).toEqual(up);
      expect(names(await list(`sort=-${sort}`))).toEqual(up.toReversed());
    }
    expect(names(await list('sort=-cost')).at(-1)).toBe('Web 5'); // without a cost
    expect(names(await list('sort=cost'))[0]).toBe('Web 5');
  });

  it('shows what a row earns, its tags, risk and promise', async () => {
    const [first] = (await list('q=%231')).body.data;
    expect(first).toMatchObject({
      tags: [
        { tag: 'Gift', own: false },
        { tag: 'VIP', own: false },
      ],
      risk: null,
      profit: { amount: 1000 - 2000, currency: 'USD' },
      invoice: null,
    });
    expect((await list('risk=high')).body.data[0]).toMatchObject({ risk: 'high' });
    await sqlRows(test, `UPDATE orders SET currency = 'EUR' WHERE name = '#2'`);
    expect((await list('q=%232')).body.data[0]).toMatchObject({ profit: null });
  });

  it('counts the orders with a tag without those that were sent with another', async () => {
    const tagged = async () => {
      const answer = await list('tag=gift');
      return { names: names(answer), total: answer.body.meta.total };
    };
    const setStage = (stage: string) =>
      sqlRows(test, `UPDATE orders SET stage = '${stage}' WHERE account_id = '${owner.account_id}' AND name = '#1'`);
    const [{ stage } = { stage: '' }] = await sqlRows<{ stage: string }>(
      test,
      `SELECT stage FROM orders WHERE account_id = '${owner.account_id}' AND name = '#1'`,
    );
    expect(await tagged()).toEqual({ names: ['#1'], total: 1 });
    await setStage('merged');
    expect(await tagged()).toEqual({ names: [], total: 0 });
    await setStage(stage);
  });

  it('lets the shop take its tags back', async () => {
    const shown = shopOrder([shopLine(goods)], {
      external_id: '1',
      name: '#1',
      tags: ['gift', 'new'],
      updated_at: new Date('2026-12-30T08:00:00Z'),
    });
    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, { account_id: owner.account_id, id: store }, [shown], 'api'),
    );
    expect(names(await list('tag=vip'))).toEqual([]);
    expect(names(await list('tag=new'))).toEqual(['#1']);
  });
});

describe('a pasted list', () => {
  it('finds five hundred names or tracking numbers at once, word by word, and names what was not found', {
    tags: ['D9-04'],
  }, async () => {
    const wanted = ['#1', '3', 'web 5', ...Array.from({ length: 497 }, (_, n) => `#88${n}`)];
    const answer = await list(`q=${encodeURIComponent(wanted.join('\n'))}`);
    expect(names(answer).toSorted()).toEqual(['#1', '#3', 'Web 5']);
    expect(answer.body.meta.total).toBe(3);
    expect(answer.body.meta.missing).toEqual(wanted.slice(3));
    expect((await list('q=%231')).body.meta.missing).toBeUndefined();
    expect(names(await list('q=1%202')).toSorted()).toEqual(['#1', '#2']);
  });

  it('calls missing what stands only in stores that the reader may not see', async () => {
    const narrow = await merchant(test, { account_id: owner.account_id, role: 'manager', stores: [store] });
    const { body } = await list(`q=${encodeURIComponent('#1\nWeb 5')}`, narrow.token);
    expect(body.meta).toMatchObject({ total: 1, missing: ['Web 5'] });
  });
});

type SearchedWord = Omit<SearchWord, 'rows'>;

/** The ids of all orders of a list, read as a bulk action reads them. */
async function inBatches(ctx: AccountCtx, filter: Filter): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Cursor | null | undefined = null; after !== undefined; ) {
    const { rows }: { rows: (Cursor & { matches: boolean })[] } = await batchStatement(
      ctx.account,
      filter,
      after,
      2,
    ).execute(ctx.db);
    ids.push(...rows.filter(({ matches }) => matches).map(({ id }) => id));
    after = rows.length === 2 ? rows[1] : undefined;
  }
  return ids;
}

describe('a search by words', () => {
  const found = async (q: string, token = owner.token) =>
    names(await list(`q=${encodeURIComponent(q)}`, token)).toSorted();
  const buyers: Record<string, [string, ...string[]]> = {
    Marcus: ['Marcus Okafor', 'Nordic Ceramic Mug'],
    José: ['José Núñez-Brandt', 'Desk Lamp “Arc”, brass', 'Glass bottle'],
    Wang: ['王小明', '新款手机壳 iPhone 15'],
    Brien: ["Mary O'Brien", 'Nordic Desk Organizer'],
  };
  beforeAll(async () => {
    const { account_id } = owner;
    const orders = Object.entries(buyers).map(([name, [buyer, ...titles]], n) =>
      shopOrder(
        titles.map((title, line) => shopLine(null, { title, sku: `LAMP-${n}${line}`, external_id: `${n} ${line}` })),
        { external_id: `word ${n}`, name: `W-${name}`, address: { ...address, name: buyer } },
      ),
    );
    await inAccount(test, account_id, (ctx) => applyShopOrders(ctx, { account_id, id: store }, orders, 'api'));
  });

  it('finds orders by the beginning of each word of the buyer’s name, without regard to accents', async () => {
    expect(await found('okafor')).toEqual(['W-Marcus']);
    expect(await found('OKA marc')).toEqual(['W-Marcus']);
    expect(await found('kafor')).toEqual([]);
    expect(await found('jose nunez')).toEqual(['W-José']);
    expect(await found('Núñez-Brandt')).toEqual(['W-José']);
    expect(await found("o'brien")).toEqual(['W-Brien']);
    expect(await found('brien')).toEqual(['W-Brien']);
    expect(await found('marcus obrien')).toEqual([]);
  });

  it('finds orders by the titles of their products, each word anywhere in them', async () => {
    expect(await found('mug nordic')).toEqual(['W-Marcus']);
    expect(await found('nordic')).toEqual(['W-Brien', 'W-Marcus']);
    expect(await found('desk')).toEqual(['W-Brien', 'W-José']);
    expect(await found('brass bottle')).toEqual(['W-José']);
    expect(await found('desk “arc”')).toEqual(['W-José']);
    expect(await found('nordic okafor')).toEqual(['W-Marcus']);
    expect(await found('nordic núñez')).toEqual([]);
  });

  it('finds and counts the same, however frequent its words are thought to be', async () => {
    const keysOf = async (word: string) =>
      (
        await sqlRows<{ title_key: string }>(
          test,
          `SELECT title_key FROM order_title_words WHERE account_id = '${owner.account_id}' AND word = '${word}'`,
        )
      ).map(({ title_key }) => title_key);
    const nordic = { buyer: 'nordic', titles: await keysOf('nordic') };
    const desk = { buyer: 'desk', titles: await keysOf('desk') };
    const nunez = { buyer: 'nunez', titles: [] };
    const expected: [SearchedWord[], string[]][] = [
      [[nordic, desk], ['W-Brien']],
      [[desk, nunez], ['W-José']],
      [[nordic, nunez], []],
      [[nordic], ['W-Brien', 'W-Marcus']],
    ];
    await inAccount(test, owner.account_id, async (ctx) => {
      for (const [searched, wanted] of expected)
        for (const frequent of [[], [0], [1], [0, 1]])
          for (const narrowed of [{}, { country: 'US' }, { stage: ['imported'] }] as const) {
            const words = searched.map((word, at) => ({ ...word, rows: frequent.includes(at) ? 50_000 : 3_000 + at }));
            const filter: Filter = { tab: 'all', stores: null, ...narrowed, search: { words } };
            const { rows: page } = await findPage(ctx, filter, { offset: 0, limit: 20 });
            expect(page.map(({ name }) => name).toSorted()).toEqual(wanted);
            expect(await countMatching(ctx, filter)).toBe(wanted.length);
            expect(await countListed(ctx, filter)).toEqual({ n: wanted.length, exact: true });
            expect((await inBatches(ctx, filter)).toSorted()).toEqual(page.map(({ id }) => id).toSorted());
          }
      // four orders with a line have to be asked for the frequent word, but for the one whose title has both
      const words = [
        { term: 'lamp', titles: nordic.titles, rows: 10 },
        { titles: desk.titles, rows: 50_000 },
      ];
      const counted = async (asks: number) => countFound(ctx, { words }, { most: 100, asks });
      expect(await counted(10)).toEqual({ n: 2, exact: true });
      expect(await counted(0)).toEqual({ n: 1, exact: false });
      // a title that has both words is enough for what is wanted: no order is asked
      expect(await countFound(ctx, { words }, { most: 1, asks: 10 })).toEqual({ n: 1, exact: true });
      for (const rows of [10, 50_000]) {
        const ofNordic: Filter = { tab: 'all', stores: null, search: { words: [{ ...nordic, rows }] } };
        expect(await countListed(ctx, ofNordic, { most: 1 })).toEqual({ n: 1, exact: false });
        expect(await countListed(ctx, ofNordic, { most: 2 })).toEqual({ n: 2, exact: true });
      }
      // of the orders of a country no more than the first ones are asked
      const frequent = { ...desk, rows: 50_000 };
      const ofCountry: Filter = { tab: 'all', stores: null, country: 'US', search: { words: [frequent] } };
      expect(await countListed(ctx, ofCountry)).toEqual({ n: 2, exact: true });
      const { n, exact } = await countListed(ctx, ofCountry, { asks: 3 });
      expect({ few: n <= 2, exact }).toEqual({ few: true, exact: false });
    });
  });

  it('looks for a page among the newest orders step by step, and says how many it has seen', async () => {
    const titles = (
      await sqlRows<{ title_key: string }>(
        test,
        `SELECT title_key FROM order_title_words WHERE account_id = '${owner.account_id}' AND word IN ('nordic', 'desk')`,
      )
    ).map(({ title_key }) => title_key);
    const words: SearchWord[] = [
      { titles, rows: 30_000 },
      { term: 'w', titles: [], rows: 40_000 },
    ];
    const named = ['W-Marcus', 'W-José', 'W-Brien'];
    const searched: Filter = { tab: 'all', stores: null, search: { words } };
    await inAccount(test, owner.account_id, async (ctx) => {
      const all = (await findPage(ctx, { tab: 'all', stores: null }, { offset: 0, limit: 20 })).rows;
      const wanted = all.filter(({ name }) => named.includes(name)).map(({ id }) => id);
      expect(wanted).toHaveLength(3);
      const pages = [0, 1, 2].flatMap((offset) => [1, 2, 20].map((limit) => ({ offset, limit })));
      for (const { offset, limit } of pages)
        for (const filter of [searched, { ...searched, stage: ['imported'] } as const]) {
          const ofList = all.filter(({ stage }) => !filter.stage || filter.stage.some((one) => one === stage));
          const page = await pageOfNewest(ctx, filter, words, [1, 2, 4, 100], { offset, limit });
          expect(page.ids).toEqual(wanted.slice(offset, offset + limit));
          const { n, exact, looked } = page.seen;
          expect(n).toBeGreaterThanOrEqual(exact ? 3 : offset + limit);
          expect(exact ? looked : ofList.length).toBe(ofList.length);
          const { seen } = page;
          expect(await countListed(ctx, filter, { seen })).toEqual({ n: 3, exact: true });
          expect(await countListed(ctx, filter, { asks: 1, seen })).toEqual({ n: exact ? 3 : n, exact });
        }
      const cut = await pageOfNewest(ctx, searched, words, [1], { offset: 0, limit: 1 });
      expect(cut.seen.looked).toBe(3); // three for each row that is wanted
      const one: SearchWord[] = [{ term: 'w-marcus', titles: [], rows: 30_000 }];
      const short = await pageOfNewest(ctx, searched, one, [1], { offset: 0, limit: 2 });
      expect(short.ids).toBeNull(); // there may be more behind those six
      expect(short.seen).toMatchObject({ exact: false, looked: 6 });
    });
  });

  it('finds Chinese by any part of what is written', async () => {
    for (const part of ['王', '小明', '王小明', '手机壳', '壳', '新款 iphone', '手机 王小'])
      expect(await found(part)).toEqual(['W-Wang']);
    for (const part of ['明王', '机手', '王明']) expect(await found(part)).toEqual([]);
  });

  it('goes on to find names, SKUs and tracking numbers, also beside other words', async () => {
    expect(await found('w-marcus')).toEqual(['W-Marcus']);
    expect(await found('lamp-1 núñez')).toEqual(['W-José']);
    expect(await found('web 5')).toEqual(['Web 5']);
    expect(await found('#1 #2')).toEqual(['#1', '#2']);
    for (const signs of ['“', '& %', '!!!']) expect(await found(signs)).toEqual([]);
    expect((await list('q=%23')).body.meta.total).toBe(9);
  });

  it('follows a name and a title that change, and counts what it finds', async () => {
    const change = (name: string, title: string) =>
      inAccount(test, owner.account_id, (ctx) =>
        applyShopOrders(
          ctx,
          { account_id: owner.account_id, id: store },
          [
            shopOrder([shopLine(null, { title, sku: 'LAMP-00', external_id: '0 0' })], {
              external_id: 'word 0',
              name: 'W-Marcus',
              address: { ...address, name },
              updated_at: new Date('2026-12-30T08:00:00Z'),
            }),
          ],
          'api',
        ),
      );
    await change('Lena Sommer', 'Woven Basket');
    expect([await found('okafor'), await found('mug')]).toEqual([[], []]);
    expect([await found('lena sommer'), await found('basket')]).toEqual([['W-Marcus'], ['W-Marcus']]);
    expect((await list('q=nordic')).body.meta).toMatchObject({ total: 1 });
  });

  it('neither finds by the buyer nor shows who it is to members without the right to customers’ data', async () => {
    const sourcing = await merchant(test, { account_id: owner.account_id, role: 'sourcing' });
    for (const buyer of ['núñez', 'desk núñez', '王小明']) expect(await found(buyer, sourcing.token)).toEqual([]);
    expect(await found('desk', sourcing.token)).toEqual(['W-Brien', 'W-José']);
    const [row] = (await list('q=brass', sourcing.token)).body.data;
    expect(row).toMatchObject({ name: 'W-José', customer: null });
    const detail = await test.call('GET', `/api/shopify_orders/${row.id}`, { token: sourcing.token });
    expect(detail.body.data).toMatchObject({ customer: null, address: { name: null, address1: null, country: 'US' } });
    expect((await list('q=brass')).body.data).toMatchObject([{ customer: 'José Núñez-Brandt' }]);
  });
});
