import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultStoreSettings, isLeftInShop, isRiskHeld, type StoreSettings } from '#contract/store-rules.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenChannel, givenStore } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

let test: TestApp;
let owner: Person;
let store: string;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
  store = await givenStore(test, owner.account_id);
});
afterAll(() => test.close());

const path = () => `/api/stores/${store}/settings`;
const get = (person = owner) => test.call('GET', path(), { token: person.token });
const save = (change: Partial<StoreSettings>, version: number, person = owner) =>
  test.call('PUT', path(), {
    token: person.token,
    body: { settings: { ...defaultStoreSettings, ...change }, version },
  });

describe('settings of a store', () => {
  it('begin with the defaults and are changed with a version', async () => {
    expect((await get()).body.data).toEqual({ settings: defaultStoreSettings, version: 1 });
    const channel = await givenChannel(test);
    const change = {
      pay_mode: 'daily',
      pay_at: '07:30',
      default_channels: { US: channel.id },
      ioss_number: ' im3720000224 ',
    } as const;
    expect(await save(change, 1)).toMatchObject({
      status: 200,
      body: { data: { version: 2, settings: { ...change, ioss_number: 'IM3720000224' } } },
    });
    expect(await save({ notify_buyer: true }, 1)).toMatchObject({ status: 422, body: { code: 'stale_version' } });
    const again = { ...change, ioss_number: 'IM3720000224' } as const;
    expect((await save(again, 2)).body.data.version).toBe(2); // nothing changed, nothing written
    expect(await save({}, 2)).toMatchObject({ body: { data: { version: 3, settings: defaultStoreSettings } } });
  });

  it('refuse what cannot be obeyed', async () => {
    const { version } = (await get()).body.data;
    const refused = async (change: object, field: string) => {
      const answer = await save(change, version);
      expect(answer).toMatchObject({ status: 422 });
      expect(Object.keys(answer.body.errors ?? {})).toContain(`settings.${field}`);
    };
    await refused({ pay_at: '24:00' }, 'pay_at');
    await refused({ price_guard_pct: 2.5 }, 'price_guard_pct');
    await refused({ price_guard_pct: -1 }, 'price_guard_pct');
    await refused({ ioss_number: 'EU372' }, 'ioss_number');
    await refused({ pay_mode: 'hourly' }, 'pay_mode');
    await refused({ default_channels: { US: owner.user_id } }, 'default_channels');
    expect((await get()).body.data.version).toBe(version);
  });

  it('that spend money are changed only by who may pay', async () => {
    const { version } = (await get()).body.data;
    const member = await merchant(test, { account_id: owner.account_id, role: 'manager' });
    const viewer = await merchant(test, { account_id: owner.account_id, role: 'viewer' });
    expect(await get(viewer)).toMatchObject({ status: 200 });
    expect(await save({ notify_buyer: true }, version, viewer)).toMatchObject({ status: 403 });
    expect(await save({ notify_buyer: true }, version, member)).toMatchObject({ status: 200 });
    const admin = await staff(test, 'admin');
    const body = { account_id: owner.account_id, reason: 'help with settings' };
    expect(await test.call('POST', '/api/login_as', { token: admin.token, body })).toMatchObject({ status: 200 });
    expect(await save({ pay_mode: 'after_1h' }, version + 1, { ...owner, token: admin.token })).toMatchObject({
      status: 422,
      body: { code: 'not_allowed_while_acting' },
    });
    expect(await save({ stock_plan: 'never' }, version + 1, { ...owner, token: admin.token })).toMatchObject({
      status: 200,
    });
  });
});

describe('rules of a store', () => {
  it('are made whole out of whatever a row keeps', () => {
    expect(readStoreSettings(null)).toEqual(defaultStoreSettings);
    expect(readStoreSettings({ notify_buyer: true, pay_mode: 'never', gone: 1 })).toEqual({
      ...defaultStoreSettings,
      notify_buyer: true,
    });
    fc.assert(fc.property(fc.json(), (text) => Object.keys(readStoreSettings(JSON.parse(text))).length === 13));
  });

  it('leave in the shop what is shipped or unpaid, as they say', () => {
    const order = { financial_status: 'paid', fulfillment_status: 'unfulfilled', cancelled_at: null };
    const rules = { unshipped_only: true, import_unpaid: false, pay_when: ['authorized'] } as const;
    const left = (change: Partial<typeof order>) =>
      isLeftInShop({ ...rules, pay_when: [...rules.pay_when] }, { ...order, ...change });
    expect(left({})).toBe(false);
    expect(left({ fulfillment_status: 'partial' })).toBe(false);
    expect(left({ fulfillment_status: 'fulfilled' })).toBe(true);
    expect(left({ financial_status: 'pending' })).toBe(true);
    expect(left({ financial_status: 'authorized' })).toBe(false);
    expect(isLeftInShop(defaultStoreSettings, { ...order, fulfillment_status: 'fulfilled' })).toBe(false);
  });

  it('know the risks of shops and of files', () => {
    const held = (risk_hold: StoreSettings['risk_hold'], risk: string | null) => isRiskHeld({ risk_hold }, risk);
    expect([held('high', 'cancel'), held('high', 'high'), held('medium', 'investigate')]).toEqual([true, true, true]);
    expect([
      held('high', 'investigate'),
      held('off', 'cancel'),
      held('medium', 'accept'),
      held('medium', null),
    ]).toEqual([false, false, false, false]);
  });
});
