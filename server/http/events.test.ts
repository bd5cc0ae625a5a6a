import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { streamReplaced } from '#contract/constants.ts';
import type { Feature, Rights } from '#contract/rights.ts';
import type { Ctx } from '#server/db/context.ts';
import { inSavepoint, tryOut } from '#server/db/savepoint.ts';
import { staffTopics, type EventKind, publish } from '#server/db/queue.ts';
import { hashToken } from '#server/lib/tokens.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { systemEntry } from '#testing/order-fixtures.ts';
import { merchant, password, type Person, staff } from '#testing/people.ts';
import { mostStreams } from './events.ts';

let test: TestApp;
let url: string;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  url = await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  owner = await merchant(test);
});
afterAll(() => test.close());

/** All kinds that the server's source publishes. */
function publishedKinds(): EventKind[] {
  const folder = join(import.meta.dirname, '..');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const kinds = sources.flatMap((text) =>
    [...text.matchAll(/publish\(\s*ctx,\s*\{[^}]*?kind: '([\w.-]+)'/g)].map((match) => match[1] as EventKind),
  );
  return [...new Set(kinds)].sort();
}

/** Opens a stream; `next` answers the event after those that were read before. */
async function listen(token: string, headers: Record<string, string> = {}) {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: controller.signal,
  });
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = '';
  const next = async (): Promise<{ kind: string; id?: string } | null> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        if (line.startsWith('data: ')) return JSON.parse(line.slice(6));
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return null;
      text += decoder.decode(value, { stream: true });
    }
  };
  return { next, close: () => controller.abort() };
}
const publishEvent = (account_id: string | null, kind: EventKind, id?: string) =>
  systemEntry(test).run('all_accounts', async (ctx) => publish(ctx, { account_id, kind, ...(id && { id }) }));

describe('events', () => {
  it('of every kind that the server publishes reach a member who may see the feature, and nobody without the right', async () => {
    const kinds = publishedKinds();
    expect(kinds).toContain('orders.changed');
    expect(kinds.length).toBeGreaterThanOrEqual(7);
    for (const kind of kinds) {
      const feature = kind.split('.')[0] as Feature | 'jobs' | 'notifications';
      const everybodys = feature === 'jobs' || feature === 'notifications';
      const ofStaff = staffTopics.some((topic) => kind.startsWith(`${topic}.`));
      const rights: Rights = everybodys || ofStaff ? {} : { [feature]: ['view'] };
      const [member, blind] = [
        await merchant(test, { account_id: owner.account_id }),
        await merchant(test, { account_id: owner.account_id }),
      ];
      await sqlRows(
        test,
        `UPDATE memberships SET rights = '${JSON.stringify(rights)}' WHERE user_id = '${member.user_id}'`,
      );
      await sqlRows(test, `UPDATE memberships SET rights = '{}' WHERE user_id = '${blind.user_id}'`);
      const [seeing, unseeing] = [await listen(member.token), await listen(blind.token)];
      await publishEvent(owner.account_id, kind, kind);
      await publishEvent(owner.account_id, 'jobs.changed', 'last');
      expect(await seeing.next()).toEqual(ofStaff ? { kind: 'jobs.changed', id: 'last' } : { kind, id: kind });
      if (!everybodys) expect(await unseeing.next()).toEqual({ kind: 'jobs.changed', id: 'last' });
      seeing.close();
      unseeing.close();
    }
  });

  it('of an action are told once it is done, and not those of a part that was taken back', async () => {
    const stream = await listen(owner.token);
    const { account_id } = owner;
    const tell = (ctx: Ctx, id: string) => publish(ctx, { account_id, kind: 'orders.changed', id });
    const fails = async (ctx: Ctx) => {
      tell(ctx, 'undone');
      throw new Error('this part fails');
    };
    await systemEntry(test).run('all_accounts', async (ctx) => {
      tell(ctx, 'first');
      await expect(inSavepoint(ctx, () => fails(ctx))).rejects.toThrow('this part fails');
      await tryOut(ctx, async () => tell(ctx, 'tried'));
      await inSavepoint(ctx, async () => tell(ctx, 'second'));
    });
    await expect(systemEntry(test).run('all_accounts', fails)).rejects.toThrow('this part fails');
    await publishEvent(account_id, 'orders.changed', 'third');
    for (const id of ['first', 'second', 'third']) expect(await stream.next()).toEqual({ kind: 'orders.changed', id });
    stream.close();
  });

  it('of one account are not told to another, nor those of staff', async () => {
    const stream = await listen(owner.token);
    const other = await merchant(test);
    await publishEvent(other.account_id, 'orders.changed', 'theirs');
    await publishEvent(null, 'orders.changed', 'staff');
    await publishEvent(owner.account_id, 'orders.changed', 'ours');
    expect(await stream.next()).toEqual({ kind: 'orders.changed', id: 'ours' });
    stream.close();
  });

  it('of other stores tell a member who works for some neither ids nor of those stores (round 2)', async () => {
    const limited = await merchant(test, { account_id: owner.account_id });
    const [own, other] = [uuid(), uuid()];
    await sqlRows(test, `UPDATE memberships SET all_stores = false WHERE user_id = '${limited.user_id}'`);
    await sqlRows(
      test,
      `INSERT INTO membership_stores (account_id, user_id, store_id) VALUES ('${owner.account_id}', '${limited.user_id}', '${own}')`,
    );
    const [some, all] = [await listen(limited.token), await listen(owner.token)];
    const received: [EventKind, string][] = [
      ['orders.changed', 'order'],
      ['stores.changed', other],
      ['stores.changed', own],
      ['jobs.changed', 'job'],
    ];
    for (const [kind, id] of received) await publishEvent(owner.account_id, kind, id);
    for (const [kind, id] of received) expect(await all.next()).toEqual({ kind, id });
    expect(await some.next()).toEqual({ kind: 'orders.changed' });
    expect(await some.next()).toEqual({ kind: 'stores.changed', id: own });
    expect(await some.next()).toEqual({ kind: 'jobs.changed', id: 'job' });
    some.close();
    all.close();
  });

  it('of staff and of a chosen client reach staff', async () => {
    const agent = await staff(test, 'agent');
    const stream = await listen(agent.token, { 'x-client-id': owner.account_id });
    await publishEvent(null, 'quotes.changed', 'staff');
    await publishEvent(owner.account_id, 'orders.changed', 'client');
    expect(await stream.next()).toEqual({ kind: 'quotes.changed', id: 'staff' });
    expect(await stream.next()).toEqual({ kind: 'orders.changed', id: 'client' });
    stream.close();
  });

  it('of one reader reach their browsers alone, and those for everyone all accounts and staff', async () => {
    const colleague = await merchant(test, { account_id: owner.account_id });
    const agent = await staff(test, 'agent');
    const streams = [await listen(owner.token), await listen(colleague.token), await listen(agent.token)];
    const { account_id, user_id } = owner;
    await systemEntry(test).run('all_accounts', async (ctx) => {
      publish(ctx, { account_id, user_id, kind: 'notifications.read', id: 'mine' });
      publish(ctx, { account_id, kind: 'notifications.changed', id: 'ours' }); // a client's bells are not staff's
      publish(ctx, { account_id: null, everyone: true, kind: 'notifications.changed', id: 'everyone' });
    });
    const heard = await Promise.all(
      streams.map(async (stream) => {
        const ids: (string | undefined)[] = [];
        while (ids.at(-1) !== 'everyone') ids.push((await stream.next())?.id);
        stream.close();
        return ids;
      }),
    );
    expect(heard).toEqual([['mine', 'ours', 'everyone'], ['ours', 'everyone'], ['everyone']]);
  });

  it('need a login', async () => {
    expect(await test.call('GET', '/api/events')).toMatchObject({ status: 401 });
    expect(await test.call('GET', '/api/events', { token: 'x'.repeat(43) })).toMatchObject({ status: 401 });
  });

  it('end at once when the session does, here or from elsewhere, or when the membership does (round 2)', async () => {
    const member = await merchant(test);
    const again = () =>
      test
        .call('POST', '/api/login', { body: { username: member.username, password } })
        .then(({ body }) => body.data.token);
    const [other, third] = [await again(), await again()];
    const streams = [await listen(member.token), await listen(other), await listen(third)];
    await test.call('POST', '/api/logout', { token: member.token, body: {} });
    expect(await streams[0]?.next()).toBeNull();
    await sqlRows(test, `UPDATE sessions SET revoked_at = now() WHERE token_hash = '${hashToken(other)}'`);
    expect(await streams[1]?.next()).toBeNull();
    await sqlRows(test, `DELETE FROM memberships WHERE user_id = '${member.user_id}'`);
    expect(await streams[2]?.next()).toBeNull();
  });

  it('end for the session’s end at the next beat where nothing reported it, as when it was idle for too long', async () => {
    const beats: (() => void)[] = [];
    const real = setInterval;
    const spy = vi.spyOn(globalThis, 'setInterval').mockImplementation(((action: () => void, ms: number) => {
      if (ms === 25_000) beats.push(action);
      return real(action, ms);
    }) as typeof setInterval);
    const member = await merchant(test);
    const stream = await listen(member.token);
    spy.mockRestore();
    await sqlRows(test, `UPDATE sessions SET expires_at = '2020-01-01' WHERE user_id = '${member.user_id}'`);
    for (const beat of beats) beat();
    expect(await stream.next()).toBeNull();
  });

  it('L10: are open twenty times for one person: a further one ends the oldest, and others stay', async () => {
    const [member, colleague] = [await merchant(test), await merchant(test)];
    const other = await listen(colleague.token);
    const streams = [];
    for (let n = 0; n < mostStreams + 2; n += 1) streams.push(await listen(member.token));
    for (const oldest of streams.slice(0, 2)) {
      expect(await oldest.next()).toEqual({ kind: streamReplaced, id: '' });
      expect(await oldest.next()).toBeNull();
    }
    await publishEvent(member.account_id, 'jobs.changed', 'here');
    const heard = await Promise.all(streams.slice(2).map((stream) => stream.next()));
    expect(heard).toEqual(streams.slice(2).map(() => ({ kind: 'jobs.changed', id: 'here' })));
    await publishEvent(colleague.account_id, 'jobs.changed', 'there');
    expect(await other.next()).toEqual({ kind: 'jobs.changed', id: 'there' });
    for (const stream of [...streams, other]) stream.close();
  });

  it('M3: tell nothing to staff without a role', async () => {
    const former = await staff(test, 'agent');
    await sqlRows(test, `DELETE FROM staff_roles WHERE user_id = '${former.user_id}' RETURNING 1`);
    const stream = await listen(former.token);
    await publishEvent(owner.account_id, 'orders.changed', 'client');
    await publishEvent(null, 'quotes.changed', 'staff');
    const { user_id } = former;
    await systemEntry(test).run('all_accounts', async (ctx) =>
      publish(ctx, { account_id: null, user_id, kind: 'notifications.read', id: 'own' }),
    );
    expect(await stream.next()).toEqual({ kind: 'notifications.read', id: 'own' });
    stream.close();
  });

  it('end when the server closes, and do not hold it open', async () => {
    const closing = await startTestApp();
    const address = await closing.app.fastify.listen({ host: '127.0.0.1', port: 0 });
    const { token } = await merchant(closing);
    const response = await fetch(`${address}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    await closing.close();
    expect(await response.text()).toBe(':\n\n');
  });
});
