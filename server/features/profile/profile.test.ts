import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contract/messages.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (token: string) => test.call('GET', '/api/profile', { token });
const bind = (token: string, body: unknown) => test.call('POST', '/api/profile', { token, body });

describe('the profile', () => {
  it('has no user value until the account can be reached; sub-accounts inherit it (decision 4)', async () => {
    const owner = await merchant(test);
    const colleague = await merchant(test, { role: 'support', account_id: owner.account_id });
    expect((await get(owner.token)).body.data).toMatchObject({
      user: null,
      roles: ['owner'],
      image_identify_enabled: true,
    });
    const link = { type_of: 'whatsapp', url: '+4915112345678', phone_country: 'Germany', phone_country_code: '49' };
    expect(await bind(owner.token, { from_popup: true, quick_links: link })).toMatchObject({ status: 200 });
    expect((await get(owner.token)).body.data.user).toMatchObject({ email: owner.email, tel: '+4915112345678' });
    expect((await get(colleague.token)).body.data).toMatchObject({
      roles: ['support'],
      user: { email: colleague.email },
    });
  });

  it('asks staff for nothing and shows their roles', async () => {
    const { token } = await staff(test, 'finance', 'warehouse');
    const { data } = (await get(token)).body;
    expect(data.roles.sort()).toEqual(['finance', 'warehouse']);
    expect(data).toMatchObject({ account: null, user: { nick_name: '' }, rights: {}, acting_as: null });
  });

  it('shows a member the rights of their role', async () => {
    const { token } = await merchant(test, { role: 'payer' });
    expect((await get(token)).body.data.rights).toMatchObject({ orders: ['view', 'edit', 'pay'], wallet: ['view'] });
  });
});

describe('binding a contact', () => {
  it.each([
    ['nothing at all', {}, messages.bindContact],
    ['another platform without its name', { quick_links: { type_of: 'other', url: 'x' } }, messages.bindAlias],
    ['whatsapp without the country', { quick_links: { type_of: 'whatsapp', url: '1' } }, messages.bindCountry],
  ])('refuses %s with the spec’s text', async (_what, body, message) => {
    const { token } = await merchant(test);
    expect(await bind(token, body)).toMatchObject({ status: 422, body: { message } });
    expect((await get(token)).body.data.user).toBeNull();
  });

  it('takes a market note alone', async () => {
    const { token } = await merchant(test);
    await bind(token, { market_note: 'came through Lin' });
    expect((await get(token)).body.data.user).not.toBeNull();
  });

  it('is closed to members without the right and to nobody in particular', async () => {
    const { token } = await merchant(test, { role: 'viewer' });
    expect(await bind(token, { market_note: 'x' })).toMatchObject({ status: 403 });
    expect(await test.call('POST', '/api/profile', { body: {} })).toMatchObject({ status: 401 });
  });
});

const settings = {
  theme: '#7c3aed',
  showSettings: true,
  tagsView: false,
  fixedHeader: true,
  sidebarLogo: true,
  colorScheme: 'dark',
  size: 'mini',
};
const save = (token: string, body: unknown) => test.call('PUT', '/api/profile/settings', { token, body });

describe('settings (decision 17)', () => {
  it('belong to the person: kept with the language, seen from every session, by nobody else', async () => {
    const { token, account_id } = await merchant(test);
    const colleague = await merchant(test, { account_id });
    expect((await get(token)).body.data.settings).toBeNull();
    expect(await save(token, { ...settings, locale: 'zh' })).toMatchObject({ status: 200, body: { data: settings } });
    expect((await get(token)).body.data).toMatchObject({ settings, locale: 'zh' });
    expect((await get(colleague.token)).body.data).toMatchObject({ settings: null, locale: 'en' });
    await save(token, { locale: 'en' });
    expect((await get(token)).body.data.settings).toMatchObject({ theme: '#1890ff', tagsView: true, size: 'small' });
  });

  it('are kept for staff, and for a viewer who may change nothing else', async () => {
    const { token } = await staff(test, 'agent');
    const viewer = await merchant(test, { role: 'viewer' });
    for (const person of [token, viewer.token]) {
      expect(await save(person, { ...settings, locale: 'en' })).toMatchObject({ status: 200 });
      expect((await get(person)).body.data.settings).toEqual(settings);
    }
  });

  it.each([
    ['an unknown key', { locale: 'en', shadow: true }],
    ['a size that does not exist', { locale: 'en', size: 'huge' }],
    ['a colour that is none', { locale: 'en', theme: 'red; background: url(x)' }],
    ['a long text in the place of a colour', { locale: 'en', theme: `#${'0'.repeat(10_000)}` }],
    ['no language', {}],
    ['a language that is not built in', { locale: 'fr' }],
  ])('refuse %s', async (_what, body) => {
    const { token } = await merchant(test);
    expect(await save(token, body)).toMatchObject({ status: 422 });
    expect((await get(token)).body.data.settings).toBeNull();
  });

  it('need a log-in, and survive a record that no version of ours wrote', async () => {
    expect(await test.call('PUT', '/api/profile/settings', { body: { locale: 'en' } })).toMatchObject({ status: 401 });
    const { token, user_id } = await merchant(test);
    await test.pool.query('UPDATE users SET settings = $1 WHERE id = $2', [{ theme: 7, old: true }, user_id]);
    expect(await get(token)).toMatchObject({ status: 200, body: { data: { settings: null } } });
  });
});
