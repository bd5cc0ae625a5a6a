import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressFields } from '#contract/address-rules.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

let test: TestApp;
let person: Person;
let admin: { token: string };
let sku: string;
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  admin = await staff(test, 'admin');
  const product = { title: 'Lamp', account_id: person.account_id, skus: [{ title: 'Lamp', weight_g: 10 }] };
  const lamp = await test.call('POST', '/api/staff/catalog_products', {
    token: admin.token,
    key: uuid(),
    body: product,
  });
  sku = lamp.body.data.items[0].id;
});
afterAll(() => test.close());

const recipient = { ...Object.fromEntries(addressFields.map((field) => [field, null])), email: null };
const draft = { store_id: null, name: '', recipient, lines: [], channel_id: null, remark: '' };
const nobody = '019e0000-0000-7000-8000-000000000000';

describe('an id of the call that nothing has', () => {
  const unknown = (field: string) => ({
    status: 404,
    body: { code: 'not_found', errors: { [field]: [expect.stringContaining('doesn’t exist or was removed')] } },
  });

  it.each(['/api/staff/catalog', '/api/staff/catalog_products'])(
    'is told of the client whose goods staff ask for at %s (L1.1)',
    async (path) => {
      const answer = await test.call('GET', `${path}?account_id=${nobody}`, { token: admin.token });
      expect(answer).toMatchObject(unknown('account_id'));
      expect(answer.body.message).toMatch(/^Client /);
    },
  );

  it('names the shipping method of a draft, when it is made and when it is saved (L1.2)', async () => {
    const { token } = person;
    const body = { ...draft, channel_id: nobody };
    expect(await test.call('POST', '/api/order_drafts', { token, body })).toMatchObject(unknown('channel_id'));
    const made = (await test.call('POST', '/api/order_drafts', { token, body: draft })).body.data;
    const saved = await test.call('PUT', `/api/order_drafts/${made.id}`, { token, body: { ...body, version: 1 } });
    expect(saved).toMatchObject(unknown('channel_id'));
    expect(saved.body.message).toMatch(/^Shipping method /);
  });

  it('names the warehouse of a stock movement (L1.3)', async () => {
    const body = { sku_id: sku, kind: 'adjust', warehouse_id: nobody, quantity: 1, reason: 'Recounted' };
    const path = `/api/staff/stock/${person.account_id}/moves`;
    const answer = await test.call('POST', path, { token: admin.token, key: uuid(), body });
    expect(answer).toMatchObject(unknown('warehouse_id'));
  });
});

it('a body that is no JSON is told so, plain text too (round 2)', async () => {
  for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded']) {
    const answer = await test.call('POST', '/api/login', { body: '{}', headers: { 'content-type': type } });
    expect([type, answer.status, answer.body.message]).toEqual([
      type,
      415,
      'The request isn’t JSON. Send JSON with the header Content-Type: application/json.',
    ]);
  }
});

describe('text that can’t be saved', () => {
  const raw = (path: string, body: string, token: string) =>
    test.call('POST', path, { token, key: uuid(), body, headers: { 'content-type': 'application/json' } });

  it.each([
    ['half of a surrogate pair', String.raw`\ud800`],
    ['U+0000', String.raw`\u0000`],
  ])('is refused under its field: %s (L1.4)', async (_what, escape) => {
    const calls: [path: string, body: object, field: string][] = [
      ['/api/order_drafts', { ...draft, remark: 'BAD' }, 'remark'],
      ['/api/order_drafts', { ...draft, recipient: { ...recipient, city: 'BAD' } }, 'recipient.city'],
      ['/api/views', { list: 'orders', name: 'BAD', state: { query: {}, columns: null, per_page: null } }, 'name'],
      ['/api/views', { list: 'orders', name: 'x', state: { query: { BAD: 1 } } }, 'state.query'],
      ['/api/exports', { list: 'orders', format: 'csv', columns: ['BAD'] }, 'columns.0'],
      [
        '/api/bulk',
        { list: 'orders', action: 'hold', mode: 'dry_run', selection: { query: { q: 'BAD' } } },
        'selection.query.q',
      ],
    ];
    for (const [path, body, field] of calls) {
      const answer = await raw(path, JSON.stringify(body).replace('BAD', `a${escape}`), person.token);
      expect(answer, path).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
      expect(answer.body.errors, path).toEqual({ [field]: [expect.stringContaining('can’t be saved')] });
    }
  });

  it('is not searched for either, and no nest is too deep to be refused', async () => {
    const { token } = person;
    expect(await test.call('GET', '/api/shopify_orders?q=a%00', { token })).toMatchObject({
      status: 400,
      body: { errors: { q: [expect.any(String)] } },
    });
    const nest = `{"list":"orders","name":"x","state":{"query":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`;
    expect(await raw('/api/views', nest, token)).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
  });
});

describe('what a call names', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty'])('may be of a field called %s (fuzz)', async (name) => {
    const { token } = person;
    const answer = await test.call('POST', '/api/stores/authorize', { token, key: uuid(), body: { [name]: 1 } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    expect(Object.keys(answer.body.errors ?? {})).toEqual([name]);
  });

  it.each(['constructor', '__proto__', 'toString'])('may be %s, which every object knows (round 1)', async (name) => {
    for (const list of ['shopify_orders', 'quotes', 'catalog'])
      expect(await test.call('GET', `/api/${list}?sort=${name}`, { token: person.token })).toMatchObject({
        status: 200,
      });
    const goods = await test.call('GET', `/api/staff/catalog_products?sort=${name}`, { token: admin.token });
    expect(goods.status).toBe(200);
  });

  it('may be an address that cannot be read or is too long: the refusal is as any other (round 1)', async () => {
    for (const path of ['/api/%', '/api/shopify_orders/%E0%A4%A', `/api/files/download/${'a'.repeat(400)}`])
      expect(await test.call('GET', path, {})).toMatchObject({
        status: 404,
        body: { status: 404, code: 'not_found', message: expect.stringMatching(/\.$/), request_id: expect.any(String) },
      });
  });
});

describe('a malformed body (spec review B12)', () => {
  const login = (body: object, headers: Record<string, string> = {}) =>
    test.call('POST', '/api/login', { body, headers });

  it('is refused in full sentences that name the fields as people know them', async () => {
    const body = { ...draft, store_id: 7, name: 'x'.repeat(51), lines: [{ variant_id: null, quantity: 'two' }] };
    const { status, body: answer } = await test.call('POST', '/api/order_drafts', { token: person.token, body });
    expect(status).toBe(422);
    expect(answer.message).toBe('Store must be text.');
    expect(answer.errors).toEqual({
      store_id: ['Store must be text.'],
      name: ['Name can have up to 50 characters.'],
      'lines.0.quantity': ['Quantity (lines, entry 1) must be a number.'],
    });
    const { email: _email, ...noEmail } = recipient;
    const missing = await test.call('POST', '/api/order_drafts', {
      token: person.token,
      body: { ...draft, recipient: noEmail },
    });
    expect(missing.body.message).toBe('Email is missing. Fill it in and try again.');
  });

  it('is refused in the language of the profile, else in the one that the browser asks for', async () => {
    const chinese = await merchant(test);
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${chinese.user_id}'`);
    const body = { ...draft, store_id: 7 };
    const answer = await test.call('POST', '/api/order_drafts', { token: chinese.token, body });
    expect(answer.body).toMatchObject({ message: '店铺必须是文本。', errors: { store_id: ['店铺必须是文本。'] } });
    const headers = { 'accept-language': 'fr-FR, zh-CN;q=0.9, en;q=0.8' };
    expect((await login({ password: 'x' }, headers)).body.message).toMatch(/^请填写/);
    expect((await login({ password: 'x' })).body.message).toMatch(/ is missing\. Fill it in and try again\.$/);
  });
});
