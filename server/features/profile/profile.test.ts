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
