import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

let test: TestApp;
let admin: { token: string };
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
  admin = await staff(test, 'admin');
});
afterAll(() => test.close());
beforeEach(async () => {
  person = await merchant(test);
});

const day = 86_400_000;
const inDays = (days: number) => new Date(test.clock.now().getTime() + days * day).toISOString();
const compose = (body: object, token = admin.token, key: string = uuid()) =>
  test.call('POST', '/api/notifications', {
    token,
    key,
    body: { kind: 'popup', title: 'Holiday', content: '<p>We rest.</p>', audience: forMe(), ...body },
  });
const forMe = () => ({ to: 'accounts', account_ids: [person.account_id] });
const popup = async (token = person.token) =>
  (await test.call('GET', '/api/notifications/global', { token })).body.data;
const bell = async (token = person.token, tab = 'all') =>
  (await test.call('GET', `/api/notifications?tab=${tab}`, { token })).body;

describe('a notice', () => {
  it('reaches its readers as the popup of the specification until it is read', {
    tags: ['S3-04', 'S4-13', 'S7-19'],
  }, async () => {
    const written = await compose({ tags: ['Holiday', 'Shipping'], severity: 'warning', ended_at: inDays(3) });
    expect(written).toMatchObject({ status: 200, body: { data: { state: 'live', reads: 0, readers: 1 } } });
    const { id, starts_at } = written.body.data;
    expect(await popup()).toEqual({
      id,
      title: 'Holiday',
      tags: ['Holiday', 'Shipping'],
      content: '<p>We rest.</p>',
      ended_at: inDays(3),
      is_read: false,
      notification: { id, kind: 'popup', severity: 'warning', starts_at },
    });
    expect(await test.call('PUT', `/api/notifications/${id}`, { token: person.token })).toMatchObject({ status: 200 });
    expect(await popup()).toBeNull();
    expect(await test.call('GET', `/api/notifications/${id}`, { token: person.token })).toMatchObject({
      body: { data: { id, kind: 'popup', title: 'Holiday', is_read: true } },
    });
    const asStaff = await test.call('GET', '/api/staff/notices?tab=live', { token: admin.token });
    expect(asStaff.body.data.find((row: { id: string }) => row.id === id)).toMatchObject({ reads: 1, readers: 1 });
  });

  it('in two languages reaches each reader in their own, in one everybody', async () => {
    const reader = await merchant(test, { account_id: person.account_id, role: 'viewer' });
    const speak = (token: string, locale: string) =>
      test.call('PUT', '/api/profile/language', { token, body: { locale } });
    await speak(reader.token, 'zh');
    const translation = { title: '放假通知', content: '我们休息。<script>alert(1)</script>' };
    const written = await compose({ language: 'en', translation });
    const { id } = written.body.data;
    expect(written.body.data).toMatchObject({
      language: 'en',
      title: 'Holiday',
      translation: { title: '放假通知', content: '我们休息。' },
    });
    expect(await popup()).toMatchObject({ id, title: 'Holiday', content: '<p>We rest.</p>' });
    expect(await popup(reader.token)).toMatchObject({ id, title: '放假通知', content: '我们休息。' });
    expect((await bell(reader.token)).data).toMatchObject([{ title: '放假通知', content: '我们休息。' }]);
    const one = await test.call('GET', `/api/notifications/${id}`, { token: reader.token });
    expect(one.body.data.title).toBe('放假通知');
    await speak(reader.token, 'en');
    expect(await popup(reader.token)).toMatchObject({ title: 'Holiday' });
    await test.call('DELETE', `/api/notifications/${id}`, { token: admin.token });

    // only in Chinese: who reads English sees that
    await compose({ language: 'zh', title: '仅中文' });
    expect(await popup()).toMatchObject({ title: '仅中文' });
    expect(await popup(reader.token)).toMatchObject({ title: '仅中文' });
  });

  it('is refused where a second language has no title or nothing but a script', async () => {
    for (const [translation, field] of [
      [{ title: ' ', content: '休息' }, 'translation.title'],
      [{ title: '放假', content: '<script>alert(1)</script>' }, 'translation.content'],
    ] as const) {
      const { status, body } = await compose({ translation });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    }
  });

  it('is written once, however often the button is pressed', async () => {
    const key = uuid();
    const answers = await Promise.all([1, 2, 3].map(() => compose({}, admin.token, key)));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect((await bell()).meta.total).toBe(1);
    expect(await compose({ title: 'Another' }, admin.token, key)).toMatchObject({
      body: { code: 'idempotency_mismatch' },
    });
  });

  it('to a future date appears then and not before, and never past its end', async () => {
    const { id } = (await compose({ starts_at: inDays(1), ended_at: inDays(2) })).body.data;
    expect(await popup()).toBeNull();
    expect((await bell()).data).toEqual([]);
    expect(await test.call('GET', `/api/notifications/${id}`, { token: person.token })).toMatchObject({ status: 404 });
    test.clock.advance(day);
    expect(await popup()).toMatchObject({ id });
    test.clock.advance(day);
    expect(await popup()).toBeNull();
    expect((await bell()).data).toEqual([]);
  });

  it('that is withdrawn vanishes at once, for everybody', async () => {
    const { id } = (await compose({})).body.data;
    expect(await popup()).toMatchObject({ id });
    expect(await test.call('DELETE', `/api/notifications/${id}`, { token: admin.token })).toMatchObject({
      status: 200,
    });
    expect(await popup()).toBeNull();
    expect((await bell()).meta).toMatchObject({ total: 0, counts: { unread: 0 } });
    expect(await test.call('DELETE', `/api/notifications/${id}`, { token: admin.token })).toMatchObject({
      status: 404,
    });
    const withdrawn = await test.call('GET', '/api/staff/notices?tab=withdrawn', { token: admin.token });
    expect(withdrawn.body.data.map((row: { id: string }) => row.id)).toContain(id);
  });

  it('that one reader hides stays with the others', async () => {
    const colleague = await merchant(test, { account_id: person.account_id, role: 'viewer' });
    const { id } = (await compose({})).body.data;
    expect(await test.call('DELETE', `/api/notifications/${id}`, { token: person.token })).toMatchObject({
      status: 200,
    });
    expect([await popup(), (await bell()).data]).toEqual([null, []]);
    expect(await popup(colleague.token)).toMatchObject({ id });
  });

  it('for some clients or one domain is unknown to all others', async () => {
    const stranger = await merchant(test);
    const { id } = (await compose({})).body.data;
    expect(await popup(stranger.token)).toBeNull();
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await test.call(method, `/api/notifications/${id}`, { token: stranger.token });
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    await compose({ title: 'Moved', audience: { to: 'domain', domain: 'www.Portal.Acme.example' } });
    const at = (host: string) =>
      test.call('GET', '/api/notifications/global', { token: stranger.token, headers: { host } });
    expect(await at('portal.acme.example:8080')).toMatchObject({ body: { data: { title: 'Moved' } } });
    expect(await at('other.example')).toMatchObject({ body: { data: null } });
  });

  it('is written by administrators only', async () => {
    for (const token of [person.token, (await staff(test, 'agent')).token]) {
      expect(await compose({}, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(await test.call('GET', '/api/staff/notices', { token })).toMatchObject({ status: 403 });
      const preview = await test.call('POST', '/api/notifications/preview', { token, body: { content: 'x' } });
      expect(preview).toMatchObject({ status: 403 });
    }
  });

  it.each([
    ['no title', { title: ' ' }],
    ['an end before its beginning', { starts_at: '2099-01-02T00:00:00Z', ended_at: '2099-01-01T00:00:00Z' }],
    ['an end in the past', { ended_at: '2001-01-01T00:00:00Z' }],
    ['a date that is none', { starts_at: 'tomorrow' }],
    ['an unknown kind', { kind: 'shout' }],
    ['an unknown client', { audience: { to: 'accounts', account_ids: [uuid()] } }],
    ['no client', { audience: { to: 'accounts', account_ids: [] } }],
    ['a domain that is none', { audience: { to: 'domain', domain: 'https://a b' } }],
    ['nothing but a script', { content: '<script>alert(1)</script>' }],
    ['too many tags', { tags: ['a', 'b', 'c', 'd', 'e', 'f'] }],
  ])('with %s is refused with a sentence', async (_what, body) => {
    const answer = await compose(body);
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_input', message: expect.stringMatching(/\w/) },
    });
  });

  it('leaves an audit row when it is written and when it is taken back', async () => {
    const { id } = (await compose({})).body.data;
    await test.call('DELETE', `/api/notifications/${id}`, { token: admin.token });
    const rows = await sqlRows(test, `SELECT action FROM audit_log WHERE entity_id = '${id}' ORDER BY at, id`);
    expect(rows.map(({ action }) => action)).toEqual(['notifications.compose', 'notifications.withdraw']);
  });
});

describe('the HTML of a notice', () => {
  const nasty: [string, string][] = [
    ['<script>alert(1)</script>', 'a script'],
    ['<scr<script>ipt>alert(1)</script>', 'a script in pieces'],
    ['<img src=x onerror=alert(1)>', 'a picture that acts'],
    ['<svg onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>', 'a drawing that acts'],
    ['<a href="javascript:alert(1)">x</a>', 'a link that acts'],
    ['<a href="jav&#x09;ascript:alert(1)">x</a>', 'a link that acts, disguised'],
    ['<a href=" &#14; javascript:alert(1)">x</a>', 'a link that acts, behind spaces'],
    ['<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>', 'a link with data'],
    ['<a href="vbscript:msgbox(1)">x</a>', 'an old link that acts'],
    ['<a href="//evil.example/x">x</a>', 'a link without a scheme'],
    ['<p onclick="alert(1)" style="position:fixed;inset:0" class="x" id="main">x</p>', 'handlers and styles'],
    ['<iframe src="https://evil.example"></iframe>', 'a frame'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'a frame with its own page'],
    ['<object data="x"></object><embed src="x">', 'objects'],
    ['<form action="https://evil.example"><input name="password"><button>Go</button></form>', 'a form'],
    ['<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">', 'a base'],
    ['<style>*{display:none}</style><link rel=stylesheet href=//evil.example>', 'styles'],
    ['<math><mtext><table><mglyph><style><!--</style><img src=x onerror=alert(1)>', 'a namespace trick'],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', 'a noscript trick'],
    ['<template><script>alert(1)</script></template>', 'a template'],
    ['<!--><img src=x onerror=alert(1)>-->', 'a comment trick'],
    ['<img src="https://evil.example/pixel.gif">', 'a picture that tells who reads'],
    ['<video><source onerror="alert(1)"></video><audio src=x onerror=alert(1)>', 'media'],
  ];
  it.each(nasty)('%s is kept without what is not allowed (%s)', async (html) => {
    const answer = await compose({ content: `<p>Before</p>${html}<p>After</p>` });
    const { content } = answer.body.data;
    const dangerous =
      /<(?!\/?(?:p|br|hr|h3|h4|blockquote|ul|ol|li|strong|b|em|i|u|s|code|a|table|thead|tbody|tr|th|td)\b)|\son\w+\s*=|javascript:|data:|vbscript:|style=|srcdoc|evil\.example/i;
    expect(content).not.toMatch(dangerous);
    expect(content).toContain('Before');
    const preview = await test.call('POST', '/api/notifications/preview', {
      token: admin.token,
      body: { content: html },
    });
    expect(preview.body.data.changed).toBe(true);
  });

  it('keeps the paragraphs and lines of text without markup', async () => {
    const text = 'Closed from 24 to 26 & back on 27.\n\nPay by 22.\nLater ships later: 5 < 7.\n';
    const expected = '<p>Closed from 24 to 26 &amp; back on 27.</p><p>Pay by 22.<br />Later ships later: 5 &lt; 7.</p>';
    const preview = await test.call('POST', '/api/notifications/preview', {
      token: admin.token,
      body: { content: text },
    });
    expect(preview.body.data).toEqual({ content: expected, changed: false });
    expect((await compose({ content: text })).body.data.content).toBe(expected);
  });

  it('keeps what is allowed; links open a new tab and tell nothing', async () => {
    const html =
      '<h1>Rates</h1><p>Hello <strong>you</strong> &amp; all &lt;3</p><ul><li>one</li></ul><p><a href="https://a.example/x?a=1&amp;b=2">More</a> <a href="/wallet/recharge">Recharge</a> <a href="mailto:a@b.example">Mail</a></p><table><tbody><tr><td colspan="2">5</td></tr></tbody></table>';
    const { data } = (
      await test.call('POST', '/api/notifications/preview', { token: admin.token, body: { content: html } })
    ).body;
    expect(data.changed).toBe(false);
    expect(data.content).toContain('<h3>Rates</h3>');
    expect(data.content).toContain('<p>Hello <strong>you</strong> &amp; all &lt;3</p>');
    expect(data.content).toContain(
      '<a href="https://a.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">',
    );
    expect(data.content).toContain('<a href="/wallet/recharge" target="_blank" rel="noopener noreferrer">');
    expect(data.content).toContain('<td colspan="2">5</td>');
  });
});
