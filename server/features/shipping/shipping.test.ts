import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import {
  applyShopOrders,
  givenPrice,
  givenStore,
  givenVariant,
  inAccount,
  shopLine,
  shopOrder,
} from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

const standard = '019a0000-0000-7000-8000-000000000001';
const priority = '019a0000-0000-7000-8000-000000000002';
const epacket = '019a0000-0000-7000-8000-000000000004';

let test: TestApp;
let owner: Person;
let agent: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  [owner, agent] = [await merchant(test), await staff(test, 'agent')];
});
afterAll(() => test.close());

const get = async (path: string, token = owner.token) => (await test.call('GET', path, { token })).body.data;
const post = (path: string, body: unknown, token = agent.token) => test.call('POST', path, { token, body });
const rate = (more: object = {}) => ({
  channel_id: standard,
  destination: 'US',
  formula: { kind: 'flat', amount: 777 },
  divisor: 8000,
  step_g: 10,
  days_p50: 7,
  days_p90: 12,
  tax_mode: 'DDP',
  ...more,
});
const hours = (count: number) => new Date(test.clock.now().getTime() + count * 3_600_000).toISOString();

it('lists the channels in use by name to everybody who is logged in', async () => {
  await sqlRows(test, `UPDATE channels SET active = false WHERE code = 'SF-ECON'`);
  for (const { token } of [owner, agent]) {
    const names = (await get('/api/channels', token)).map((channel: { name: string }) => channel.name);
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b, 'en')));
    expect(names).toContain('YunExpress Standard');
    expect(names).not.toContain('SF Express Economy');
  }
  expect(await test.call('GET', '/api/channels')).toMatchObject({ status: 401 });
});

describe('rates', () => {
  const ofStandard = async (at?: string) =>
    (await get(`/api/shipping/rates?destination=US${at ? `&at=${at}` : ''}`)).find(
      (one: { channel: { id: string } }) => one.channel.id === standard,
    );

  it('a new version counts from its moment on, and a past day reads as it was', { tags: ['D0-13'] }, async () => {
    const [before, first] = [hours(0), await ofStandard()];
    expect(first.formula).toMatchObject({ kind: 'per_kg' });
    test.clock.advance(3_600_000);
    expect(await post('/api/staff/shipping/rates', rate())).toMatchObject({
      status: 200,
      body: { data: { state: 'current', author: expect.any(String) } },
    });
    const planned = hours(48);
    await post('/api/staff/shipping/rates', rate({ valid_from: planned, offered: false }));
    expect((await ofStandard()).formula).toEqual({ kind: 'flat', amount: 777 });
    expect(await ofStandard(before)).toEqual(first);
    expect(await ofStandard(planned)).toBeUndefined(); // the channel goes there no more
    const query = `channel_id=${standard}&destination=US`;
    const history = await get(`/api/staff/shipping/rate_history?${query}`, agent.token);
    expect(history.map((one: { state: string }) => one.state)).toEqual(['planned', 'current', 'ended']);
    expect(history[2].author).toBeNull();
    const live = await test.call('GET', `/api/staff/shipping/rates?${query}`, { token: agent.token });
    expect(live.body.meta.total).toBe(2);
  });

  it('cannot be changed backwards: not by a call, and not in the database', async () => {
    expect(await post('/api/staff/shipping/rates', rate({ valid_from: hours(-1) }))).toMatchObject({
      status: 422,
      body: { message: 'The past can’t be changed. Choose a start time from now on.' },
    });
    for (const table of ['channel_rates', 'holidays', 'cut_offs', 'claim_policies']) {
      await expect(sqlRows(test, `DELETE FROM ${table}`)).rejects.toThrow(/permission denied|append-only/);
    }
  });

  it('refuses what cannot be, with a sentence', async () => {
    const bands = {
      kind: 'table',
      bands: [
        { up_to_g: 9, amount: 5 },
        { up_to_g: 5, amount: 9 },
      ],
      over_step_g: 1,
      over_step_amount: 1,
    };
    for (const bad of [
      { formula: bands },
      { days_p50: 9, days_p90: 3 },
      { channel_id: owner.user_id },
      { destination: 'usa' },
      { divisor: 1 },
      { formula: { kind: 'flat', amount: -1 } },
      { formula: { kind: 'flat', amount: 1_000_000_001 } },
    ]) {
      const { status, body } = await post('/api/staff/shipping/rates', rate(bad));
      expect(status, JSON.stringify(bad)).toBe(422);
      expect(body.message).toMatch(/\.$/);
    }
    expect(await post('/api/staff/shipping/rates', rate(), owner.token)).toMatchObject({ status: 403 });
  });
});

describe('the calendar', () => {
  it('marks holidays and make-up days ahead, and business days and the clock of quotes skip them', {
    tags: ['D0-15'],
  }, async () => {
    test.clock.set('2026-11-23T02:00:00Z'); // Monday 10:00 in Shanghai
    const days = (from: string, count: number) => get(`/api/shipping/business_days?from=${from}&days=${count}`);
    expect(await days('2027-09-30', 1)).toEqual({ day: '2027-10-08' });
    const names = { name_en: 'Moving house', name_zh: '搬仓' };
    expect(
      await post('/api/staff/shipping/holidays', { from: '2026-11-24', to: '2026-11-25', kind: 'off', ...names }),
    ).toMatchObject({ status: 200 });
    await post('/api/staff/shipping/holidays', { from: '2026-11-28', to: '2026-11-28', kind: 'working', ...names });
    expect(await days('2026-11-23', 1)).toEqual({ day: '2026-11-26' });
    expect(await days('2026-11-27', 1)).toEqual({ day: '2026-11-28' });

    const store = await givenStore(test, owner.account_id);
    const { product_id } = await givenVariant(
      test,
      { account_id: owner.account_id, id: store },
      { mapping: 'unmapped' },
    );
    const asked = await test.call('POST', `/api/products/${product_id}/inquiry`, {
      token: owner.token,
      body: { destinations: ['US'] },
      key: 'holiday-quote',
    });
    expect(asked.body.data.sla_due_at).toBe('2026-11-26T02:00:00.000Z'); // not over Tuesday and Wednesday

    await post('/api/staff/shipping/holidays', { from: '2026-11-25', to: '2026-11-25', kind: 'ordinary' });
    expect(await days('2026-11-23', 1)).toEqual({ day: '2026-11-25' });
    const marked = await get('/api/staff/shipping/holidays?year=2026', agent.token);
    expect(marked).toContainEqual({ day: '2026-11-24', kind: 'off', ...names });
    expect(marked.map((one: { day: string }) => one.day)).not.toContain('2026-11-25');
  });

  it('leaves days that have begun as they were, and asks for names', async () => {
    const call = (body: object) =>
      post('/api/staff/shipping/holidays', { kind: 'off', name_en: 'A', name_zh: '一', ...body });
    expect((await call({ from: '2026-11-23', to: '2026-11-24' })).body.message).toMatch(/^Days that have started/);
    expect((await call({ from: '2026-12-02', to: '2026-12-01' })).body.message).toMatch(/Swap them/);
    expect((await call({ from: '2026-12-01', to: '2027-12-01' })).body.message).toMatch(/up to 60/);
    expect((await call({ from: '2026-12-01', to: '2026-12-01', name_zh: '' })).body.message).toMatch(/in Chinese/);
    expect(await call({ from: '2026-13-01', to: 'x' })).toMatchObject({ status: 422 });
  });

  it('tells each channel’s next cut-off, its own before the general one', async () => {
    const nextOf = async (id: string) =>
      (await get('/api/shipping/calendar')).cut_offs.find((one: { channel: { id: string } }) => one.channel.id === id)
        .next_at;
    expect(await nextOf(standard)).toBe('2026-11-23T08:00:00.000Z'); // 16:00 in Shanghai
    expect(await nextOf(priority)).toBe('2026-11-23T06:30:00.000Z');
    await post('/api/staff/shipping/cut_offs', { channel_id: standard, at_minute: 9 * 60 });
    expect(await nextOf(standard)).toBe('2026-11-25T01:00:00.000Z'); // past today, and tomorrow is off
    expect(await nextOf(epacket)).toBe('2026-11-23T08:00:00.000Z');
    expect((await get('/api/staff/shipping/cut_offs', agent.token)).length).toBeGreaterThan(2);
    expect(await post('/api/staff/shipping/cut_offs', { channel_id: owner.user_id, at_minute: 60 })).toMatchObject({
      status: 422,
    });
  });
});

it('claim policies say window, start and evidence by reason and destination, and change from a moment on', {
  tags: ['D0-16'],
}, async () => {
  const late = async (destination: string | null, at?: string) =>
    (await get(`/api/shipping/claim_policies?${at ? `at=${at}` : ''}`)).find(
      (one: { reason: string; destination: string | null }) => one.reason === 'late' && one.destination === destination,
    );
  const before = hours(0);
  expect(await late(null)).toMatchObject({ counts_from: 'shipped', opens_after_days: 60, window_days: 120 });
  expect(await late('US')).toMatchObject({ opens_after_days: 45 });
  const policy = { reason: 'late', destination: 'US', counts_from: 'shipped', opens_after_days: 30, window_days: 90 };
  test.clock.advance(1000);
  expect(await post('/api/staff/shipping/claim_policies', policy)).toMatchObject({ status: 200 });
  expect(await late('US')).toMatchObject({ opens_after_days: 30, window_days: 90 });
  expect(await late('US', before)).toMatchObject({ opens_after_days: 45 });
  const never = await post('/api/staff/shipping/claim_policies', { ...policy, opens_after_days: 90 });
  expect(never.body.message).toMatch(/ends before it starts/);
});

describe('the cost calculator', () => {
  const cost = (query: Record<string, string | number>, token = owner.token) =>
    test.call(
      'GET',
      `/api/shipping/cost?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
      {
        token,
      },
    );

  it('leaves out a channel whose price would be beyond what can be counted (fuzz)', async () => {
    const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { name: 'Ton shop' }) };
    const { sku_id } = await givenVariant(test, store, { weight_g: 1_000_000 });
    const dear = { kind: 'first_step', first_g: 1, first_amount: 1_000_000_000, step_g: 1, step_amount: 1_000_000_000 };
    await post('/api/staff/shipping/rates', rate({ destination: 'IS', formula: dear }));
    const { status, body } = await cost({ skus: `${sku_id}:999`, destination: 'IS' });
    expect(status).toBe(200);
    const shown = body.data.offers.map((offer: { channel: { id: string } }) => offer.channel.id);
    expect(shown).not.toContain(standard);
  });

  it('shows goods, freight, fees, weights, days and profit by channel, as an order is charged', {
    tags: ['D0-17'],
  }, async () => {
    const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { name: 'Cost shop' }) };
    const goods = await givenVariant(test, store, { weight_g: 400 });
    await sqlRows(
      test,
      `UPDATE catalog_skus SET length_mm = 300, width_mm = 200, height_mm = 100, flags = '{battery}' WHERE id = '${goods.sku_id}'`,
    );
    await sqlRows(test, `UPDATE store_variants SET price = 2900, currency = 'USD' WHERE id = '${goods.variant_id}'`);
    await givenPrice(test, owner.account_id, {
      sku_id: goods.sku_id,
      channel: { id: priority, name: 'YunExpress Priority' },
    });
    await sqlRows(test, `UPDATE prices SET divisor = 6000, step_g = 100 WHERE catalog_sku_id = '${goods.sku_id}'`);

    const { body } = await cost({ variant_id: goods.variant_id, quantity: 2, destination: 'US', zip: '996 01' });
    const [agreed, ...others] = body.data.offers;
    expect(body.data).toMatchObject({ missing: null, store_price: { amount: 5800, currency: 'USD' } });
    // 2 × 6 dm³ / 6000 = 2,000 g by volume: 200 + 2 × 1000
    expect(agreed).toMatchObject({
      channel: { id: priority },
      source: 'agreed',
      weight: { actual_g: 800, volume_g: 2000, charged_g: 2000 },
      goods: 1000,
      freight: 2200,
      total: 3200,
      profit: 2600,
      days: { ready: 3, min: 10, max: 15 },
      restrictions: [],
    });
    const packet = others.find((offer: { channel: { id: string } }) => offer.channel.id === epacket);
    expect(packet).toMatchObject({
      source: 'list',
      goods: null,
      total: null,
      freight: 1090, // in the band up to 1,000 g
      fees: [{ code: 'remote_area', amount: 450 }],
      restrictions: [{ code: 'goods', kind: 'battery' }],
    });

    await inAccount(test, owner.account_id, (ctx) =>
      applyShopOrders(ctx, store, [shopOrder([shopLine(goods)], { external_id: '77' })], 'api'),
    );
    const [order] = await sqlRows(test, `SELECT cost_total FROM orders WHERE external_id = '77'`);
    expect(order?.cost_total).toBe(agreed.total);
  });

  it('answers for SKUs, says what is missing, and refuses foreign and nonsensical questions', async () => {
    const store = { account_id: owner.account_id, id: await givenStore(test, owner.account_id, { name: 'Second' }) };
    const bare = await givenVariant(test, store, { mapping: 'unmapped' });
    const heavy = await givenVariant(test, store, { weight_g: 1500 });
    expect((await cost({ variant_id: bare.variant_id, destination: 'DE' })).body.data).toMatchObject({
      missing: 'unmapped',
      offers: [],
    });
    expect((await cost({ variant_id: heavy.variant_id, destination: 'TV' })).body.data).toMatchObject({
      missing: 'no_channel',
    });
    const { body } = await cost({ skus: `${heavy.sku_id}:2`, destination: 'DE' });
    expect(body.data.store_price).toBeNull();
    const packet = body.data.offers.find((offer: { channel: { id: string } }) => offer.channel.id === epacket);
    expect(packet.restrictions).toEqual([{ code: 'too_heavy', max_weight_g: 2000 }]);

    const stranger = await merchant(test);
    expect(await cost({ variant_id: heavy.variant_id, destination: 'DE' }, stranger.token)).toMatchObject({
      status: 404,
    });
    await sqlRows(
      test,
      `UPDATE catalog_skus SET owner_account_id = '${owner.account_id}' WHERE id = '${heavy.sku_id}'`,
    );
    expect(await cost({ skus: `${heavy.sku_id}:1`, destination: 'DE' }, stranger.token)).toMatchObject({
      status: 404,
    });
    for (const bad of [
      {},
      { destination: 'DE' },
      { variant_id: 'x', destination: 'DE' },
      { variant_id: bare.variant_id, destination: 'DE', quantity: 0 },
      { skus: 'a:1', destination: 'DE' },
      { skus: `${heavy.sku_id}:0`, destination: 'DE' },
    ]) {
      expect((await cost(bad)).status).toBe(400);
    }
  });
});
