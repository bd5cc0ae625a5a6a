import { fastify } from 'fastify';
import pg from 'pg';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { endpoints } from '#contract/endpoint.ts';
import { type Ctx, entryFor } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, type Person } from '#testing/people.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { startDeadline } from './deadline.ts';
import { setErrorAnswers } from './errors.ts';
import { mount } from './mount.ts';

const access = { kind: 'merchant', feature: 'orders', action: 'edit' } as const;
const answer = z.object({ id: z.string() });
const slow = endpoints({
  locked: {
    method: 'POST',
    path: '/api/locked',
    access,
    summary: 'Waits for a row.',
    answer,
    idempotent: true,
    seconds: 1,
  },
  thinking: {
    method: 'POST',
    path: '/api/thinking',
    access,
    summary: 'Works on.',
    answer,
    idempotent: true,
    seconds: 1,
  },
  steps: { method: 'POST', path: '/api/steps', access, summary: 'Two transactions.', answer, seconds: 1 },
});

/** Opened by a test when the handlers may go on. */
type Gate = { promise: Promise<void>; open: () => void };
let gate: Gate;
function newGate(): Gate {
  let open = () => {};
  const promise = new Promise<void>((resolve) => {
    open = () => resolve();
  });
  return { promise, open };
}

let test: TestApp;
let server: ReturnType<typeof fastify>;
let person: Person;
let other: pg.Client;
let ended: Promise<unknown> = Promise.resolve();
const note = async (ctx: Ctx, kind: string) => {
  const id = uuid();
  await ctx.db.insertInto('jobs').values({ account_id: person.account_id, id, kind, created_at: ctx.now }).execute();
  return { id };
};
beforeAll(async () => {
  test = await startTestApp();
  person = await merchant(test);
  other = new pg.Client({ connectionString: test.url });
  await other.connect();
  server = fastify({ genReqId: () => uuid() });
  setErrorAnswers(server);
  mount({ fastify: server, ground: test.ground, config: test.config }, 'slow', slow, {
    locked: async (ctx) => {
      const noted = await note(ctx, 'locked');
      await ctx.db.updateTable('accounts').set({ market_note: 'x' }).where('id', '=', person.account_id).execute();
      return noted;
    },
    thinking: async (ctx) => {
      await note(ctx, 'thinking');
      await gate.promise;
      return note(ctx, 'thinking');
    },
    steps: {
      manual: async (entry) => {
        const scope = { account_id: person.account_id };
        await entry.run(scope, (ctx) => note(ctx, 'steps'));
        await gate.promise;
        ended = entry.run(scope, (ctx) => note(ctx, 'steps'));
        return ended as Promise<{ id: string }>;
      },
    },
  });
  await server.ready();
});
afterAll(async () => {
  await other.end();
  await server.close();
  await test.close();
});

async function call(path: string, key = uuid()) {
  const headers = { authorization: `Bearer ${person.token}`, 'idempotency-key': key };
  const sent = await server.inject({ method: 'POST', url: path, headers });
  return { status: sent.statusCode, body: sent.json() };
}
const count = async (kind: string) =>
  (await other.query<{ n: number }>('SELECT count(*)::int AS n FROM jobs WHERE kind = $1', [kind])).rows[0]?.n;
/** Until no transaction of a call is left on the server. */
const callsGone = () =>
  vi.waitFor(async () => {
    const { rowCount } = await other.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tradewind' AND xact_start IS NOT NULL`,
    );
    expect(rowCount).toBe(0);
  });
const stopped = (message: RegExp) => ({
  status: 503,
  body: { status: 503, code: 'unavailable', message: expect.stringMatching(message) },
});

it('a call that waits for a lock is answered while the lock is held, and not done; the same key does it once later', async () => {
  await other.query('BEGIN');
  await other.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [person.account_id]);
  const key = uuid();
  expect(await call('/api/locked', key)).toMatchObject(
    stopped(/longer than 1 seconds and was stopped. Nothing was changed/),
  );
  await other.query('COMMIT');
  await callsGone();
  expect(await count('locked')).toBe(0);
  const done = await call('/api/locked', key);
  expect(done).toMatchObject({ status: 200 });
  expect(await call('/api/locked', key)).toEqual(done);
  expect(await count('locked')).toBe(1);
});

it('a handler that works on after the answer neither writes nor commits', async () => {
  gate = newGate();
  expect(await call('/api/thinking')).toMatchObject(stopped(/Nothing was changed/));
  gate.open();
  await callsGone();
  expect(await count('thinking')).toBe(0);
});

it('a handler of several transactions begins none after the answer, which says that part may be done', async () => {
  gate = newGate();
  expect(await call('/api/steps')).toMatchObject(stopped(/part of it may be done/));
  gate.open();
  await vi.waitFor(() => expect(ended).rejects.toThrow(/was stopped/));
  expect(await count('steps')).toBe(1);
});

it('a commit that has begun is waited for: what was done is not answered as stopped', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [atCommit, committed] = [newGate(), newGate()];
    const deadline = startDeadline(5);
    const real = systemEntry(test);
    const late: typeof real = {
      ...entryFor(test.ground, { kind: 'system', name: 'test' }, 'test'),
      run: async (scope, action) => {
        const made = await real.run(scope, action);
        atCommit.open();
        await committed.promise; // as if the answer of COMMIT came late
        return made;
      },
    };
    const work = deadline.bind(late).run({ account_id: person.account_id }, (ctx) => note(ctx, 'late'));
    const raced = deadline.race(work);
    await atCommit.promise;
    vi.advanceTimersByTime(6_000);
    committed.open();
    expect(await raced).toMatchObject({ id: expect.any(String) });
  } finally {
    vi.useRealTimers();
  }
  expect(await count('late')).toBe(1);
});
