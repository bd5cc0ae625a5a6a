import { fastify } from 'fastify';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/endpoint.ts';
import { createDatabase, createPool } from '#server/db/client.ts';
import { entryFor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { createLog } from '#server/lib/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { merchant, staff } from '#testing/people.ts';
import { setErrorAnswers } from './errors.ts';
import type { Host } from './host.ts';
import { mount } from './mount.ts';

// A feature of the test's own: what mounting promises holds for every feature.
const notes = endpoints({
  add: {
    method: 'POST',
    path: '/api/notes',
    access: { kind: 'merchant', feature: 'orders', action: 'edit' },
    summary: 'Add a note.',
    body: z.object({ text: z.string().min(1, 'Write something.'), fail: z.boolean().optional() }),
    answer: z.object({ id: z.string() }),
    idempotent: true,
  },
  count: {
    method: 'GET',
    path: '/api/notes',
    access: { kind: 'merchant', feature: 'orders', action: 'view' },
    summary: 'How many.',
    answer: z.object({ n: z.int() }),
  },
  secret: {
    method: 'POST',
    path: '/api/notes/secret',
    access: { kind: 'merchant', feature: 'orders', action: 'edit' },
    summary: 'Answers what must not be kept.',
    answer: z.object({ shown: z.string() }),
    idempotent: true,
  },
  leak: {
    method: 'GET',
    path: '/api/notes/leak',
    access: { kind: 'public' },
    summary: 'Answers more than it says, or breaks.',
    query: z.object({ broken: z.string().optional() }),
    answer: z.object({ shown: z.string() }),
  },
});

let test: TestApp;
let server: ReturnType<typeof fastify>;
beforeAll(async () => {
  test = await startTestApp();
  server = fastify({ genReqId: () => uuid() });
  setErrorAnswers(server);
  const host: Host = { fastify: server, ground: test.ground, config: test.config };
  mount(host, 'notes', notes, {
    add: async (ctx, { body }) => {
      const id = uuid();
      await ctx.db
        .insertInto('jobs')
        .values({ account_id: ctx.actor.account_id, id, kind: body.text, created_at: ctx.now })
        .execute();
      if (body.fail) throw appError('not_found', { text: 'general.address_unknown' });
      return { id };
    },
    secret: {
      action: async (ctx) => {
        await ctx.db
          .insertInto('jobs')
          .values({ account_id: ctx.actor.account_id, id: uuid(), kind: 'secret', created_at: ctx.now })
          .execute();
      },
      answer: () => Promise.resolve({ shown: 'the buyer lives at 1 Main St' }),
    },
    count: async (ctx) => {
      const { n } = await ctx.db
        .selectFrom('jobs')
        .select((select) => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return { n };
    },
    leak: async (_ctx, { query }) => {
      if (query.broken) throw new Error('SELECT secret FROM table');
      return { shown: 'yes', hidden: 'never' } as { shown: string };
    },
  });
  await server.ready();
});
afterAll(async () => {
  await server.close();
  await test.close();
});

async function add(token: string, body: object, key?: string) {
  const answer = await server.inject({
    method: 'POST',
    url: '/api/notes',
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}
async function count(token: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await server.inject({
    method: 'GET',
    url: '/api/notes',
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  const body: { data: { n: number } } = answer.json();
  return body.data.n;
}

describe('Idempotency-Key', () => {
  it('is demanded, and makes a repeated call one action with one answer', async () => {
    const { token } = await merchant(test);
    expect(await add(token, { text: 'a' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Idempotency-Key') },
    });
    const first = await add(token, { text: 'a' }, 'key-number-1');
    const second = await add(token, { text: 'a' }, 'key-number-1');
    expect(second.body).toEqual(first.body);
    expect(await count(token)).toBe(1);
  });

  it('refuses other content under the same key and belongs to one actor', async () => {
    const [one, two] = [await merchant(test), await merchant(test)];
    await add(one.token, { text: 'a' }, 'key-number-2');
    expect(await add(one.token, { text: 'b' }, 'key-number-2')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect(await add(two.token, { text: 'b' }, 'key-number-2')).toMatchObject({ status: 200 });
  });

  it('belongs to the account that the person works in', async () => {
    const [one, two] = [await merchant(test), await merchant(test)];
    const first = await add(one.token, { text: 'a' }, 'key-number-7');
    // The same person, now working for another merchant.
    await sqlRows(
      test,
      `INSERT INTO memberships (account_id, user_id, role) VALUES ('${two.account_id}', '${one.user_id}', 'owner')`,
    );
    await sqlRows(test, `UPDATE sessions SET account_id = '${two.account_id}' WHERE user_id = '${one.user_id}'`);
    expect(await add(one.token, { text: 'a' }, 'key-number-7')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch' },
    });
    expect(first.status).toBe(200);
  });

  it('does nothing twice when an earlier release kept an answer that this one cannot read', async () => {
    const { token, user_id } = await merchant(test);
    await add(token, { text: 'a' }, 'key-number-9');
    await sqlRows(test, `UPDATE idempotency_keys SET answer = '{"former": 1}' WHERE actor_id = '${user_id}'`);
    expect(await add(token, { text: 'a' }, 'key-number-9')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_mismatch', message: expect.stringContaining('was done before') },
    });
    expect(await count(token)).toBe(1);
  });

  it('keeps nothing of an answer that is read again each time', async () => {
    const { token, user_id } = await merchant(test);
    const send = () =>
      server.inject({
        method: 'POST',
        url: '/api/notes/secret',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'key-number-8' },
        payload: {},
      });
    const answers = [await send(), await send()];
    for (const answer of answers)
      expect(answer.json()).toEqual({ status: 200, data: { shown: 'the buyer lives at 1 Main St' } });
    expect(await count(token)).toBe(1);
    expect(await sqlRows(test, `SELECT answer FROM idempotency_keys WHERE actor_id = '${user_id}'`)).toEqual([
      { answer: null },
    ]);
  });

  it('holds when the calls arrive at once, and frees the key when the action fails', async () => {
    const { token } = await merchant(test);
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(token, { text: 'a' }, 'key-number-3')));
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
    expect(await count(token)).toBe(1);
    expect(await add(token, { text: 'a', fail: true }, 'key-number-4')).toMatchObject({ status: 404 });
    expect(await count(token)).toBe(1);
  });
});

describe('answers', () => {
  it('are kept by nobody on the way, whoever asks', async () => {
    const answer = await server.inject({ method: 'GET', url: '/api/notes/leak' });
    expect(answer.headers['cache-control']).toBe('no-store');
    const refused = await server.inject({ method: 'GET', url: '/api/notes' });
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([401, 'no-store']);
  });

  it('hold only what the contract names', async () => {
    const answer = await server.inject({ method: 'GET', url: '/api/notes/leak' });
    expect(answer.json()).toEqual({ status: 200, data: { shown: 'yes' } });
  });

  it('never show a stack or a statement', async () => {
    const answer = await server.inject({ method: 'GET', url: '/api/notes/leak?broken=1' });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/SELECT|secret|at \//);
    expect(answer.json()).toMatchObject({ status: 500, code: 'internal', request_id: expect.any(String) });
  });

  it('say 503 while the database is away', async () => {
    const log = createLog('silent');
    const pool = createPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 2, log });
    const away = fastify();
    setErrorAnswers(away);
    const ground = { ...test.ground, db: createDatabase(pool) };
    mount(
      { fastify: away, ground, config: test.config },
      'notes',
      { count: notes.count },
      { count: async () => ({ n: 0 }) },
    );
    const answer = await away.inject({
      method: 'GET',
      url: '/api/notes',
      headers: { authorization: `Bearer ${'x'.repeat(43)}` },
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    await away.close();
    await pool.end();
  });
});

describe('traces', () => {
  it('leave an audit row for each mutation and an access row for each read by staff', async () => {
    const { token, account_id, user_id } = await merchant(test);
    await add(token, { text: 'a' }, 'key-number-5');
    const admin = await staff(test, 'admin');
    expect(await count(admin.token, { 'x-client-id': account_id })).toBe(1);
    expect(await add(admin.token, { text: 'a' }, 'key-number-6')).toMatchObject({ status: 403 });
    const rows = await entryFor(test.ground, { kind: 'system', name: 'test' }, 'test').run(
      'all_accounts',
      async ({ db }) => ({
        audit: await db
          .selectFrom('audit_log')
          .select(['action', 'actor_user_id'])
          .where('account_id', '=', account_id)
          .execute(),
        access: await db
          .selectFrom('access_log')
          .select(['route', 'staff_user_id'])
          .where('account_id', '=', account_id)
          .execute(),
      }),
    );
    expect(rows).toEqual({
      audit: [{ action: 'notes.add', actor_user_id: user_id }],
      access: [{ route: 'notes.count', staff_user_id: admin.user_id }],
    });
  });
});
