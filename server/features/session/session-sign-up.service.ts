import { mailLinkMinutes } from '#contract/constants.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { session } from '#contract/session.ts';
import { audit } from '#server/db/audit.ts';
import type { Ctx, Entry } from '#server/db/context.ts';
import { type AppError, appError } from '#server/lib/app-error.ts';
import { hashPassword, passwordProblem } from '#server/lib/passwords.ts';
import { hashToken } from '#server/lib/tokens.ts';
import type { Origin } from './session-attempts.service.ts';
import { requestMail } from './session-mail-requests.service.ts';
import { openSession, type Session } from './session.service.ts';
import * as signUps from './session-sign-up.db.ts';
import { insertMember, setVerified } from '#server/features/account/index.ts';
import { namesTerms } from '#server/features/branding/index.ts';

const usernameTaken = () => appError('username_taken', { text: 'session.username_taken' }, 'username');

/**
 * Notes a sign-up and asks for its mail. Nothing else happens here, whether the address has an account or not; a username
 * stays held for the life of the link in either case (P57).
 */
export async function signUp(
  entry: Entry,
  input: ParsedOf<typeof session.signUp>['body'],
  entrance: { domain: string },
): Promise<void> {
  const problem = passwordProblem(input.password, input.email);
  if (problem) throw appError('invalid_input', problem, 'password');
  const password_hash = await hashPassword(input.password);
  const { email, username, account_name } = input;
  await entry.run('all_accounts', async (ctx) => {
    if (!input.terms && (await namesTerms(ctx, entrance.domain))) {
      throw appError('invalid_input', { text: 'checks.terms' }, 'terms');
    }
    await signUps.lockUsername(ctx, username);
    if (await signUps.isUsernameTaken(ctx, username, email)) throw usernameTaken();
    const person = { email, username, account_name, password_hash };
    const sign_up_id = await signUps.insertSignUp(
      ctx,
      {
        ...person,
        locale: input.locale ?? 'en',
        time_zone: knownTimeZone(input.time_zone),
        redirect: input.redirect ?? null,
      },
      new Date(ctx.now.getTime() + mailLinkMinutes * 60_000),
    );
    await requestMail(ctx, { email, kind: 'sign_up', sign_up_id });
  });
}

/** Opens the account of a sign-up with its owner, whose address the link has confirmed, and logs them in. */
export async function finishSignUp(entry: Entry, code: string, origin: Origin): Promise<Session> {
  return entry
    .run('all_accounts', async (ctx) => {
      const found = await signUps.takeSignUp(ctx, hashToken(code));
      if (!found) throw appError('link_expired', { text: 'session.sign_up_link_expired' });
      const { id: _id, redirect: _redirect, ...member } = found;
      const { user_id } = await createAccount(ctx, member);
      await setVerified(ctx, user_id);
      return openSession(ctx, user_id, origin);
    })
    .catch((error: unknown) => {
      throw takenMeanwhile(error) ?? error;
    });
}

/** An account with its owner and an empty ledger; used by sign-up and by the demo workspace. */
export async function createAccount(ctx: Ctx, member: Parameters<typeof insertMember>[1]) {
  const made = await insertMember(ctx, member);
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

/** The refusal for whoever opens a link after another one of theirs, or of somebody with the same username. */
function takenMeanwhile(error: unknown): AppError | null {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  if (constraint === 'users_email_key') {
    return appError('email_taken', { text: 'session.email_has_account' });
  }
  return constraint === 'users_username_key' ? usernameTaken() : null;
}
