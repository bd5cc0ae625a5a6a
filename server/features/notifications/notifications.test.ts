import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NotificationMessage } from '#contract/notification-events.ts';
import { createOwnerPool } from '#server/db/client.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows, enqueueTask } from '#testing/sql-rows.ts';
import { inAccount } from '#testing/order-fixtures.ts';
import { merchant, type Person, staff } from '#testing/people.ts';
import { mailGathered, runTasks } from '#testing/run-tasks.ts';
import { notify, resolveNotifications } from './notifications-notify.service.ts';

let test: TestApp;
let person: Person;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  person = await merchant(test);
});

const minutes = (n: number) => n * 60_000;
const quoted = (change: Partial<NotificationMessage> = {}): NotificationMessage => ({
  event: 'quote_quoted',
  account_id: person.account_id,
  subject: uuid(),
  params: { number: 'Q-1001', title: 'Lamp <b>& Co</b>' },
  link: '/quote/index?quote=1',
  ...change,
});
/** An event that is mailed at once. */
const proposed = (change: Partial<NotificationMessage> = {}): NotificationMessage =>
  quoted({
    event: 'price_proposed',
    params: { number: 'Lamp <b>& Co</b>', prices: 2, day: '2026-12-01' },
    ...change,
  });
const notifyOf = (message: NotificationMessage) => inAccount(test, message.account_id, (ctx) => notify(ctx, message));
const bell = async (token = person.token, query = '') =>
  (await test.call('GET', `/api/notifications${query}`, { token })).body;
const mails = (accountId: string) =>
  sqlRows<{ payload: { to: string; subject: string; text: string; html: string }; state: string }>(
    test,
    `SELECT payload, state FROM outbox WHERE kind = 'mail' AND account_id = '${accountId}' ORDER BY created_at, id`,
  );

describe('the bell', () => {
  it('lists what happened, newest first, with what its text names and where it leads', {
    tags: ['S7-17'],
  }, async () => {
    await notifyOf(quoted());
    test.clock.advance(minutes(1));
    await notifyOf(
      quoted({ event: 'invoice_paid', params: { number: 'INV-1', amount: 1250, currency: 'USD', orders: 2 } }),
    );
    const { data, meta } = await bell();
    expect(data).toMatchObject([
      {
        kind: 'event',
        event: 'invoice_paid',
        severity: 'success',
        needs_action: false,
        title: 'INV-1 paid: 12.50 USD',
      },
      {
        event: 'quote_quoted',
        severity: 'info', // a ready quote waits for its reader; nothing goes wrong
        needs_action: true,
        params: { number: 'Q-1001' },
        link: '/quote/index?quote=1',
        is_read: false,
        content: '',
        tags: [],
      },
    ]);
    expect(meta).toMatchObject({ total: 2, counts: { unread: 2, action: 1 } });
    expect((await bell(person.token, '?tab=action')).data).toMatchObject([{ event: 'quote_quoted' }]);
    expect(await bell(person.token, '?per_page=1&page=2')).toMatchObject({
      data: [{ event: 'quote_quoted' }],
      meta: { page: 2, total: 2 },
    });
  });

  it('is read, read as a whole and hidden, each for its reader alone', { tags: ['S7-18'] }, async () => {
    const colleague = await merchant(test, { account_id: person.account_id, role: 'manager' });
    await notifyOf(quoted());
    await notifyOf(quoted());
    const [first, second] = (await bell()).data;
    await test.call('PUT', `/api/notifications/${first.id}`, { token: person.token });
    expect((await bell()).meta.counts).toEqual({ unread: 1, action: 2 });
    expect((await bell(person.token, '?tab=unread')).data).toMatchObject([{ id: second.id }]);
    await test.call('DELETE', `/api/notifications/${first.id}`, { token: person.token });
    expect((await bell()).data).toMatchObject([{ id: second.id }]);
    expect(await test.call('GET', `/api/notifications/${first.id}`, { token: person.token })).toMatchObject({
      status: 404,
    });
    await test.call('POST', '/api/notifications/read_all', { token: person.token });
    expect((await bell()).meta.counts).toEqual({ unread: 0, action: 1 });
    expect((await bell(colleague.token)).meta).toMatchObject({ total: 2, counts: { unread: 2 } });
  });

  it('knows no ids of other accounts and other people', async () => {
    const colleague = await merchant(test, { account_id: person.account_id, role: 'manager' });
    const stranger = await merchant(test);
    await notifyOf(quoted());
    const [{ id }] = (await bell()).data;
    for (const { token } of [stranger, colleague, await staff(test, 'admin')]) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect(await test.call(method, `/api/notifications/${id}`, { token })).toMatchObject({ status: 404 });
      }
    }
    await test.call('POST', '/api/notifications/read_all', { token: colleague.token });
    expect((await bell()).meta.counts.unread).toBe(1);
  });

  it('stays unread when staff who act for the client mark all read (fuzz)', async () => {
    await notifyOf(quoted());
    const agent = await staff(test, 'agent');
    const body = { account_id: person.account_id, reason: 'asked by phone to help' };
    expect(await test.call('POST', '/api/login_as', { token: agent.token, body })).toMatchObject({ status: 200 });
    expect(await test.call('POST', '/api/notifications/read_all', { token: agent.token })).toMatchObject({
      status: 200,
    });
    expect((await bell()).meta.counts.unread).toBe(1);
  });

  it.each([
    ['a tab that is none', 'GET', '?tab=loud', 400],
    ['an id that is none', 'GET', '/nonsense', 404],
    ['an id that is none', 'PUT', '/1', 404],
    ['nobody’s id', 'DELETE', `/${uuid()}`, 404],
  ])('answers %s (%s) with a sentence', async (_what, method, path, status) => {
    const answer = await test.call(method, `/api/notifications${path}`, { token: person.token });
    expect(answer).toMatchObject({ status, body: { message: expect.stringMatching(/\w/) } });
  });

  it('speaks the reader’s language', async () => {
    await notifyOf(quoted());
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${person.user_id}'`);
    expect((await bell()).data[0].title).toBe('Q-1001：“Lamp <b>& Co</b>”已报价');
  });
});

describe('who is told', () => {
  it('are those who may view the feature and see the store', async () => {
    const store = uuid();
    const accountant = await merchant(test, { account_id: person.account_id, role: 'accountant' });
    const elsewhere = await merchant(test, { account_id: person.account_id, role: 'manager', stores: [uuid()] });
    const here = await merchant(test, { account_id: person.account_id, role: 'manager', stores: [store] });
    await notifyOf(quoted({ store_id: store }));
    const totals = [person, here, accountant, elsewhere].map(async ({ token }) => (await bell(token)).meta.total);
    expect(await Promise.all(totals)).toEqual([1, 1, 0, 0]);
  });

  it('no longer see what their rights or their stores no longer cover', async () => {
    const store = uuid();
    const member = await merchant(test, { account_id: person.account_id, role: 'sourcing', stores: [store] });
    await notifyOf(quoted({ store_id: store }));
    await sqlRows(test, `DELETE FROM membership_stores WHERE user_id = '${member.user_id}'`);
    expect((await bell(member.token)).data).toEqual([]);
    await sqlRows(test, `UPDATE memberships SET all_stores = true WHERE user_id = '${member.user_id}'`);
    expect((await bell(member.token)).data).toHaveLength(1);
    await sqlRows(test, `UPDATE memberships SET role = 'accountant' WHERE user_id = '${member.user_id}'`);
    expect((await bell(member.token)).data).toEqual([]);
  });

  it('are the client’s agent for events of staff, or all agents when it has none; never the client', async () => {
    const [own, other] = [await staff(test, 'agent'), await staff(test, 'agent')];
    await notifyOf(quoted({ event: 'staff_quote_asked', params: { number: 'Q-1', title: 'Lamp', client: 'Acme' } }));
    expect([(await bell(own.token)).meta.total, (await bell(other.token)).meta.total]).toEqual([1, 1]);
    await sqlRows(test, `UPDATE accounts SET agent_user_id = '${own.user_id}' WHERE id = '${person.account_id}'`);
    await notifyOf(quoted({ event: 'staff_quote_asked', params: { number: 'Q-2', title: 'Lamp', client: 'Acme' } }));
    expect([(await bell(own.token)).meta.total, (await bell(other.token)).meta.total]).toEqual([2, 1]);
    expect((await bell()).data).toEqual([]);
  });

  it('is nobody while staff act in the client’s place', async () => {
    const agent = await staff(test, 'agent');
    await notifyOf(quoted());
    const body = { account_id: person.account_id, reason: 'Helping with an order' };
    await test.call('POST', '/api/login_as', { token: agent.token, body });
    expect((await bell(agent.token)).data).toEqual([]);
    expect((await test.call('GET', '/api/notifications/global', { token: agent.token })).body.data).toBeNull();
  });
});

describe('the same event of the same record', () => {
  it('is reported once within 30 minutes, with the newest facts, and again later', async () => {
    const subject = uuid();
    await notifyOf(proposed({ subject }));
    const [{ id }] = (await bell()).data;
    await test.call('PUT', `/api/notifications/${id}`, { token: person.token });
    test.clock.advance(minutes(29));
    await notifyOf(proposed({ subject, params: { number: 'PC-2', prices: 2, day: '2026-12-01' } }));
    expect((await bell()).data).toMatchObject([{ id, is_read: false, params: { number: 'PC-2' } }]);
    expect(await mails(person.account_id)).toHaveLength(1);
    test.clock.advance(minutes(31));
    await notifyOf(proposed({ subject }));
    expect((await bell()).data).toHaveLength(2);
    expect(await mails(person.account_id)).toHaveLength(2);
  });

  it('is reported once by two actions at the same time', async () => {
    const subject = uuid();
    await Promise.all([
      notifyOf(proposed({ subject })),
      notifyOf(proposed({ subject })),
      notifyOf(proposed({ subject })),
    ]);
    expect((await bell()).data).toHaveLength(1);
    expect(await mails(person.account_id)).toHaveLength(1);
  });

  it('stops waiting for an action, and is read, when the matter is settled', async () => {
    const message = quoted();
    await notifyOf(message);
    await inAccount(test, person.account_id, (ctx) => resolveNotifications(ctx, message.subject, ['quote_quoted']));
    expect((await bell()).meta).toMatchObject({ total: 1, counts: { unread: 0, action: 0 } });
    test.clock.advance(minutes(1));
    await notifyOf(message); // it came up again
    expect((await bell()).meta).toMatchObject({ total: 1, counts: { unread: 1, action: 1 } });
  });
});

describe('a mail', () => {
  it('goes to whoever asked, in their language, as text and as HTML with every value escaped', async () => {
    const asker = await merchant(test, { account_id: person.account_id, role: 'sourcing' });
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${asker.user_id}'`);
    await notifyOf(proposed({ asked_by: asker.user_id }));
    const [mail, ...rest] = await mails(person.account_id);
    expect(rest).toEqual([]);
    expect(mail?.payload).toMatchObject({
      to: asker.email,
      subject: expect.stringMatching(/^Lamp <b>& Co<\/b>：.* · Tradewind$/),
      text: expect.stringContaining('http://localhost:8080/quote/index?quote=1'),
    });
    expect(mail?.payload.html).toContain('Lamp &lt;b&gt;&amp; Co&lt;/b&gt;');
    expect(mail?.payload.html).not.toMatch(/<img|<script|<b>/);
  });

  it('goes to those who can act on it when nobody asked', async () => {
    await merchant(test, { account_id: person.account_id, role: 'viewer' });
    const sourcing = await merchant(test, { account_id: person.account_id, role: 'sourcing' });
    await notifyOf(proposed());
    expect((await mails(person.account_id)).map(({ payload }) => payload.to).sort()).toEqual(
      [person.email, sourcing.email].sort(),
    );
  });

  it('is not sent for the twenty-first matter of an account within an hour; the bell still reports it', async () => {
    const matters = Array.from({ length: 22 }, () => proposed());
    for (const message of matters) await notifyOf(message);
    expect(await mails(person.account_id)).toHaveLength(20);
    expect((await bell()).meta.counts.unread).toBe(22);
    test.clock.advance(minutes(61));
    await notifyOf(proposed());
    expect(await mails(person.account_id)).toHaveLength(21);
  });

  it('waits in the outbox while no mail server answers; the notification is there all the same', async () => {
    await notifyOf(proposed());
    await runTasks(test, { tolerant: true });
    expect((await mails(person.account_id)).map(({ state }) => state)).toEqual(['failed']); // kept, to be sent again
    expect((await bell()).meta.counts.unread).toBe(1);
  });
});

describe('a mail of several', () => {
  const quote = (n: number) =>
    quoted({ params: { number: `Q-${n}`, title: `Lamp ${n}` }, link: `/quote/index?quote=${n}` });

  it('names all quotes that were answered within minutes, to each reader once; the bell has each of them', async () => {
    const colleague = await merchant(test, { account_id: person.account_id, role: 'sourcing' });
    await sqlRows(test, `UPDATE users SET locale = 'zh' WHERE id = '${colleague.user_id}'`);
    for (const n of [1, 2, 3]) {
      await notifyOf(quote(n));
      test.clock.advance(minutes(2));
    }
    expect(await mails(person.account_id)).toEqual([]);
    await mailGathered(test);
    const sent = (await mails(person.account_id)).map(({ payload }) => payload);
    expect(sent.map(({ to }) => to).sort()).toEqual([person.email, colleague.email].sort());
    const own = sent.find(({ to }) => to === person.email);
    expect(own?.subject).toBe('3 quotes are ready · Tradewind');
    expect(own?.text).toMatch(/Q-1 · Lamp 1\n\nQ-2 · Lamp 2\n\nQ-3 · Lamp 3\n\nhttp.*\/quote\/index\?tab=quoted\n/);
    expect(sent.find(({ to }) => to === colleague.email)?.subject).toBe('3 个询价已报价 · Tradewind');
    expect((await bell()).meta.counts.unread).toBe(3);
    await notifyOf(quote(4)); // later ones have a mail of their own, which leads to the one quote
    await mailGathered(test);
    const [, , ...later] = await mails(person.account_id);
    expect(later.map(({ payload }) => payload.subject)).toContain('Q-4: your quote for Lamp 4 is ready · Tradewind');
    expect(later[0]?.payload.text).toContain('/quote/index?quote=4');
  });

  it('leaves out what was settled meanwhile, and waits at most a quarter of an hour for more', async () => {
    const [first, second] = [quote(1), quote(2)];
    const began = test.clock.now().getTime();
    await notifyOf(first);
    test.clock.advance(minutes(12));
    await notifyOf(second);
    const queue = createOwnerPool({ url: test.url, max: 1, log: test.ground.log });
    const { rows } = await queue.query<{ run_at: Date }>('SELECT run_at FROM graphile_worker.jobs WHERE key = $1', [
      `notifications_mail:quote_quoted:${person.account_id}`,
    ]);
    await queue.end();
    expect((rows[0]?.run_at.getTime() ?? 0) - began).toBe(minutes(15));
    await inAccount(test, person.account_id, (ctx) => resolveNotifications(ctx, first.subject, ['quote_quoted']));
    await mailGathered(test);
    expect((await mails(person.account_id)).map(({ payload }) => payload.subject)).toEqual([
      'Q-2: your quote for Lamp 2 is ready · Tradewind',
    ]);
  });

  it('tells the agent once what a client asks for', async () => {
    const agent = await staff(test, 'agent');
    await sqlRows(test, `UPDATE accounts SET agent_user_id = '${agent.user_id}' WHERE id = '${person.account_id}'`);
    for (const n of [1, 2])
      await notifyOf(
        quoted({ event: 'staff_quote_asked', params: { number: `Q-${n}`, title: 'Lamp', client: 'Acme' } }),
      );
    await mailGathered(test);
    expect((await mails(person.account_id)).map(({ payload }) => payload.subject)).toEqual([
      'Acme requests 2 quotes · Tradewind',
    ]);
  });
});

it('removes what was read long ago every night, and keeps the rest', async () => {
  await notifyOf(quoted());
  await notifyOf(quoted());
  const [{ id }] = (await bell()).data;
  await test.call('PUT', `/api/notifications/${id}`, { token: person.token });
  test.clock.advance(91 * 86_400_000);
  await enqueueTask(test, 'notifications_purge');
  await runTasks(test, { tolerant: true });
  const left = await sqlRows(test, `SELECT read_at FROM notifications WHERE account_id = '${person.account_id}'`);
  expect(left).toEqual([{ read_at: null }]);
});
