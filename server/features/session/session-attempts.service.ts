import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx, Entry } from '#server/db/context.ts';
import { AppError } from '#server/lib/app-error.ts';
import { dummyVerify, verifyPassword } from '#server/lib/passwords.ts';
import { slots } from '#server/lib/slots.ts';
import * as rows from './session-attempts.db.ts';

/** Where a call came from, for the log-in log. */
export type Origin = { ip: string; user_agent: string | null };

/** Wrong passwords for one user from one address that lock the two, and for how long (P52). */
const lockFailures = 10;
/** Wrong passwords from one address, whoever they were for, that lock the address. */
const addressFailures = 100;
const lockMinutes = 15;
/** Wrong passwords for one user within an hour, from all addresses, that slow every further try down. */
const slowFailures = 50;
const slowestSeconds = 3;

const minutes = (n: number) => n * 60_000;
const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Hashing has four threads: more tries at once would only wait there, counted as failures meanwhile. */
const oneOfFew = slots(4);

type Person = rows.Target & { password_hash: string | null };

/**
 * Tries a password. The attempt is written down as a failure before it is tried, so that guesses sent at once cannot
 * overrun the limits. Answers what `whenRight` makes of a right one, and null for a wrong one; throws `locked_out`. A
 * name that is nobody's takes the same way.
 */
export async function tryPassword<T>(
  entry: Entry,
  person: Person,
  password: string,
  origin: Origin,
  whenRight: (ctx: Ctx, attemptId: string) => Promise<T>,
): Promise<T | null> {
  await wait(await entry.run('all_accounts', (ctx) => delayOf(ctx, person)));
  return oneOfFew(async () => {
    const attempt = await entry.run('all_accounts', (ctx) => begin(ctx, person, origin));
    const right = person.password_hash
      ? await verifyPassword(person.password_hash, password)
      : await dummyVerify(password);
    return right ? entry.run('all_accounts', (ctx) => whenRight(ctx, attempt)) : null;
  });
}

/** Milliseconds that a try waits: none, or 1 s from 50 failures within the hour, 2 s from 100, 3 s from 150. */
async function delayOf(ctx: Ctx, person: Person): Promise<number> {
  const failures = await rows.countTargetFailures(ctx, person, before(ctx.now, minutes(60)));
  return Math.min(Math.floor(failures / slowFailures), slowestSeconds) * 1_000;
}

async function begin(ctx: Ctx, person: Person, { ip, user_agent }: Origin): Promise<string> {
  await rows.lockAttempts(ctx, person, ip);
  if ((await rows.countAddressFailures(ctx, ip, before(ctx.now, minutes(lockMinutes)))) >= addressFailures) {
    throw lockedOut('session.network_locked', lockMinutes);
  }
  const until = lockedUntil(await rows.latestAttempts(ctx, person, ip, lockFailures));
  if (until > ctx.now) {
    throw lockedOut('session.login_locked', Math.ceil((until.getTime() - ctx.now.getTime()) / minutes(1)));
  }
  return rows.insertAttempt(ctx, { email: person.typed, user_id: person.user_id, ip, user_agent, ok: false });
}

/** The end of the lock that ten failures in a row within 15 minutes begin; long past without them. */
function lockedUntil(latest: readonly { at: Date; ok: boolean }[]): Date {
  const [last] = latest;
  const first = latest[lockFailures - 1];
  const locks = last && first && latest.every(({ ok }) => !ok) && first.at > before(last.at, minutes(lockMinutes));
  return locks ? new Date(last.at.getTime() + minutes(lockMinutes)) : new Date(0);
}

const lockedOut = (text: 'session.login_locked' | 'session.network_locked', left: number) =>
  new AppError('locked_out', { text, params: { minutes: left } }, { retryAfter: left * 60 });
