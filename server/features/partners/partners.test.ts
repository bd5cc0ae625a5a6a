import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
let admin: string;
let member: string;
beforeAll(async () => {
  test = await startTestApp();
  admin = (await staff(test, 'admin')).token;
  member = (await merchant(test, { role: 'viewer' })).token;
});
afterAll(() => test.close());
beforeEach(() => test.pool.query('DELETE FROM partner_links'));

const asStaff = '/api/staff/partner_links';
const add = (name: string, more: object = {}) =>
  test.call('POST', asStaff, { token: admin, body: { name, link: `https://${name}.example/`, ...more } });
const shown = async (host = 'portal.example', q = '') =>
  (await test.call('GET', `/api/customized_links?q=${q}`, { token: member, headers: { host } })).body.data;
const names = async (host?: string) => (await shown(host)).map((link: { name: string }) => link.name);

describe('GET /api/customized_links', () => {
  it('answers name, icon and link of this domain’s items, in order, to everyone logged in', {
    tags: ['S7-16'],
  }, async () => {
    await add('acme', { icon: 'truck' });
    await add('bolt', { domain: 'Portal.Example' });
    await add('cargo', { domain: 'other.example' });
    expect(await shown('www.portal.example:8080')).toEqual([
      { name: 'acme', icon: 'truck', link: 'https://acme.example/' },
      { name: 'bolt', icon: '', link: 'https://bolt.example/' },
    ]);
    expect(await names('other.example')).toEqual(['acme', 'cargo']);
    expect((await shown('portal.example', 'BOL')).map((link: { name: string }) => link.name)).toEqual(['bolt']);
  });

  it('is closed without a token', async () => {
    expect(await test.call('GET', '/api/customized_links')).toMatchObject({ status: 401 });
  });
});

describe('partner links, for staff', () => {
  it('lists, changes, moves and removes links, and writes who did it', async () => {
    const first = (await add('acme')).body.data;
    const second = (await add('bolt')).body.data;
    const list = await test.call('GET', `${asStaff}?per_page=1`, { token: admin });
    expect(list.body).toMatchObject({ data: [{ id: first.id, domain: null, version: 1 }], meta: { total: 2 } });
    expect(
      await test.call('POST', `${asStaff}/${second.id}/move`, { token: admin, body: { direction: 'up' } }),
    ).toMatchObject({ status: 200, body: { data: { done: true } } });
    expect(await names()).toEqual(['bolt', 'acme']);
    await test.call('POST', `${asStaff}/${second.id}/move`, { token: admin, body: { direction: 'up' } });
    expect(await names()).toEqual(['bolt', 'acme']);
    await test.call('POST', `${asStaff}/${second.id}/move`, { token: admin, body: { direction: 'down' } });
    expect(await names()).toEqual(['acme', 'bolt']);
    const body = {
      name: 'Acme Freight',
      link: 'http://acme.example/a',
      icon: 'plane',
      domain: 'one.example',
      version: 1,
    };
    const saved = await test.call('PUT', `${asStaff}/${first.id}`, { token: admin, body });
    expect(saved.body.data).toMatchObject({ ...body, id: first.id, version: 2 });
    expect(await test.call('DELETE', `${asStaff}/${second.id}`, { token: admin })).toMatchObject({ status: 200 });
    expect(await names()).toEqual([]);
    const log = await sqlRows(test, `SELECT action, fields FROM audit_log WHERE entity = 'partners' ORDER BY at, id`);
    expect(log.map((row) => row.action)).toEqual(
      expect.arrayContaining(['partners.add', 'partners.move', 'partners.save', 'partners.remove']),
    );
    expect(log.find((row) => row.action === 'partners.save')?.fields).toEqual(['name', 'icon', 'link', 'domain']);
  });

  it('refuses a change of what somebody else changed meanwhile', async () => {
    const { id } = (await add('acme')).body.data;
    const body = { name: 'Acme', link: 'https://acme.example/', version: 1 };
    expect(await test.call('PUT', `${asStaff}/${id}`, { token: admin, body })).toMatchObject({ status: 200 });
    expect(await test.call('PUT', `${asStaff}/${id}`, { token: admin, body })).toMatchObject({
      status: 422,
      body: { code: 'stale_version' },
    });
  });

  it('takes a link and a domain however they are written', async () => {
    const { body } = await add('acme', { link: 'HTTPS://Acme.example/A', domain: 'WWW.One.example:8080' });
    expect(body.data).toMatchObject({ link: 'https://acme.example/A', domain: 'one.example' });
    expect(await names('www.one.example')).toEqual(['acme']);
  });

  it('loses no move when two people move links at once', async () => {
    const [first, , last] = [(await add('a')).body.data, await add('b'), (await add('c')).body.data];
    const move = (id: string, direction: string) =>
      test.call('POST', `${asStaff}/${id}/move`, { token: admin, body: { direction } });
    for (let n = 0; n < 8; n += 1) {
      await test.pool.query(`UPDATE partner_links SET position = ascii(name) - 96`);
      await Promise.all([move(first.id, 'down'), move(last.id, 'up')]);
      expect(['bca', 'cab']).toContain((await names()).join('')); // one after the other, whoever was first
    }
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://files.example/',
    'mailto:a@b.example',
    '//evil.example',
    'https://user:word@evil.example/',
    'nonsense',
    '',
  ])('refuses the link %s with a sentence', async (link) => {
    const answer = await add('acme', { link });
    expect(answer).toMatchObject({ status: 422, body: { errors: { link: [expect.stringContaining('https://')] } } });
    expect(await names()).toEqual([]);
  });

  it('refuses unknown pictures, empty names and domains that are none', async () => {
    for (const bad of [{ icon: '../evil.svg' }, { name: ' ' }, { domain: 'https://x.example' }, { domain: 'a b' }]) {
      expect(await add('acme', bad)).toMatchObject({ status: 422 });
    }
  });

  it('holds 50 links', async () => {
    for (let n = 1; n <= 50; n += 1) expect(await add(`p${n}`)).toMatchObject({ status: 200 });
    expect(await add('p51')).toMatchObject({ status: 422, body: { code: 'too_many_links' } });
  });

  it('is the administrators’ alone, and knows only links that are there', async () => {
    const agent = (await staff(test, 'agent')).token;
    expect(await test.call('GET', asStaff, { token: agent })).toMatchObject({ status: 403 });
    expect(await test.call('GET', asStaff, { token: member })).toMatchObject({ status: 403 });
    const body = { name: 'Acme', link: 'https://acme.example/', version: 1, direction: 'up' };
    for (const [method, path] of [
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/move'],
    ] as const) {
      expect(await test.call(method, `${asStaff}/${uuid()}${path}`, { token: admin, body })).toMatchObject({
        status: 404,
      });
    }
  });
});
