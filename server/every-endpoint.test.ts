import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { merchantRoles, roleRights, staffRoles } from '#contract/rights.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person, staff } from '#testing/people.ts';

let test: TestApp;
let person: Person;
let admin: { token: string };
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  admin = await staff(test, 'admin');
});
afterAll(() => test.close());

const all: [string, Endpoint][] = Object.entries(contract).flatMap(([feature, map]) =>
  Object.entries<Endpoint>(map).map(([name, endpoint]): [string, Endpoint] => [`${feature}.${name}`, endpoint]),
);
const closed = all.filter(([, endpoint]) => endpoint.access.kind !== 'public');
const ofMerchants = all.filter(([, endpoint]) => endpoint.access.kind === 'merchant');
const ofStaff = all.filter(([, endpoint]) => endpoint.access.kind === 'staff');
/** The path with fresh ids, which belong to nobody. */
const pathOf = (endpoint: Endpoint, value: () => string = uuid) =>
  endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(value()));
const call = (endpoint: Endpoint, token?: string, body: unknown = {}, value: () => string = uuid) =>
  test.call(endpoint.method, pathOf(endpoint, value), {
    ...(token && { token }),
    ...(endpoint.method !== 'GET' && { body }),
    key: uuid(),
  });

describe('every endpoint', () => {
  it.each(closed)('%s refuses a call without a token', async (_name, endpoint) => {
    const answer = await call(endpoint);
    expect(answer).toMatchObject({
      status: 401,
      body: { status: 401, code: 'not_logged_in', message: expect.any(String) },
    });
  });

  it.each(closed)('%s refuses a dead token', async (_name, endpoint) => {
    expect(await call(endpoint, 'x'.repeat(43))).toMatchObject({ status: 401 });
  });

  it.each(ofStaff)('%s refuses merchants, whatever their role', async (_name, endpoint) => {
    expect(await call(endpoint, person.token)).toMatchObject({ status: 403 });
  });

  it.each(ofMerchants)('%s asks staff to choose a client', async (_name, endpoint) => {
    expect(await call(endpoint, admin.token)).toMatchObject({ status: 403, body: { code: 'choose_client' } });
  });

  it.each(all.filter(([, endpoint]) => endpoint.path.includes('{')))(
    '%s answers 404 for ids that belong to nobody and for nonsense',
    async (_name, endpoint) => {
      const token = endpoint.access.kind === 'staff' ? admin.token : person.token;
      for (const value of [uuid, () => "'; DROP TABLE orders; --", () => '../../etc/passwd', () => '%00']) {
        const { status } = await call(endpoint, token, {}, value);
        // A body that does not fit is told before the record is looked up; nothing else than these two may happen.
        expect([404, 422, 415]).toContain(status);
      }
    },
  );

  it.each(all.filter(([, endpoint]) => endpoint.method !== 'GET'))(
    '%s answers nonsense with a sentence, never with a failure',
    async (_name, endpoint) => {
      const token = endpoint.access.kind === 'staff' ? admin.token : person.token;
      const bodies = [
        [],
        { a: 1 },
        { page: -1, amount: 'x', order_ids: ['x'], file_id: null, lines: {} },
        'text',
        12,
        null,
      ];
      for (const body of bodies) {
        const answer = await test.call(endpoint.method, pathOf(endpoint), {
          ...(endpoint.access.kind !== 'public' && { token }),
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
          key: uuid(),
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status !== 200) expect(answer.body.message).toMatch(/\w/);
      }
      // Some of these calls end the session (log out); the next endpoint gets a fresh one.
      person = await merchant(test);
      admin = await staff(test, 'admin');
    },
  );

  // The list of one record’s rows is asked for by that record’s own test: here it is not found.
  it.each(all.filter(([, endpoint]) => endpoint.meta && !endpoint.path.includes('{')))(
    '%s forces paging to at least 1 and refuses to go deeper than row 25,000',
    async (_name, endpoint) => {
      const token = endpoint.access.kind === 'staff' ? admin.token : person.token;
      const answer = await test.call('GET', `${pathOf(endpoint)}?page=-3&per_page=0`, { token });
      expect(answer).toMatchObject({ status: 200, body: { meta: { page: 1, per_page: 1 } } });
      expect(await test.call('GET', `${pathOf(endpoint)}?page=126&per_page=200`, { token })).toMatchObject({
        status: 422,
        body: { code: 'page_too_deep' },
      });
    },
  );
});

describe('roles', () => {
  it('of merchants and staff are disjoint', () => {
    expect(merchantRoles.filter((role) => (staffRoles as readonly string[]).includes(role))).toEqual([]);
  });

  it.each(merchantRoles)('%s may do exactly what the rights table says', async (role) => {
    const member = await merchant(test, { role, account_id: person.account_id });
    for (const [, endpoint] of ofMerchants) {
      if (endpoint.access.kind !== 'merchant') continue;
      const allowed = roleRights[role][endpoint.access.feature]?.includes(endpoint.access.action) ?? false;
      const { status, body } = await call(endpoint, member.token);
      if (allowed) expect(body.code).not.toBe('forbidden');
      else expect(status).toBe(403);
    }
  });
});

it('describes itself as OpenAPI 3.1 with every endpoint', async () => {
  const answer = await test.app.fastify.inject({ method: 'GET', url: '/api/openapi.json' });
  const document = answer.json<{ openapi: string; paths: Record<string, Record<string, { operationId: string }>> }>();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => operation.operationId),
  );
  expect(described.sort()).toEqual(all.map(([name]) => name).sort());
});

it('tells whether it lives and whether its database answers', async () => {
  expect(await test.call('GET', '/api/health/live')).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/health/ready')).toMatchObject({ status: 200 });
});
