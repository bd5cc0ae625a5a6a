import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { merchantRoles, roleRights, staffRoles } from '#contract/rights.ts';
import { type Answer, startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
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

/** Runs `check` for each endpoint and expects no complaint; a failed test lists them all. */
async function holdsFor(
  endpoints: readonly [string, Endpoint][],
  check: (endpoint: Endpoint) => Promise<string | null>,
): Promise<void> {
  const complaints: string[] = [];
  for (const [name, endpoint] of endpoints) {
    const complaint = await check(endpoint);
    if (complaint !== null) complaints.push(`${name} ${complaint}`);
  }
  expect(endpoints.length).toBeGreaterThan(0);
  expect(complaints).toEqual([]);
}
const tokenFor = ({ access }: Endpoint) => (access.kind === 'staff' ? admin.token : person.token);
/** What is wrong with an answer that should have this status and code; null when nothing is. */
const unless = ({ status, body }: Answer, wanted: number, code?: string) =>
  status === wanted && (code === undefined || body.code === code) ? null : `answered ${status} ${body.code ?? ''}`;

describe('every endpoint', () => {
  it('refuses a call without a token, in a sentence', () =>
    holdsFor(closed, async (endpoint) => {
      const answer = await call(endpoint);
      if (answer.body.status !== 401 || !answer.body.message) return 'has no sentence';
      return unless(answer, 401, 'not_logged_in');
    }));

  it('refuses a dead token', () =>
    holdsFor(closed, async (endpoint) => unless(await call(endpoint, 'x'.repeat(43)), 401)));

  it('of staff refuses merchants, whatever their role', () =>
    holdsFor(ofStaff, async (endpoint) => unless(await call(endpoint, person.token), 403)));

  it('of merchants asks staff to choose a client', () =>
    holdsFor(ofMerchants, async (endpoint) => unless(await call(endpoint, admin.token), 403, 'choose_client')));

  it('answers 404 for ids that belong to nobody and for nonsense', () => {
    const withIds = all.filter(([, endpoint]) => endpoint.path.includes('{'));
    return holdsFor(withIds, async (endpoint) => {
      for (const value of [uuid, () => "'; DROP TABLE orders; --", () => '../../etc/passwd', () => '%00']) {
        const { status } = await call(endpoint, tokenFor(endpoint), {}, value);
        // A body that does not fit is told before the record is looked up; nothing else than these two may happen.
        if (![404, 422, 415].includes(status)) return `answered ${status} for ${value()}`;
      }
      return null;
    });
  });

  it('answers nonsense with a sentence, never with a failure', () => {
    const bodies = [
      [],
      { a: 1 },
      { page: -1, amount: 'x', order_ids: ['x'], file_id: null, lines: {} },
      'text',
      12,
      null,
    ];
    const writing = all.filter(([, endpoint]) => endpoint.method !== 'GET');
    return holdsFor(writing, async (endpoint) => {
      for (const body of bodies) {
        const answer = await test.call(endpoint.method, pathOf(endpoint), {
          ...(endpoint.access.kind !== 'public' && { token: tokenFor(endpoint) }),
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
          key: uuid(),
        });
        if (answer.status >= 500) return `answered ${answer.status} to ${JSON.stringify(body)}`;
        if (answer.status !== 200 && !/\w/.test(answer.body.message ?? '')) return 'has no sentence';
        // Some of these calls end the session (log out); the next one gets a fresh one.
        if (answer.status === 200 || answer.status === 401) {
          person = await merchant(test);
          admin = await staff(test, 'admin');
        }
      }
      return null;
    });
  });

  it('forces the paging of lists to at least 1 and refuses to go deeper than row 25,000', () => {
    // The list of one record’s rows is asked for by that record’s own test: here it is not found.
    const lists = all.filter(([, endpoint]) => endpoint.meta && !endpoint.path.includes('{'));
    return holdsFor(lists, async (endpoint) => {
      const token = tokenFor(endpoint);
      const { status, body } = await test.call('GET', `${pathOf(endpoint)}?page=-3&per_page=0`, { token });
      if (status !== 200 || body.meta.page !== 1 || body.meta.per_page !== 1) return `answered ${status} to page -3`;
      return unless(
        await test.call('GET', `${pathOf(endpoint)}?page=126&per_page=200`, { token }),
        422,
        'page_too_deep',
      );
    });
  });
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

it('has no field `error` in an answer: browsers take such an answer for a failed call', () => {
  const answering = all.filter(([, { answer }]) => answer instanceof z.ZodObject && 'error' in answer.shape);
  expect(answering.map(([name]) => name)).toEqual([]);
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

it('says whether it lives and whether its database answers', async () => {
  expect(await test.call('GET', '/api/health/live')).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/health/ready')).toMatchObject({ status: 200 });
});

describe('a refusal of any feature', () => {
  const english = /[A-Za-z]+ [a-z]+ [a-z]+/;
  const sentencesOf = ({ body }: Answer): string[] => [body.message ?? '', ...Object.values(body.errors ?? {}).flat()];

  it('is written in the reader’s language: of the profile, else of the browser', async () => {
    const [reader, worker] = [await merchant(test), await staff(test, 'admin')];
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id IN ('${reader.user_id}', '${worker.user_id}')`);
    const refused = new Set<string>();
    await holdsFor(all, async (endpoint) => {
      if (endpoint.path.endsWith('/logout')) return null; // would end the session
      const { kind } = endpoint.access;
      const token = kind === 'public' ? undefined : kind === 'staff' ? worker.token : reader.token;
      const answer = await test.call(endpoint.method, pathOf(endpoint), {
        ...(token && { token }),
        ...(endpoint.method !== 'GET' && { body: {} }),
        ...(!token && { headers: { 'accept-language': 'zh-CN, en;q=0.5' } }),
        key: uuid(),
      });
      if (answer.status < 400) return null;
      refused.add(endpoint.path.split('/')[2] ?? '');
      const odd = sentencesOf(answer).find((sentence) => !/\p{Script=Han}/u.test(sentence) || english.test(sentence));
      return odd === undefined ? null : `answered ${answer.status} “${odd}”`;
    });
    expect(refused.size).toBeGreaterThan(30);
  });
});
