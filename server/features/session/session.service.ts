import type { FastifyRequest } from 'fastify';
import { mailLinkMinutes, tokenMaxDays } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { session } from '#contract/session.ts';
import type { StaffRole } from '#contract/rights.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry, StaffCtx } from '#server/db/context.ts';
import { sendLater } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import type { AppError } from '#server/lib/app-error.ts';
import { appError } from '#server/lib/app-error.ts';
import { dummyVerify, hashPassword, passwordProblem, verifyPassword } from '#server/lib/passwords.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import * as rows from './session.db.ts';
import { linkMail } from './session-mails.ts';

/** Where a call came from, for the log-in log. */
export type Origin = { ip: string; user_agent: string | null };
export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, user_agent: request.headers['user-agent']?.slice(0, 300) ?? null };
}

export type Links = { publicUrl: string; brand: string };
export type Session = { token: string; expires_at: Date };

const maxFailures = 10;
const lockMinutes = 15;
const actingMinutes = 30;
const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Logs in by username or e-mail; ten failures from one place lock that place out for 15 minutes (domain.md §4.12). */
export async function login(
  entry: Entry,
  input: ParsedOf<typeof session.login>['body'],
  origin: Origin,
): Promise<Session> {
  const key = input.username.toLowerCase();
  const user = await entry.run('desk', async (ctx) => {
    const failures = await rows.countFailures(ctx, key, origin.ip, after(ctx.now, -lockMinutes));
    if (failures >= maxFailures) {
      throw appError(
        'locked_out',
        `Too many failed attempts. Wait ${lockMinutes} minutes, or create a new password by mail.`,
      );
    }
    return rows.findUserByLogin(ctx, key);
  });
  const right = user?.password_hash
    ? await verifyPassword(user.password_hash, input.password)
    : await dummyVerify(input.password);
  return entry
    .run('desk', async (ctx) => {
      await rows.insertAttempt(ctx, { email: key, ...origin, user_id: user?.id ?? null, ok: right });
      return right && user ? openSession(ctx, user.id, origin) : null;
    })
    .then((opened) => {
      if (opened) return opened;
      throw appError('wrong_login', 'Username or password is wrong. Try again, or create a new password by mail.');
    });
}

async function openSession(ctx: Ctx, userId: string, origin: Origin): Promise<Session> {
  return openSessionIn(ctx, { user_id: userId, account_id: await rows.firstAccount(ctx, userId) }, origin, {
    action: 'session.login',
  });
}

/** A session of a user in an account, with what let them in written down. */
export async function openSessionIn(
  ctx: Ctx,
  person: { user_id: string; account_id: string | null },
  origin: Origin,
  trace: { action: string; details?: Record<string, unknown> },
): Promise<Session> {
  const { token, hash } = newToken();
  const expires_at = after(ctx.now, tokenMaxDays * 24 * 60);
  await rows.insertSession(ctx, { token_hash: hash, ...person, expires_at, ...origin });
  await audit(ctx, { ...trace, entity: 'users', entity_id: person.user_id, account_id: person.account_id });
  return { token, expires_at };
}

export async function logout(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff') await rows.revokeSession(ctx, ctx.actor.session_id);
}

/** Opens an account with its owner. The address is confirmed later, before money moves (decision 40). */
export async function signUp(
  entry: Entry,
  input: ParsedOf<typeof session.signUp>['body'],
  origin: Origin,
  links: Links,
): Promise<Session> {
  const problem = passwordProblem(input.password, input.email);
  if (problem) throw appError('invalid_input', problem, 'password');
  const password_hash = await hashPassword(input.password);
  return entry
    .run('desk', async (ctx) => {
      const { user_id } = await createAccount(ctx, {
        email: input.email,
        username: input.username,
        password_hash,
        locale: input.locale ?? 'en',
        account_name: input.account_name,
        time_zone: knownTimeZone(input.time_zone),
      });
      await mailLink(ctx, await rows.findUser(ctx, user_id), 'verify_email', links);
      return openSession(ctx, user_id, origin);
    })
    .catch((error: unknown) => {
      throw takenName(error) ?? error;
    });
}

/** An account with its owner and an empty ledger; used by sign-up and by the demo workspace. */
export async function createAccount(ctx: Ctx, member: Parameters<typeof rows.insertMember>[1]) {
  const made = await rows.insertMember(ctx, member);
  await audit(ctx, {
    action: 'session.signUp',
    entity: 'accounts',
    entity_id: made.account_id,
    account_id: made.account_id,
  });
  return made;
}

function knownTimeZone(zone: string | undefined): string {
  try {
    return zone ? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone : 'UTC';
  } catch {
    return 'UTC';
  }
}

function takenName(error: unknown): AppError | null {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  if (constraint === 'users_email_key') {
    return appError(
      'email_taken',
      'This e-mail address has an account already. Log in, or create a new password by mail.',
      'email',
    );
  }
  return constraint === 'users_username_key'
    ? appError('username_taken', 'This username is taken. Choose another one.', 'username')
    : null;
}

/** A member of staff, made or given roles; answers the one-time link that creates the password. */
export async function createStaff(
  ctx: Ctx,
  staff: { email: string; roles: readonly StaffRole[]; publicUrl: string },
): Promise<string> {
  const name = (staff.email.split('@')[0] ?? '').replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 20);
  const username = `${name.padEnd(3, '-')}-${ctx.now.getTime().toString(36)}`;
  const user_id = await rows.upsertStaff(ctx, { email: staff.email, username, roles: staff.roles });
  const { token, hash } = newToken();
  await rows.insertLink(ctx, {
    token_hash: hash,
    user_id,
    kind: 'create_password',
    expires_at: after(ctx.now, mailLinkMinutes),
  });
  await audit(ctx, {
    action: 'session.createStaff',
    entity: 'users',
    entity_id: user_id,
    account_id: null,
    details: { roles: staff.roles },
  });
  return `${staff.publicUrl}/login#create-password=${token}`;
}

async function mailLink(ctx: Ctx, user: rows.LoginUser, kind: rows.LinkKind, links: Links): Promise<void> {
  const { token, hash } = newToken();
  await rows.insertLink(ctx, { token_hash: hash, user_id: user.id, kind, expires_at: after(ctx.now, mailLinkMinutes) });
  const fragment = kind === 'verify_email' ? 'verify-email' : 'create-password';
  const link = `${links.publicUrl}/login#${fragment}=${token}`; // decision 15: never in a query
  const mail = linkMail({ to: user.email, kind, locale: user.locale, link, brand: links.brand });
  await sendLater(ctx, { kind: 'mail', key: `mail:${kind}:${hash}`, account_id: null, payload: mail });
}

/** Mails a link for a new password; says nothing about whether the address is known. */
export async function forgetPassword(entry: Entry, email: string, links: Links): Promise<void> {
  await entry.run('desk', async (ctx) => {
    const user = await rows.findUserByLogin(ctx, email);
    if (user) await mailLink(ctx, user, 'create_password', links);
  });
}

export async function createPassword(
  entry: Entry,
  input: { code: string; password: string },
  origin: Origin,
): Promise<Session> {
  const password_hash = await hashPassword(input.password);
  return entry.run('desk', async (ctx) => {
    const userId = await takeLink(ctx, input.code, 'create_password');
    const user = await rows.findUser(ctx, userId);
    const problem = passwordProblem(input.password, user.email);
    if (problem) throw appError('invalid_input', problem, 'password'); // rolls back: the link stays usable
    await rows.setPassword(ctx, userId, password_hash);
    await rows.setVerified(ctx, userId); // the mail arrived
    await rows.revokeSessions(ctx, userId);
    await audit(ctx, { action: 'session.createPassword', entity: 'users', entity_id: userId, account_id: null });
    return openSession(ctx, userId, origin);
  });
}

async function takeLink(ctx: Ctx, code: string, kind: rows.LinkKind): Promise<string> {
  const userId = await rows.takeLink(ctx, hashToken(code), kind);
  if (!userId) throw appError('link_expired', 'This link was used or is too old. Ask for a new one.');
  return userId;
}

/** Changes the password, knowing the old one; other sessions end. */
export async function resetPassword(
  entry: Entry,
  input: { old_password: string; new_password: string },
): Promise<void> {
  const { actor } = entry;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', 'Log in first.');
  if (actor.kind === 'merchant' && actor.acting) {
    throw appError('not_allowed_while_acting', 'Passwords can only be changed by their owner.');
  }
  const user = await entry.run('desk', (ctx) => rows.findUser(ctx, actor.user_id));
  if (!user.password_hash || !(await verifyPassword(user.password_hash, input.old_password))) {
    throw appError('wrong_login', 'The old password is wrong.', 'old_password');
  }
  const problem = passwordProblem(input.new_password, user.email);
  if (problem) throw appError('invalid_input', problem, 'new_password');
  const password_hash = await hashPassword(input.new_password);
  await entry.run('desk', async (ctx) => {
    await rows.setPassword(ctx, user.id, password_hash);
    await rows.revokeSessions(ctx, user.id, actor.session_id);
    await audit(ctx, {
      action: 'session.resetPassword',
      entity: 'users',
      entity_id: user.id,
      account_id: null,
      fields: ['password'],
    });
  });
}

export async function verifyEmail(entry: Entry, code: string): Promise<void> {
  await entry.run('desk', async (ctx) => {
    const userId = await takeLink(ctx, code, 'verify_email');
    await rows.setVerified(ctx, userId);
    await audit(ctx, { action: 'session.verifyEmail', entity: 'users', entity_id: userId, account_id: null });
  });
}

export async function sendVerification(entry: Entry, links: Links): Promise<void> {
  const { actor } = entry;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', 'Log in first.');
  await entry.run('desk', async (ctx) => {
    const user = await rows.findUser(ctx, actor.user_id);
    if (!user.email_verified_at) await mailLink(ctx, user, 'verify_email', links);
  });
}

/** Lets staff work in a client's place for 30 minutes, on their own session's row (decision 28). */
export async function loginAs(ctx: StaffCtx, input: { account_id: string; reason: string }): Promise<{ until: Date }> {
  if (!(await rows.hasAccount(ctx, input.account_id))) throw appError('not_found', 'There is no such client.');
  const until = after(ctx.now, actingMinutes);
  await rows.setActing(ctx, ctx.actor.session_id, { ...input, until: until.toISOString() });
  await audit(ctx, {
    action: 'session.loginAs',
    entity: 'accounts',
    entity_id: input.account_id,
    account_id: input.account_id,
    details: { reason: input.reason, until: until.toISOString() },
  });
  return { until };
}

export async function stopActing(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff')
    await rows.setActing(ctx, ctx.actor.session_id, null);
}

export async function loginLog(ctx: Ctx, query: ListQuery) {
  const { actor } = ctx;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', 'Log in first.');
  const { rows: data, total } = await rows.listAttempts(ctx, actor.user_id, pageOf(query));
  return { data, meta: metaOf(query, total) };
}

/** Live sessions of the user, the latest use first. Staff who act for a merchant see their own places only. */
export async function listSessions(ctx: Ctx, query: ListQuery) {
  const { user_id, session_id } = ownerOf(ctx);
  const { rows: found, total } = await rows.listSessions(ctx, user_id, pageOf(query));
  const data = found.map((one) => ({ ...one, current: one.id === session_id }));
  return { data, meta: metaOf(query, total) };
}

/** Ends one of the user's own sessions; anybody else's is not found. */
export async function endSession(ctx: Ctx, id: string): Promise<void> {
  const { user_id } = ownerOf(ctx);
  if (!(await rows.revokeOwnSession(ctx, user_id, id))) throw appError('not_found', 'This session is over already.');
  await audit(ctx, { action: 'session.endSession', entity: 'sessions', entity_id: id });
}

/** Whose sessions are meant: the person at the keyboard, also while acting for somebody else. */
function ownerOf(ctx: Ctx): { user_id: string; session_id: string } {
  const { actor } = ctx;
  if (actor.kind === 'staff') return actor;
  if (actor.kind !== 'merchant') throw appError('not_logged_in', 'Log in first.');
  return { user_id: actor.acting?.staff_user_id ?? actor.user_id, session_id: actor.session_id };
}
