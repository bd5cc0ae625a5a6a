import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forAccount } from '#server/db/context.ts';
import { type Answer, startTestApp, type TestApp } from '#testing/app.ts';
import { planOf } from '#testing/explain.ts';
import {
  givenChannel,
  givenPrice,
  givenStore,
  givenVariant,
  type Goods,
  inAccount,
  shopLine,
  shopOrder,
  systemEntry,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { duplicateOfOrder } from './records/address.db.ts';
import { queueStatement } from './records/cancel.db.ts';
import { candidatesStatement } from './split-merge/move-units.db.ts';
import { countMatching, foldCounts, taggedStatement } from './records/count.db.ts';
import { amongNewest, findPage, pageStatement } from './records/list.db.ts';
import { staffStatement } from './records/queue.db.ts';
import { foundStatement } from './records/search.db.ts';
import type { Filter } from './records/filter.db.ts';
import { applyShopOrders } from './intake/apply.service.ts';

let test: TestApp;
let owner: Person;
let store: string;
let goods: Goods;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
  goods = await givenVariant(test, { account_id: owner.account_id, id: store });
  await givenPrice(test, owner.account_id, { sku_id: goods.sku_id, channel: await givenChannel(test) });
  await inAccount(test, owner.account_id, (ctx) =>
    applyShopOrders(
      ctx,
      { account_id: owner.account_id, id: store },
      [
        shopOrder([shopLine(goods)], { external_id: '1', name: '#1001' }),
        shopOrder([shopLine(goods)], {
          external_id: '2',
          name: '#1002',
          financial_status: 'pending',
          placed_at: new Date('2026-11-21T08:00:00Z'),
        }),
        shopOrder([shopLine(null, { sku: 'VASE-9' })], {
          external_id: '3',
          name: '#2001',
          placed_at: new Date('2026-11-19T08:00:00Z'),
        }),
        shopOrder([shopLine(goods)], {
          external_id: '4',
          name: '#2002',
          cancelled_at: new Date('2026-11-20T09:00:00Z'),
        }),
      ],
      'api',
    ),
  );
});
afterAll(() => test.close());

const list = (query = '', token = owner.token) => test.call('GET', `/api/shopify_orders?${query}`, { token });
const names = ({ body }: Answer) => body.data.map((order: { name: string }) => order.name);

describe('the list of orders', () => {
  it('shows the newest first, with tab counts', { tags: ['S7-24'] }, async () => {
    const answer = await list();
    expect(answer.status).toBe(200);
    expect(names(answer)).toEqual(['#1002', '#2002', '#1001', '#2001']);
    expect(answer.body.meta).toMatchObject({
      page: 1,
      per_page: 10,
      total: 4,
      total_is_exact: true,
      counts: { all: 4, action_needed: 2, to_pay: 1, cancelled: 1 },
    });
  });

  it('finds and counts the same orders of a word, however frequent the word is thought to be', async () => {
    await inAccount(test, owner.account_id, async (ctx) => {
      for (const rows of [2, 3_000, 50_000]) {
        const words = [{ term: '100', titles: [], rows }];
        const searched: Filter = { tab: 'all', stores: null, search: { words } };
        const { rows: found } = await findPage(ctx, searched, { offset: 0, limit: 2 });
        expect(found.map(({ name }) => name)).toEqual(['#1002', '#1001']);
        expect((await findPage(ctx, searched, { offset: 0, limit: 20 })).rows).toEqual(found); // no full page among the newest
        expect(await countMatching(ctx, searched)).toBe(2);
        expect(await countMatching(ctx, searched, 1)).toBe(1);
        const both: Filter = { ...searched, search: { words: [...words, { term: '1001', titles: [], rows: 1 }] } };
        expect((await findPage(ctx, both, { offset: 0, limit: 20 })).rows.map(({ name }) => name)).toEqual(['#1001']);
        expect(await countMatching(ctx, both)).toBe(1);
      }
    });
  });

  it('has tabs, filters and pages', async () => {
    expect(names(await list('tab=action_needed'))).toEqual(['#1002', '#2001']);
    expect(names(await list('tab=to_pay'))).toEqual(['#1001']);
    expect(names(await list('tab=cancelled'))).toEqual(['#2002']);
    expect(names(await list('block=STORE_UNPAID'))).toEqual(['#1002']);
    expect(names(await list('country=DE'))).toEqual([]);
    expect(names(await list('from=2026-11-20&to=2026-11-20'))).toEqual(['#2002', '#1001']);
    expect(names(await list(`store_id=${store}&per_page=1&page=2`))).toEqual(['#2002']);
    expect((await list('country=US&per_page=1')).body.meta.total).toBe(4);
    expect((await list(`country=US&tab=to_pay&store_id=${store}`)).body.meta.total).toBe(1);
    expect((await list('country=DE')).body.meta).toMatchObject({ total: 0, counts: { all: 4 } });
    const { id } = (await list('q=1001')).body.data[0];
    expect(names(await list(`ids=${id}`))).toEqual(['#1001']);
    expect((await list('ids=1,2')).status).toBe(400);
  });

  it('has a tab for watched orders and one for those with a claim, and counts follow every change', {
    tags: ['D9-01'],
  }, async () => {
    const mark = (watched: boolean, claimed: boolean) =>
      inAccount(test, owner.account_id, ({ db }) =>
        db.updateTable('orders').set({ watched, claimed }).where('name', '=', '#1001').execute(),
      );
    await mark(true, true);
    const watched = await list('tab=watch');
    expect(names(watched)).toEqual(['#1001']);
    expect(watched.body.meta).toMatchObject({ total: 1, counts: { watch: 1, claims: 1, to_pay: 1 } });
    expect(names(await list('tab=claims&q=1001'))).toEqual(['#1001']);
    await mark(false, false);
    expect((await list('tab=watch')).body.meta).toMatchObject({ total: 0, counts: { watch: 0, claims: 0, all: 4 } });
  });

  it('finds orders by name with or without #, by SKU, by the beginning, by a pasted list', async () => {
    expect(names(await list('q=%231001'))).toEqual(['#1001']);
    expect(names(await list('q=1001'))).toEqual(['#1001']);
    expect(names(await list('q=100'))).toEqual(['#1002', '#1001']);
    expect(names(await list('q=vase-9'))).toEqual(['#2001']);
    expect(names(await list('q=2002%0A%231001'))).toEqual(['#2002', '#1001']);
    expect(names(await list('q=nothing'))).toEqual([]);
    expect((await list('q=nothing')).body.meta.total).toBe(0);
  });

  it('refuses what it cannot show', async () => {
    expect((await list('', '')).status).toBe(401);
    expect((await list('tab=nowhere')).status).toBe(400);
    expect((await list('per_page=200&page=1000')).body.code).toBe('page_too_deep');
    const { token } = await staff(test, 'agent');
    expect((await list('', token)).status).toBe(403);
  });

  it('shows a member only the stores of their scope', async () => {
    const other = await givenStore(test, owner.account_id);
    const member = await merchant(test, { account_id: owner.account_id, role: 'operations', stores: [other] });
    const answer = await list('', member.token);
    expect([names(answer), answer.body.meta.total, answer.body.meta.counts.all ?? 0]).toEqual([[], 0, 0]);
    expect((await list(`store_id=${store}`, member.token)).status).toBe(404);
    const id = (await list()).body.data[0].id;
    expect((await test.call('GET', `/api/shopify_orders/${id}`, { token: member.token })).status).toBe(404);
  });

  it('keeps its counters when they are folded', async () => {
    const before = (await list()).body.meta.counts;
    await systemEntry(test).run('all_accounts', (ctx) => foldCounts(forAccount(ctx, owner.account_id)));
    expect(before).toMatchObject((await list()).body.meta.counts); // empty tabs leave no row;
    const rows = await inAccount(test, owner.account_id, ({ db }) =>
      db.selectFrom('order_tab_counts').select(['tab', 'country']).execute(),
    );
    expect(rows.length).toBe(new Set(rows.map(({ tab, country }) => `${tab} ${country}`)).size);
  });
});

describe('one order', () => {
  it('shows address, lines and timeline', async () => {
    const { id } = (await list('q=1001')).body.data[0];
    const { body } = await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token });
    expect(body.data).toMatchObject({
      address: { name: 'Ada Miller', address2: 'Apt 4', zip: '78701' },
      order_lines: [
        {
          title: 'Lamp',
          quantity: 2,
          open_quantity: 0,
          unit_cost: 500,
          variant_id: goods.variant_id,
          product_id: goods.product_id,
        },
      ],
      parcels: [],
      invoice: null,
    });
  });

  it('is nobody else’s', async () => {
    const { id } = (await list('q=1001')).body.data[0];
    const stranger = await merchant(test);
    expect((await test.call('GET', `/api/shopify_orders/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await test.call('GET', `/api/shopify_orders/${id}`)).status).toBe(401);
    const hold = { held: true, version: 1 };
    expect(
      (await test.call('POST', `/api/shopify_orders/${id}/hold`, { token: stranger.token, body: hold })).status,
    ).toBe(404);
    expect((await test.call('GET', '/api/shopify_orders/nonsense', { token: owner.token })).status).toBe(404);
  });

  it('can be held and released, but not from an old view', async () => {
    const { id } = (await list('q=1001')).body.data[0];
    const get = async () => (await test.call('GET', `/api/shopify_orders/${id}`, { token: owner.token })).body.data;
    const hold = (body: object, token = owner.token) =>
      test.call('POST', `/api/shopify_orders/${id}/hold`, { token, body });
    const { version } = await get();
    const held = await hold({ held: true, reason: 'buyer may cancel', version });
    expect(held.body.data).toMatchObject({ held: true, stage: 'imported' });
    expect((await list('tab=on_hold')).body.meta.counts).toMatchObject({ on_hold: 1, to_pay: 0 });
    expect(await hold({ held: false, version })).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    const released = await hold({ held: false, version: held.body.data.version });
    expect(released.body.data).toMatchObject({ held: false, stage: 'awaiting_payment' });
    expect(released.body.data.events.map((event: { kind: string }) => event.kind)).toEqual(
      expect.arrayContaining(['held', 'released']),
    );
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect((await hold({ held: true, version: 9 }, viewer.token)).status).toBe(403);
    expect((await hold({ held: 'yes', version: 9 })).status).toBe(422);
  });
});

describe('plans of the lists, as the application’s role', () => {
  beforeAll(async () => {
    const crowd = await merchant(test);
    const many = await givenStore(test, crowd.account_id);
    await systemEntry(test).run('all_accounts', async ({ db }) => {
      for (const [account, its] of [
        [owner.account_id, store],
        [crowd.account_id, many],
      ]) {
        await sql`
          INSERT INTO orders (account_id, id, store_id, external_id, name, source, placed_at, external_updated_at, financial_status,
                              fulfillment_status, currency, total, country, stage, stage_since, paid_at, shipped_at, blocked, needs_merchant, needs_provider, watched, claimed, created_at)
          SELECT ${account}::uuid, gen_random_uuid(), ${its}::uuid, 'x' || n, '#x' || n, 'api', now() - n * interval '1 minute', now(), 'paid',
                 'unfulfilled', 'USD', 100, 'US',
                 (ARRAY['shipped', 'delivered', 'awaiting_payment', 'shipped', 'imported', 'processing', 'cancelled', 'delivered'])[1 + n % 8],
                 now() - n * interval '1 minute', now() - n * interval '1 minute', now() - n * interval '1 minute', n % 40 IN (4, 7), n % 40 = 4, n % 40 = 7, n % 40 = 5, n % 40 = 6, now()
          FROM generate_series(1, 4000) n`.execute(db);
        await sql`
          INSERT INTO order_terms (account_id, order_id, term) SELECT account_id, id, substr(name, 2) FROM orders WHERE account_id = ${account}::uuid
          ON CONFLICT DO NOTHING`.execute(db);
        await sql`
          WITH products AS (
            INSERT INTO store_products (account_id, id, store_id, external_id, title, mapping_state, external_updated_at, created_at)
            SELECT ${account}::uuid, gen_random_uuid(), ${its}::uuid, 'p' || n, 'Lamp', 'mapped', now(), now() FROM generate_series(1, 50) n
            RETURNING account_id, id, store_id, external_id)
          INSERT INTO store_variants (account_id, id, product_id, store_id, external_id, title, sku, mapping_state)
          SELECT account_id, gen_random_uuid(), id, store_id, external_id, '', '', 'mapped' FROM products`.execute(db);
        await sql`
          INSERT INTO order_lines (account_id, id, order_id, external_id, title, quantity, current_quantity, position, variant_id)
          SELECT o.account_id, gen_random_uuid(), o.id, 'l', 'Lamp ' || substr(o.name, 3)::int / 8, 1, 1, 1, v.id FROM orders o
          JOIN store_variants v ON v.account_id = o.account_id AND v.external_id = 'p' || (1 + substr(o.name, 3)::int % 50)
          WHERE o.account_id = ${account}::uuid AND o.name LIKE '#x%'`.execute(db);
        await sql`
          INSERT INTO order_tags (account_id, order_id, key, tag, own)
          SELECT account_id, id, 'vip', 'vip', true FROM orders WHERE account_id = ${account}::uuid`.execute(db);
        await sql`
          INSERT INTO order_recipients (account_id, order_id, name, same_key)
          SELECT account_id, id, CASE WHEN name LIKE '%77' THEN 'Marcus Okafor' ELSE 'Ada' END, 'same ' || name FROM orders WHERE account_id = ${account}::uuid AND name LIKE '#x%'`.execute(
          db,
        );
        await sql`
          INSERT INTO cancel_requests (account_id, id, order_id, status, reason, asked_at, due_at, cost, refund, decided_at)
          SELECT account_id, gen_random_uuid(), id, CASE WHEN due THEN 'open' WHEN right(name, 1) = '1' THEN 'rejected' ELSE 'accepted' END,
            'Wrong size', now(), placed_at, 0, 0, CASE WHEN NOT due THEN now() END
          FROM (SELECT *, name LIKE '%00' AS due FROM orders) o WHERE account_id = ${account}::uuid AND name LIKE '#x%'`.execute(
          db,
        );
        await sql`
          INSERT INTO order_blocks (account_id, order_id, code, owner, since)
          SELECT account_id, id, c, 'merchant', now() FROM orders, unnest(ARRAY['NO_PRICE', 'STORE_HOLD']) c WHERE account_id = ${account}::uuid AND name LIKE '#x%'`.execute(
          db,
        );
      }
    });
    const owners = new (await import('pg')).default.Client({ connectionString: test.url });
    await owners.connect();
    await owners.query(
      'ANALYZE orders, order_terms, order_buyer_words, order_title_words, order_lines, order_blocks, order_tags, order_recipients, cancel_requests, store_variants, store_products',
    );
    await owners.end();
  });

  const filter: Filter = { tab: 'all', stores: null };
  const page = { offset: 0, limit: 20 };
  const keyOf = (title: string) => createHash('md5').update(title).digest('hex');
  const everywhere = { term: 'x39', buyer: 'x39', titles: [keyOf('Lamp 7')] };
  const okafor = { buyer: 'okafor', titles: [], rows: 1 };
  const frequent = { ...everywhere, rows: 1_000_000 };
  const oneDay = { since: new Date('2020-11-20T00:00:00Z'), before: new Date('2020-11-21T00:00:00Z') };
  const cases: [string, Partial<Filter>, string][] = [
    ['all', {}, 'orders_list_idx'],
    ['to pay', { tab: 'to_pay' }, 'orders_stage_idx'],
    ['shipped', { tab: 'shipped' }, 'orders_stage_idx'],
    ['action needed', { tab: 'action_needed' }, 'orders_needs_merchant_idx'],
    ['waiting for us', { tab: 'waiting_for_us' }, 'orders_needs_provider_idx'],
    ['watched', { tab: 'watch' }, 'orders_watched_idx'],
    ['with a claim', { tab: 'claims' }, 'orders_claimed_idx'],
    ['on hold', { tab: 'on_hold' }, 'orders_held_idx'],
    ['delivered', { tab: 'delivered' }, 'orders_stage_idx'],
    ['cancelled', { tab: 'cancelled' }, 'orders_stage_idx'],
    ['one store', { stores: ['00000000-0000-7000-8000-000000000000'] }, 'orders_store_idx'],
    ['a stage', { stage: ['processing'] }, 'orders_stage_idx'],
    ['a country', { country: 'MT' }, 'orders_country_idx'],
    ['a channel', { channel_id: '00000000-0000-7000-8000-000000000000' }, 'orders_channel_idx'],
    ['a reason', { block: ['NO_PRICE'] }, 'orders_blocked_idx'],
    ['a refund', { payment: 'refunded' }, 'orders_payment_idx'],
    ['a risk', { risk: 'high' }, 'orders_risk_idx'],
    ['a tag', { tag: 'rare' }, 'order_tags_key_idx'],
    ['a SKU', { sku: 'x39' }, 'order_terms_term_idx'],
    ['a product', { product_id: '00000000-0000-7000-8000-000000000000' }, 'order_lines_variant_idx'],
    ['a cost', { cost_from: 900_000 }, 'orders_cost_idx'],
    ['days of payment', { paid: oneDay }, 'orders_paid_idx'],
    ['days of shipping', { shipped: oneDay }, 'orders_shipped_idx'],
    ['refunded to buyers', { refunded: 'any' }, 'orders_refunded_idx'],
    ['late', { late_at: new Date('2020-01-01') }, 'orders_due_idx'],
    ['claims by filter', { claim: 'yes' }, 'orders_claimed_idx'],
    ['the oldest first', { sort: 'placed_at' }, 'orders_list_idx'],
    ['the longest waiting first', { sort: 'age' }, 'orders_since_idx'],
    ['the dearest first', { sort: '-cost' }, 'orders_cost_idx'],
    ['the cheapest first', { sort: 'cost' }, 'orders_cost_idx'],
    ['the highest sale first', { sort: '-sale' }, 'orders_sale_idx'],
    ['a pasted list', { search: { terms: ['x39', 'x40', 'x41'] } }, 'order_terms_term_idx'],
    ['a number', { search: { words: [{ term: 'x39', titles: [], rows: 1 }] } }, 'order_terms_term_idx'],
    ['a buyer', { search: { words: [{ buyer: 'okafor', titles: [], rows: 1 }] } }, 'order_buyer_words_word_idx'],
    ['a title', { search: { words: [{ titles: [keyOf('Lamp 7')], rows: 1 }] } }, 'order_lines_title_idx'],
    ['a word wherever it is', { search: { words: [{ ...everywhere, rows: 1 }] } }, 'order_terms_term_idx'],
    ['a buyer and a rare word', { search: { words: [okafor, { ...everywhere, rows: 1 }] } }, 'order_terms_term_idx'],
    ['a buyer and a frequent word', { search: { words: [okafor, frequent] } }, 'order_buyer_words_word_idx'],
    ['a frequent word', { search: { words: [frequent] } }, 'orders_list_idx'],
  ];
  it.each(cases)('%s', { tags: ['D9-10'] }, async (_, more, index) => {
    const plan = await planOf(
      test,
      { account_id: owner.account_id },
      pageStatement(owner.account_id, { ...filter, ...more }, page),
    );
    expect(plan).toContain(index);
    expect(plan).not.toMatch(
      /Seq Scan on (?:orders|order_terms|order_buyer_words|order_lines|order_blocks|order_tags)/,
    );
  });

  it('how many orders a rare and a frequent word find', async () => {
    const rare = { ...everywhere, rows: 24_000 };
    const counting = foundStatement(owner.account_id, { words: [rare, frequent] }, { most: 5_001, asks: 2_000 });
    const plan = await planOf(test, { account_id: owner.account_id }, counting.statement);
    expect(plan).toContain('order_lines_title_idx');
    expect(plan).toContain('order_terms_term_idx');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|order_terms|order_buyer_words|order_lines)/);
  });

  it('which of many orders have frequent words', async () => {
    const frequentBuyer = { ...okafor, rows: 1_000_000 };
    for (const words of [[frequentBuyer], [frequentBuyer, frequent]]) {
      const search = { words };
      const scope = { account_id: owner.account_id };
      const cut = { after: { at: '2026-11-20T00:00:00Z', id: owner.account_id }, most: 2_500, limit: 20 };
      const plans = [
        await planOf(test, scope, amongNewest(owner.account_id, { ...filter, search }, words, cut)),
        await planOf(test, scope, pageStatement(owner.account_id, { ...filter, search }, page)),
      ];
      for (const plan of plans) {
        expect(plan).toContain('orders_list_idx');
        expect(plan).toContain('order_buyer_words_pkey'); // an order's own rows, not all that the words have
        expect(plan).not.toMatch(/order_buyer_words_word_idx|order_lines_title_idx|order_terms_term_idx/);
        expect(plan).not.toMatch(/Seq Scan on (?:orders|order_terms|order_buyer_words|order_lines)/);
      }
    }
    const lines = await planOf(
      test,
      { account_id: owner.account_id },
      amongNewest(owner.account_id, filter, [frequent], { after: null, most: 2_500, limit: 20 }),
    );
    expect(lines).toContain('Index Only Scan using order_lines_order_idx');
  });

  it('how many orders have a tag', async () => {
    const counting = taggedStatement(owner.account_id, { ...filter, tag: 'rare' });
    const plan = await planOf(test, { account_id: owner.account_id }, counting);
    expect(plan).toContain('order_tags_key_idx');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|order_tags)/);
  });

  it('the warehouse’s queue', async () => {
    const plan = await planOf(
      test,
      'all_accounts',
      staffStatement('all', { terms: [], q: '' }, page, test.clock.now()),
    );
    expect(plan).toContain('orders_staff_idx');
    expect(plan).not.toContain('Seq Scan on orders');
  });

  it.each(['open', 'answered'] as const)('the queue of cancellations that are %s', async (tab) => {
    const plan = await planOf(test, 'all_accounts', queueStatement(tab, undefined, page));
    expect(plan).toContain('cancel_requests_staff_idx');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|cancel_requests)/);
  });

  it('the earlier order of the same buyer, address and goods', async () => {
    const ofOne = sql`SELECT ${duplicateOfOrder} FROM orders o WHERE o.account_id = ${owner.account_id} AND o.id = ${owner.account_id}`;
    const plan = await planOf(test, { account_id: owner.account_id }, ofOne);
    expect(plan).toContain('order_recipients_same_idx');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|order_recipients)/);
  });

  it('the orders of one buyer and address', async () => {
    const scope = { account_id: owner.account_id };
    const plan = await planOf(test, scope, candidatesStatement(owner.account_id, owner.account_id));
    expect(plan).toContain('order_recipients_buyer_idx');
    expect(plan).not.toMatch(/Seq Scan on (?:orders|order_recipients|order_lines)/);
  });
});
