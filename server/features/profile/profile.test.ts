import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const get = (token: string) => test.call('GET', '/api/profile', { token });
const bind = (token: string, body: unknown) => test.call('POST', '/api/profile', { token, body });

describe('the profile', () => {
  it('has no user value until the account can be reached; sub-accounts inherit it (P4)', async () => {
    const owner = await merchant(test, { reachable: false });
    const colleague = await merchant(test, { role: 'support', account_id: owner.account_id });
    expect((await get(owner.token)).body.data).toMatchObject({
      user: null,
      roles: ['owner'],
      image_identify_enabled: true,
    });
    const link = { type_of: 'whatsapp', url: '+4915112345678', phone_country: 'DE', phone_country_code: '49' };
    expect(await bind(owner.token, { from_popup: true, quick_links: link })).toMatchObject({ status: 200 });
    expect((await get(owner.token)).body.data.user).toMatchObject({ email: owner.email, tel: '+4915112345678' });
    expect((await get(colleague.token)).body.data).toMatchObject({
      roles: ['support'],
      user: { email: colleague.email },
    });
  });

  it('lists the support channels of the domain that was asked, then the agent of the account', {
    tags: ['S3-01', 'S7-10'],
  }, async () => {
    const owner = await merchant(test);
    const agent = await staff(test, 'agent');
    const channel = { type_of: 'discord', label: 'Help desk', url: 'https://discord.gg/help' };
    const site = { id: uuid(), domain: 'portal.acme.example', brand_name: 'Acme', contact: JSON.stringify([channel]) };
    await test.ground.db.insertInto('sites').values(site).execute();
    await inAccount(test, owner.account_id, ({ db }) =>
      db.updateTable('accounts').set({ agent_user_id: agent.user_id }).where('id', '=', owner.account_id).execute(),
    );
    const contactAt = async (host: string) =>
      (await test.call('GET', '/api/profile', { token: owner.token, headers: { host } })).body.data.contact;
    const person = { type_of: 'agent', label: agent.username, url: `mailto:${agent.email}` };
    expect(await contactAt('WWW.portal.acme.example:8080')).toEqual([channel, person]);
    expect(await contactAt('elsewhere.example')).toEqual([person]);
    await test.ground.db.updateTable('sites').set({ contact: '[{"label":1}]' }).where('id', '=', site.id).execute();
    expect(await contactAt('portal.acme.example')).toEqual([person]);
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

const germany = { type_of: 'whatsapp', phone_country: 'DE', phone_country_code: '49' };
function whatsapp(url: string, change: Record<string, string> = {}) {
  return { quick_links: { ...germany, url, ...change } };
}

describe('binding a contact', () => {
  it('keeps each contact once, however often and from however many tabs it is sent', async () => {
    const owner = await merchant(test, { reachable: false });
    const link = { type_of: 'slack', url: 'acme.slack.com' };
    const sent = await Promise.all([1, 2, 3].map(() => bind(owner.token, { quick_links: [link, link] })));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = (await test.call('GET', '/api/account', { token: owner.token })).body;
    expect(data.contacts).toMatchObject([link]);
  });

  it.each([
    ['nothing at all', {}, messages.bindContact],
    ['an empty contact', { quick_links: { type_of: 'slack', url: ' ' } }, messages.bindContact],
    ['a contact of no platform', { quick_links: { url: 'ada' } }, messages.bindPlatform],
    ['a contact of an unknown platform', { quick_links: { type_of: 'fax', url: 'ada' } }, messages.bindPlatform],
    ['another platform without its name', { quick_links: { type_of: 'other', url: 'x' } }, messages.bindAlias],
    ['whatsapp without the country', { quick_links: { type_of: 'whatsapp', url: '1' } }, messages.bindCountry],
    ['whatsapp with a country that is none', whatsapp('151', { phone_country: 'ZZ' }), messages.bindCountry],
    ['whatsapp with another country’s code', whatsapp('151', { phone_country_code: '1' }), messages.bindCountry],
    ['a bad one among several', { quick_links: [{ type_of: 'slack', url: 'a' }, { url: 'b' }] }, messages.bindPlatform],
  ])('refuses %s with the spec’s text', async (_what, body, message) => {
    const { token } = await merchant(test, { reachable: false });
    expect(await bind(token, body)).toMatchObject({ status: 422, body: { status: 422, message } });
    expect((await get(token)).body.data.user).toBeNull();
  });

  it.each([
    ['a number that is none', whatsapp('0000'), /isn’t a phone number in \+49/],
    ['a number of another country', whatsapp('+1 415 555 2671'), /isn’t a phone number in \+49/],
    ['a script for a link', { quick_links: { type_of: 'discord', url: ' JavaScript:alert(1)' } }, /Links must start/],
    ['a file for a link', { quick_links: { type_of: 'slack', url: 'ftp://files.example/x' } }, /Links must start/],
    ['half a link', { quick_links: { type_of: 'discord', url: 'https://discord' } }, /incomplete/],
    ['a line break', { quick_links: { type_of: 'slack', url: 'ada\nbcc: eve' } }, /line break/],
    ['a contact that is too long', { quick_links: { type_of: 'slack', url: 'x'.repeat(301) } }, /up to 300/],
    ['a name that is too long', { quick_links: { type_of: 'other', alias: 'x'.repeat(61), url: 'a' } }, /up to 60/],
    ['a note that is too long', { market_note: 'x'.repeat(201) }, /up to 200/],
  ])('refuses %s with a sentence at its field, and keeps nothing', async (_what, body, sentence) => {
    const { token } = await merchant(test, { reachable: false });
    const answer = await bind(token, body);
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringMatching(sentence) } });
    expect(Object.values(answer.body.errors ?? {})).toEqual([[answer.body.message]]);
    expect((await get(token)).body.data.user).toBeNull();
  });

  it('keeps a WhatsApp number in international form, once however often it is sent', async () => {
    const { token, account_id } = await merchant(test, { reachable: false });
    for (const url of ['0151 12345678', '+49 (151) 1234-5678']) {
      expect(await bind(token, whatsapp(url))).toMatchObject({ status: 200 });
    }
    expect((await get(token)).body.data.user.tel).toBe('+4915112345678');
    const kept = await inAccount(test, account_id, ({ db }) =>
      db.selectFrom('account_contacts').select(['url', 'phone_country', 'phone_country_code']).execute(),
    );
    expect(kept).toEqual([{ url: '+4915112345678', phone_country: 'DE', phone_country_code: '49' }]);
  });

  it('keeps links and ids as they are, and the name of another platform only', {
    tags: ['S3-05', 'S7-11'],
  }, async () => {
    const { token, account_id } = await merchant(test, { reachable: false });
    const quick_links = [
      { type_of: 'whatsapp_group', url: 'https://chat.whatsapp.com/Abc' },
      { type_of: 'discord', url: 'ada#1234', alias: 'gone' },
      { type_of: 'other', url: 'live:ada', alias: 'Skype' },
    ];
    expect(await bind(token, { from_popup: true, quick_links })).toMatchObject({ status: 200 });
    const kept = await inAccount(test, account_id, ({ db }) =>
      db.selectFrom('account_contacts').select(['type_of', 'url', 'alias']).orderBy('id').execute(),
    );
    expect(kept).toEqual(quick_links.map((link) => ({ ...link, alias: link.type_of === 'other' ? 'Skype' : null })));
  });

  it('keeps at most twenty contacts', async () => {
    const { token } = await merchant(test, { reachable: false });
    const links = (from: number) => Array.from({ length: 10 }, (_, n) => ({ type_of: 'slack', url: `ada${from + n}` }));
    for (const from of [0, 10]) expect(await bind(token, { quick_links: links(from) })).toMatchObject({ status: 200 });
    expect(await bind(token, { quick_links: { type_of: 'slack', url: 'one more' } })).toMatchObject({ status: 422 });
  });

  it('takes a market note alone', async () => {
    const { token } = await merchant(test, { reachable: false });
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

describe('settings (P17)', () => {
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

  it('take the language of the browser at hand while none are saved', async () => {
    const { token } = await merchant(test);
    const speak = (body: unknown) => test.call('PUT', '/api/profile/language', { token, body });
    expect(await speak({ locale: 'zh' })).toMatchObject({ status: 200, body: { data: { done: true } } });
    expect((await get(token)).body.data).toMatchObject({ settings: null, locale: 'zh' });
    expect(await speak({ locale: 'fr' })).toMatchObject({ status: 422 });
    expect(await test.call('PUT', '/api/profile/language', { body: { locale: 'en' } })).toMatchObject({ status: 401 });
    expect((await get(token)).body.data).toMatchObject({ settings: null, locale: 'zh' });
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
    await sqlRows(test, `UPDATE users SET settings = '{"theme": 7, "old": true}' WHERE id = '${user_id}'`);
    expect(await get(token)).toMatchObject({ status: 200, body: { data: { settings: null } } });
  });
});

describe('columns of lists', () => {
  const saveColumns = (token: string, body: object) => test.call('PUT', '/api/profile/columns', { token, body });

  it('are kept per person and list, in their order, until the list’s own are wanted back', async () => {
    const { token, account_id } = await merchant(test);
    const colleague = await merchant(test, { account_id });
    await Promise.all([
      saveColumns(token, { list: 'orders', columns: ['cost', 'order'] }),
      saveColumns(token, { list: 'quotes', columns: ['quote'] }),
    ]);
    expect((await get(token)).body.data.list_columns).toEqual({ orders: ['cost', 'order'], quotes: ['quote'] });
    expect((await get(colleague.token)).body.data.list_columns).toEqual({});
    await saveColumns(token, { list: 'orders', columns: null });
    expect((await get(token)).body.data.list_columns).toEqual({ quotes: ['quote'] });
    const agent = await staff(test, 'agent');
    expect((await saveColumns(agent.token, { list: 'orders', columns: ['order'] })).status).toBe(200);
    expect((await saveColumns(agent.token, { list: 'staff_quotes', columns: ['quote', 'due'] })).status).toBe(200);
    expect((await get(agent.token)).body.data.list_columns).toMatchObject({ staff_quotes: ['quote', 'due'] });
  });

  it('are refused when they are none, too many, or nobody’s', async () => {
    const { token } = await merchant(test);
    expect((await saveColumns(token, { list: 'orders', columns: [] })).status).toBe(422);
    for (const list of ['x; DROP', 'no_such_list', 'constructor'])
      expect((await saveColumns(token, { list, columns: ['a'] })).status).toBe(422);
    expect((await saveColumns('', { list: 'orders', columns: ['a'] })).status).toBe(401);
  });
});
