import type { FastifyRequest } from 'fastify';
import { mailLinkMinutes, tokenMaxDays } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { session } from '#contract/session.ts';
import type { StaffRole } from '#contract/rights.ts';
import type { ListQuery } from '#contract/shared.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, type StaffCtx, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { AppError, appError } from '#server/lib/app-error.ts';
import { hashPassword, passwordProblem } from '#server/lib/passwords.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import * as attempts from './session-attempts.db.ts';
import { type Origin, tryPassword } from './session-attempts.service.ts';
import { requestMail } from './session-mail-requests.service.ts';
import * as rows from './session.db.ts';
import { setVerified, upsertStaff } from '#server/features/account/index.ts';
import { staffMayEnter } from '#server/features/branding/index.ts';
import { sendLater } from '#server/db/queue.ts';
import { shopLoginMail } from './session-mails.ts';

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, user_agent: request.headers['user-agent']?.slice(0, 300) ?? null };
}

const actingMinutes = 30;
const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Where somebody logs in, and what closes the place to staff: its own scripts, unless an admin allows it (P57). */
export type Entrance = { domain: string };

/** Why somebody whose password is right stays out: staff where scripts could read their token, members whose last access was taken away. */
async function keptOut(ctx: Ctx, { id, kind }: rows.LoginUser, entrance: Entrance): Promise<AppError | null> {
  if (kind === 'merchant')
    return (await rows.firstAccount(ctx, id)) ? null : appError('access_ended', { text: 'general.access_ended' });
  if (await staffMayEnter(ctx, entrance.domain)) return null;
  return appError('staff_login_closed', { text: 'session.staff_login_closed', params: { domain: entrance.domain } });
}

/** Logs in by username or e-mail, under the limits of `tryPassword`. */
export async function login(
  entry: Entry,
  input: ParsedOf<typeof session.login>['body'],
  origin: Origin,
  entrance: Entrance,
): Promise<Session> {
  const typed = input.username.toLowerCase();
  const user = await entry.run('all_accounts', (ctx) => rows.findUserByLogin(ctx, typed));
  const person = { user_id: user?.id ?? null, typed, password_hash: user?.password_hash ?? null };
  const opened = await tryPassword(entry, person, input.password, origin, async (ctx, attempt) => {
    if (!user) return null;
    await attempts.markRight(ctx, attempt);
    return (await keptOut(ctx, user, entrance)) ?? openSession(ctx, user.id, origin);
  });
  if (opened instanceof AppError) throw opened;
  if (opened) return opened;
  throw appError('wrong_login', { text: 'session.login_wrong' });
}

export async function logout(ctx: Ctx): Promise<void> {
  if (ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff') await rows.revokeSession(ctx, ctx.actor.session_id);
}

/** A member of staff, made or given roles; answers the one-time link that creates the password. */
export async function createStaff(
  ctx: Ctx,
  staff: { email: string; roles: readonly StaffRole[]; publicUrl: string },
): Promise<string> {
  const name = (staff.email.split('@')[0] ?? '').replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 20);
  const username = `${name.padEnd(3, '-')}-${ctx.now.getTime().toString(36)}`;
  const user_id = await upsertStaff(ctx, { email: staff.email, username, roles: staff.roles });
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

/** Asks for a link for a new password; neither answer nor time says whether the address is known. */
export async function forgetPassword(entry: Entry, email: string): Promise<void> {
  await entry.run('all_accounts', (ctx) => requestMail(ctx, { email, kind: 'create_password' }));
}

export async function createPassword(
  entry: Entry,
  input: { code: string; password: string },
  origin: Origin,
  entrance: Entrance,
): Promise<Session> {
  const password_hash = await hashPassword(input.password);
  return entry.run('all_accounts', async (ctx) => {
    const userId = await takeLink(ctx, input.code, 'create_password');
    const user = await rows.findUser(ctx, userId);
    const problem = passwordProblem(input.password, user.email);
    if (problem) throw appError('invalid_input', problem, 'password'); // rolls back: the link stays usable
    const refusal = await keptOut(ctx, user, entrance);
    if (refusal) throw refusal;
    await rows.setPassword(ctx, userId, password_hash);
    await setVerified(ctx, userId); // the mail arrived
    await rows.revokeSessions(ctx, userId);
    await audit(ctx, { action: 'session.createPassword', entity: 'users', entity_id: userId, account_id: null });
    await attempts.insertAttempt(ctx, { email: user.email, ...origin, user_id: userId, ok: true });
    return openSession(ctx, userId, origin);
  });
}

async function takeLink(ctx: Ctx, code: string, kind: rows.LinkKind): Promise<string> {
  const userId = await rows.takeLink(ctx, hashToken(code), kind);
  if (!userId) throw appError('link_expired', { text: 'session.link_used' });
  return userId;
}

/** Changes the password, knowing the old one; other sessions end. */
export async function resetPassword(
  entry: Entry,
  input: { old_password: string; new_password: string },
  origin: Origin,
): Promise<void> {
  const { actor } = entry;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  if (actor.kind === 'merchant' && actor.acting) {
    throw appError('not_allowed_while_acting', { text: 'session.password_acting' });
  }
  const user = await entry.run('all_accounts', (ctx) => rows.findUser(ctx, actor.user_id));
  const person = { user_id: user.id, typed: user.email, password_hash: user.password_hash };
  const right = await tryPassword(entry, person, input.old_password, origin, async (ctx, attempt) => {
    await attempts.removeAttempt(ctx, attempt);
    return true;
  });
  if (!right) throw appError('wrong_login', { text: 'session.old_password_wrong' }, 'old_password');
  const problem = passwordProblem(input.new_password, user.email);
  if (problem) throw appError('invalid_input', problem, 'new_password');
  const password_hash = await hashPassword(input.new_password);
  await entry.run('all_accounts', async (ctx) => {
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
  await entry.run('all_accounts', async (ctx) => {
    const userId = await takeLink(ctx, code, 'verify_email');
    await setVerified(ctx, userId);
    await audit(ctx, { action: 'session.verifyEmail', entity: 'users', entity_id: userId, account_id: null });
  });
}

export async function sendVerification(entry: Entry): Promise<void> {
  const { actor } = entry;
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  await entry.run('all_accounts', async (ctx) => {
    const { email, email_verified_at } = await rows.findUser(ctx, actor.user_id);
    if (!email_verified_at) await requestMail(ctx, { email, kind: 'verify_email' });
  });
}

/** Lets staff work in a client's place for 30 minutes, on their own session's row (P28). */
export async function loginAs(ctx: StaffCtx, input: { account_id: string; reason: string }): Promise<{ until: Date }> {
  if (!(await rows.hasAccount(ctx, input.account_id))) throw appError('not_found', { text: 'general.no_client' });
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
  if (actor.kind !== 'merchant' && actor.kind !== 'staff') throw appError('not_logged_in', { text: 'general.log_in' });
  const { rows: data, total } = await attempts.listAttempts(ctx, actor.user_id, pageOf(query));
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
  if (!(await rows.revokeOwnSession(ctx, user_id, id))) throw appError('not_found', { text: 'session.session_ended' });
  await audit(ctx, { action: 'session.endSession', entity: 'sessions', entity_id: id });
}

/** Whose sessions are meant: the person at the keyboard, also while acting for somebody else. */
function ownerOf(ctx: Ctx): { user_id: string; session_id: string } {
  const { actor } = ctx;
  if (actor.kind === 'staff') return actor;
  if (actor.kind !== 'merchant') throw appError('not_logged_in', { text: 'general.log_in' });
  return { user_id: actor.acting?.staff_user_id ?? actor.user_id, session_id: actor.session_id };
}

/** Who a log-in from a shop lets in, and whether that shop does it for the first time. */
type ShopLogin = { user_id: string; account_id: string; shop: string; first: boolean };

/** Opens a session for somebody whom a shop has logged in; the first time is reported by email. */
export async function openShopSession(
  ctx: Ctx,
  { shop, first, ...person }: ShopLogin,
  origin: Origin,
): Promise<Session> {
  const user = await rows.findUser(ctx, person.user_id);
  await attempts.insertAttempt(ctx, { email: user.email, ...origin, user_id: user.id, ok: true });
  if (first) await mailFirstLogin(ctx, user, { ...person, shop });
  return openSessionIn(ctx, person, origin, { action: 'session.enterFromShop', details: { shop } });
}

/** The person, who would know if it was somebody else, and the account's owners. */
async function mailFirstLogin(
  ctx: Ctx,
  user: rows.LoginUser,
  { account_id, shop }: { account_id: string; shop: string },
): Promise<void> {
  const { publicUrl, brand } = ctx.app;
  const readers = [user, ...(await rows.otherOwners(forAccount(ctx, account_id), user.id))];
  for (const { email, locale } of readers) {
    const mail = shopLoginMail({
      to: email,
      locale,
      own: email === user.email,
      name: user.username,
      shop,
      publicUrl,
      brand,
    });
    const key = `mail:shop_login:${user.id}:${shop}:${ctx.now.getTime()}:${email}`;
    await sendLater(ctx, { kind: 'mail', key, account_id: null, payload: mail });
  }
}

/** Goes on in another account of the same user: a new session there, the one at hand ends. */
export async function moveSession(ctx: MerchantCtx, request: FastifyRequest): Promise<Session> {
  await rows.revokeSession(ctx, ctx.actor.session_id);
  const person = { user_id: ctx.actor.user_id, account_id: ctx.account };
  return openSessionIn(ctx, person, originOf(request), { action: 'session.move' });
}

export type Session = { token: string; expires_at: Date };

/** A session of a user in the account that they joined first. */
export async function openSession(ctx: Ctx, userId: string, origin: Origin): Promise<Session> {
  return openSessionIn(ctx, { user_id: userId, account_id: await rows.firstAccount(ctx, userId) }, origin, {
    action: 'session.login',
  });
}

/** A session of a user in an account, with what let them in written down. */
async function openSessionIn(
  ctx: Ctx,
  person: { user_id: string; account_id: string | null },
  origin: Origin,
  trace: { action: string; details?: Record<string, unknown> },
): Promise<Session> {
  const { token, hash } = newToken();
  const expires_at = new Date(ctx.now.getTime() + tokenMaxDays * 86_400_000);
  await rows.insertSession(ctx, { token_hash: hash, ...person, expires_at, ...origin });
  await audit(ctx, { ...trace, entity: 'users', entity_id: person.user_id, account_id: person.account_id });
  return { token, expires_at };
}
