import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryFor } from '#server/db/context.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { merchant, password, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { createStaff } from './session.service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const form = (name: string) => ({
  email: `${name}@shop.example`,
  username: name,
  password: 'a long enough secret',
  account_name: 'Ada’s shop',
  terms: true,
});
/** Signs up and opens the mailed link; answers the session. */
async function joined(name: string) {
  expect(await post('/api/sign_up', form(name))).toMatchObject({ status: 200 });
  return post('/api/sign_up/finish', { code: await mailedCodeOf(`${name}@shop.example`, 'finish-sign-up') });
}
const post = (path: string, body: unknown, token?: string) =>
  test.call('POST', path, { body, ...(token && { token }) });

describe('sign up and log in', () => {
  it('opens an account, logs its owner in and shows the profile', { tags: ['S7-06', 'S1-02'] }, async () => {
    const made = await joined('ada');
    expect(made.status).toBe(200);
    const profile = await test.call('GET', '/api/profile', { token: made.body.data.token });
    expect(profile.body.data).toMatchObject({ username: 'ada', roles: ['owner'], user: null, email_verified: true });
    expect(profile.body.data.account).toMatchObject({ name: 'Ada’s shop', currency: 'USD' });
  });

  it('logs in by username and by e-mail in any case, and ends the session at log out', {
    tags: ['S7-03'],
  }, async () => {
    await joined('grace');
    for (const name of ['grace', 'GRACE', 'Grace@Shop.example']) {
      const { status, body } = await post('/api/login', { username: name, password: 'a long enough secret' });
      expect(status).toBe(200);
      expect(await post('/api/logout', {}, body.data.token)).toMatchObject({ status: 200 });
      expect(await test.call('GET', '/api/profile', { token: body.data.token })).toMatchObject({ status: 401 });
    }
  });

  it('keeps out members whose last access was taken away, with a sentence, and lets them in again with it (round 2)', async () => {
    const person = await merchant(test);
    const { email } = (await sqlRows(test, `SELECT email FROM users WHERE id = '${person.user_id}'`))[0] as {
      email: string;
    };
    const enter = () => post('/api/login', { username: email, password });
    const set = (status: string) =>
      sqlRows(test, `UPDATE memberships SET status = '${status}' WHERE user_id = '${person.user_id}'`);
    await set('removed');
    expect(await enter()).toMatchObject({
      status: 422,
      body: {
        code: 'access_ended',
        message: 'You no longer have access to this account. Ask its owner for access.',
      },
    });
    expect(await post('/api/login', { username: email, password: 'not this one' })).toMatchObject({
      body: { code: 'wrong_login' },
    });
    await set('active');
    expect(await enter()).toMatchObject({ status: 200 });
  });

  it('accepts a bare token in the Authorization header and never the cookie', async () => {
    const { token } = await merchant(test);
    expect(await test.call('GET', '/api/profile', { headers: { authorization: token } })).toMatchObject({
      status: 200,
    });
    expect(await test.call('GET', '/api/profile', { headers: { cookie: `Admin-Token=${token}` } })).toMatchObject({
      status: 401,
    });
  });

  it('refuses taken names, common passwords and a missing consent with a sentence at the field', async () => {
    await joined('mary');
    expect(await post('/api/sign_up', { ...form('mary3'), username: 'MARY' })).toMatchObject({
      status: 422,
      body: { code: 'username_taken' },
    });
    expect(await post('/api/sign_up', { ...form('mary4'), password: 'password1234' })).toMatchObject({
      status: 422,
      body: { errors: { password: [expect.any(String)] } },
    });
    expect(await post('/api/sign_up', { ...form('mary5'), terms: false })).toMatchObject({
      status: 422,
      body: { errors: { terms: ['Accept the terms to continue.'] } },
    });
  });

  it('answers a wrong password and an unknown user alike', async () => {
    const person = await merchant(test);
    const wrong = await post('/api/login', { username: person.username, password: 'not the password' });
    const unknown = await post('/api/login', { username: 'nobody-here', password: 'not the password' });
    expect(wrong.status).toBe(422);
    expect(unknown.body.message).toBe(wrong.body.message);
  });

  it('locks a place out after ten failures and opens again after 15 minutes', async () => {
    const person = await merchant(test);
    for (let n = 0; n < 10; n += 1) await post('/api/login', { username: person.username, password: 'wrong' });
    expect(await post('/api/login', { username: person.username, password })).toMatchObject({
      status: 422,
      body: { code: 'locked_out' },
    });
    test.clock.advance(15 * 60_000 + 1);
    expect(await post('/api/login', { username: person.username, password })).toMatchObject({ status: 200 });
  });
});

describe('passwords and addresses by mail', () => {
  it('mails a link that creates a password once and ends other sessions', { tags: ['S7-07', 'S7-08'] }, async () => {
    const person = await merchant(test);
    expect(await post('/api/password/forget', { email: person.email })).toMatchObject({ status: 200 });
    const code = await mailedCodeOf(person.email, 'create-password');
    const made = await post('/api/password/create', { code, password: 'another fine secret' });
    expect(made.status).toBe(200);
    expect(await test.call('GET', '/api/profile', { token: person.token })).toMatchObject({ status: 401 });
    expect(await post('/api/password/create', { code, password: 'another fine secret' })).toMatchObject({
      status: 422,
      body: { code: 'link_expired' },
    });
  });

  it('M1: uses up every other mailed link, and ends other sessions, with each new password', async () => {
    const person = await merchant(test);
    const ask = async () => {
      await post('/api/password/forget', { email: person.email });
      return mailedCodeOf(person.email, 'create-password');
    };
    const codes = [await ask(), await ask(), await ask()];
    expect(new Set(codes).size).toBe(3);
    const made = await post('/api/password/create', { code: codes[1], password: 'another fine secret' });
    expect(made.status).toBe(200);
    const expired = { status: 422, body: { code: 'link_expired' } };
    for (const code of codes) {
      expect(await post('/api/password/create', { code, password: 'a thief’s own secret' })).toMatchObject(expired);
    }

    const { token } = made.body.data;
    const other = await post('/api/login', { username: person.username, password: 'another fine secret' });
    const late = await ask();
    const change = { old_password: 'another fine secret', new_password: 'a third fine secret' };
    expect(await post('/api/reset_password', change, token)).toMatchObject({ status: 200 });
    expect(await post('/api/password/create', { code: late, password: 'a thief’s own secret' })).toMatchObject(expired);
    expect(await test.call('GET', '/api/profile', { token: other.body.data.token })).toMatchObject({ status: 401 });
    expect(await test.call('GET', '/api/profile', { token })).toMatchObject({ status: 200 });
  });

  it('says nothing about unknown addresses and refuses links after 30 minutes', async () => {
    expect(await post('/api/password/forget', { email: 'who@example.com' })).toMatchObject({ status: 200 });
    const person = await merchant(test);
    await post('/api/password/forget', { email: person.email });
    const code = await mailedCodeOf(person.email, 'create-password');
    test.clock.advance(31 * 60_000);
    expect(await post('/api/password/create', { code, password: 'another fine secret' })).toMatchObject({
      status: 422,
    });
  });

  it('confirms the address with the mailed link', async () => {
    const person = await merchant(test, { verified: false });
    expect(await post('/api/email/send_verification', {}, person.token)).toMatchObject({ status: 200 });
    await post('/api/email/verify', { code: await mailedCodeOf(person.email, 'verify-email') });
    const profile = await test.call('GET', '/api/profile', { token: person.token });
    expect(profile.body.data.email_verified).toBe(true);
  });

  it('changes the password only with the old one', { tags: ['S7-22'] }, async () => {
    const person = await merchant(test);
    const wrong = await post(
      '/api/reset_password',
      { old_password: 'nope', new_password: 'another fine secret' },
      person.token,
    );
    expect(wrong).toMatchObject({ status: 422, body: { errors: { old_password: [expect.any(String)] } } });
    expect(
      await post('/api/reset_password', { old_password: password, new_password: 'another fine secret' }, person.token),
    ).toMatchObject({ status: 200 });
    expect(await post('/api/reset_password', { old_password: password, new_password: 'x' })).toMatchObject({
      status: 401,
    });
  });
});

describe('sessions', () => {
  it('end after 30 idle days and after 90 days in any case', async () => {
    const idle = await merchant(test);
    test.clock.advance(31 * 86_400_000);
    expect(await test.call('GET', '/api/profile', { token: idle.token })).toMatchObject({ status: 401 });
    const busy = await merchant(test);
    for (let n = 0; n < 4; n += 1) {
      test.clock.advance(22 * 86_400_000);
      expect(await test.call('GET', '/api/profile', { token: busy.token })).toMatchObject({ status: 200 });
    }
    test.clock.advance(3 * 86_400_000);
    expect(await test.call('GET', '/api/profile', { token: busy.token })).toMatchObject({ status: 401 });
  });

  it('list the own log-ins, newest first', { tags: ['S7-23'] }, async () => {
    const person = await merchant(test);
    const { body } = await post('/api/login', { username: person.username, password });
    const log = await test.call('GET', '/api/login/log', { token: body.data.token });
    expect(log.body).toMatchObject({
      data: [{ ok: true, ip: '127.0.0.1' }],
      meta: { page: 1, per_page: 10, total: 1 },
    });
    expect(await test.call('GET', '/api/login/log')).toMatchObject({ status: 401 });
  });
});

describe('places', () => {
  const places = async (token: string) => (await test.call('GET', '/api/sessions', { token })).body;

  it('are listed with the current one marked, and each can be ended', async () => {
    const person = await merchant(test);
    const { body } = await post('/api/login', { username: person.username, password });
    const here: string = body.data.token;
    const found = await places(here);
    expect(found.meta.total).toBe(2);
    const other = found.data.find((place: { current: boolean }) => !place.current);
    expect(found.data.filter((place: { current: boolean }) => place.current)).toHaveLength(1);
    const end = () => test.call('DELETE', `/api/sessions/${other.id}`, { token: here });
    expect(await end()).toMatchObject({ status: 200 });
    expect(await test.call('GET', '/api/profile', { token: person.token })).toMatchObject({ status: 401 });
    expect(await end()).toMatchObject({ status: 404 });
    expect((await places(here)).data).toHaveLength(1);
  });

  it('of other people can neither be seen nor ended', async () => {
    const [one, two] = [await merchant(test), await merchant(test)];
    const [place] = (await places(one.token)).data;
    const foreign = await test.call('DELETE', `/api/sessions/${place.id}`, { token: two.token });
    expect(foreign).toMatchObject({ status: 404 });
    expect(await test.call('GET', '/api/profile', { token: one.token })).toMatchObject({ status: 200 });
    expect((await places(two.token)).data.map(({ id }: { id: string }) => id)).not.toContain(place.id);
  });

  it('leave the list when they idled too long', async () => {
    const person = await merchant(test);
    test.clock.advance(20 * 86_400_000);
    const { body } = await post('/api/login', { username: person.username, password });
    test.clock.advance(11 * 86_400_000);
    expect((await places(body.data.token)).data).toHaveLength(1);
  });
});

describe('acting for a client', () => {
  it('needs the agent role and a reason, shows in the profile, moves no money and ends', {
    tags: ['S7-04'],
  }, async () => {
    const client = await merchant(test);
    const agent = await staff(test, 'agent');
    const body = { account_id: client.account_id, reason: 'asked by phone to look' };
    expect(await post('/api/login_as', body, client.token)).toMatchObject({ status: 403 });
    expect(await post('/api/login_as', body)).toMatchObject({ status: 401 });
    expect(await post('/api/login_as', { ...body, reason: 'short' }, agent.token)).toMatchObject({ status: 422 });
    expect(await post('/api/login_as', body, agent.token)).toMatchObject({ status: 200 });
    const profile = await test.call('GET', '/api/profile', { token: agent.token });
    expect(profile.body.data).toMatchObject({ roles: ['manager'], acting_as: { account_id: client.account_id } });
    const { rights } = profile.body.data; // what they say is what the pages offer
    expect(rights).toMatchObject({ orders: ['view', 'edit', 'export'], wallet: ['view', 'edit', 'export'] });
    expect(rights).not.toHaveProperty('sub-accounts');
    expect(Object.values<string[]>(rights).flat()).not.toContain('pay');
    expect(
      await post('/api/reset_password', { old_password: password, new_password: 'another fine secret' }, agent.token),
    ).toMatchObject({
      status: 422,
      body: { code: 'not_allowed_while_acting' },
    });
    await post('/api/login_as/stop', {}, agent.token);
    expect((await test.call('GET', '/api/profile', { token: agent.token })).body.data.roles).toEqual(['agent']);
  });
});

/** Reads as the role of staff: mails without an account are not any account's rows. */
async function mailedCodeOf(to: string, fragment: string): Promise<string> {
  await runTasks(test, { tolerant: true }); // makes the mails; without a mail server they are kept as failed
  const client = await test.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL ROLE tradewind_desk');
    const { rows } = await client.query<{ payload: { to: string; text: string } }>(
      'SELECT payload FROM outbox ORDER BY id DESC',
    );
    const mail = rows.find(({ payload }) => payload.to === to && payload.text.includes(`#${fragment}=`));
    return new RegExp(`#${fragment}=([\\w-]+)`).exec(mail?.payload.text ?? '')?.[1] ?? '';
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('staff', () => {
  it('are made by a one-time link, and no merchant can hold a staff role', async () => {
    const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
    const make = (email: string) =>
      entry.run('all_accounts', (ctx) => createStaff(ctx, { email, roles: ['admin'], publicUrl: 'http://localhost' }));
    const link = await make('boss@provider.example');
    const made = await post('/api/password/create', { code: link.split('=')[1], password: 'another fine secret' });
    expect((await test.call('GET', '/api/profile', { token: made.body.data.token })).body.data).toMatchObject({
      roles: ['admin'],
      account: null,
    });

    const person = await merchant(test);
    await expect(make(person.email)).rejects.toThrow(/staff_roles_user_fkey/);
    const asMember = entry.run('all_accounts', ({ db, now }) =>
      db
        .insertInto('memberships')
        .values({
          account_id: person.account_id,
          user_id: made.body.data.user_id ?? person.user_id,
          user_kind: 'staff',
          role: 'viewer',
          created_at: now,
        })
        .execute(),
    );
    await expect(asMember).rejects.toThrow(/check constraint/);
  });
});
