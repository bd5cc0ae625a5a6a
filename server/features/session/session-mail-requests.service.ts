import { mailLinkMinutes } from '#contract/constants.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { enqueue, sendLater, type Tasks } from '#server/db/queue.ts';
import { newToken } from '#server/lib/tokens.ts';
import * as rows from './session.db.ts';
import { giveLink } from './session-sign-up.db.ts';
import { knownAddressMail, linkMail, signUpMail } from './session-mails.ts';

export type Links = { publicUrl: string; brand: string };

/** Mails that an address gets on request within an hour; further requests are answered alike and make none. */
const mailsPerHour = 5;
const task = 'session_mail';
const inMinutes = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/**
 * Asks for a mail. The call that asks does the same for every address: whether the address has an account is looked up
 * by the task, so that neither the answer nor its time tells (P57).
 */
export async function requestMail(
  ctx: Ctx,
  request: { email: string; kind: rows.MailKind; sign_up_id?: string },
): Promise<void> {
  const id = await rows.insertMailRequest(ctx, { sign_up_id: null, ...request });
  await enqueue(ctx, task, { id });
}

/** The task that makes the mails asked for. */
export function mailTasks(links: Links): Tasks {
  return { [task]: (entry, payload) => makeMail(entry, String(payload.id), links) };
}

async function makeMail(entry: Entry, id: string, links: Links): Promise<void> {
  await entry.run('all_accounts', async (ctx) => {
    const request = await rows.takeMailRequest(ctx, id);
    if (!request) return;
    const { email, kind, sign_up_id } = request;
    if ((await rows.countMailed(ctx, email, inMinutes(ctx.now, -60))) >= mailsPerHour) return;
    const user = await rows.findUserByEmail(ctx, email);
    if (sign_up_id !== null) await (user ? mailKnownAddress(ctx, user, links) : mailSignUp(ctx, sign_up_id, links));
    else if (user && kind === 'create_password') await mailLink(ctx, user, kind, links);
    else if (user && kind === 'verify_email' && !user.email_verified_at) await mailLink(ctx, user, kind, links);
    await rows.markMailed(ctx, id);
  });
}

async function mailLink(
  ctx: Ctx,
  user: rows.LoginUser,
  kind: rows.LinkKind,
  { publicUrl, brand }: Links,
): Promise<void> {
  const { token, hash } = newToken();
  const expires_at = inMinutes(ctx.now, mailLinkMinutes);
  await rows.insertLink(ctx, { token_hash: hash, user_id: user.id, kind, expires_at });
  const fragment = kind === 'verify_email' ? 'verify-email' : 'create-password';
  const link = `${publicUrl}/login#${fragment}=${token}`; // P15: never in a query
  const mail = linkMail({ to: user.email, kind, locale: user.locale, link, brand });
  await sendLater(ctx, { kind: 'mail', key: `mail:${kind}:${hash}`, account_id: null, payload: mail });
}

async function mailSignUp(ctx: Ctx, signUpId: string, { publicUrl, brand }: Links): Promise<void> {
  const { token, hash } = newToken();
  const signUp = await giveLink(ctx, signUpId, { token_hash: hash, expires_at: inMinutes(ctx.now, mailLinkMinutes) });
  if (!signUp) return;
  const query = signUp.redirect === null ? '' : `?${new URLSearchParams({ redirect: signUp.redirect }).toString()}`;
  const link = `${publicUrl}/login${query}#finish-sign-up=${token}`;
  const { email: to, locale, username } = signUp;
  const mail = signUpMail({ to, locale, username, link, brand });
  await sendLater(ctx, { kind: 'mail', key: `mail:sign_up:${hash}`, account_id: null, payload: mail });
}

async function mailKnownAddress(
  ctx: Ctx,
  { email, locale }: rows.LoginUser,
  { publicUrl, brand }: Links,
): Promise<void> {
  const mail = knownAddressMail({ to: email, locale, link: `${publicUrl}/login`, brand });
  const key = `mail:known_address:${newToken().hash}`;
  await sendLater(ctx, { kind: 'mail', key, account_id: null, payload: mail });
}
