import { v7 as uuid } from 'uuid';
import type { MerchantRole, StaffRole } from '#contract/rights.ts';
import { entryFor, type Ground } from '#server/db/context.ts';
import type { Clock } from '#server/lib/clock.ts';
import { hashPassword } from '#server/lib/passwords.ts';
import { newToken } from '#server/lib/tokens.ts';

/** Where people are put: the app under test, or any database with a clock. */
export type Place = { ground: Ground; clock: Clock };

export const password = 'correct horse battery';
let hashed: Promise<string> | undefined;
let counter = 0;

export type Person = { token: string; user_id: string; account_id: string; username: string; email: string };

/**
 * A merchant with an account of their own (or a membership of `account_id`), logged in. The provider knows how to reach
 * them, so that no dialog asks; with `reachable: false` it does.
 */
export async function merchant(
  test: Place,
  options: {
    role?: MerchantRole;
    account_id?: string;
    stores?: string[];
    verified?: boolean;
    reachable?: boolean;
  } = {},
): Promise<Person> {
  const { now, entry, names } = await prepare(test);
  return entry.run('all_accounts', async ({ db }) => {
    const user_id = uuid();
    const account_id = options.account_id ?? uuid();
    await db
      .insertInto('users')
      .values({
        id: user_id,
        kind: 'merchant',
        ...names,
        email_verified_at: options.verified === false ? null : now,
        created_at: now,
      })
      .execute();
    if (!options.account_id) {
      await db
        .insertInto('accounts')
        .values({
          id: account_id,
          name: `Shop of ${names.username}`,
          market_note: options.reachable === false ? null : 'Met at the fair',
          created_at: now,
        })
        .execute();
      await db.insertInto('ledger_heads').values({ account_id }).execute();
    }
    await db
      .insertInto('memberships')
      .values({ account_id, user_id, role: options.role ?? 'owner', all_stores: !options.stores, created_at: now })
      .execute();
    for (const store_id of options.stores ?? []) {
      await db.insertInto('membership_stores').values({ account_id, user_id, store_id }).execute();
    }
    return {
      token: await session(db, user_id, account_id, now),
      user_id,
      account_id,
      username: names.username,
      email: names.email,
    };
  });
}

/** A member of the provider's staff, logged in. */
export async function staff(test: Place, ...roles: StaffRole[]): Promise<Omit<Person, 'account_id'>> {
  const { now, entry, names } = await prepare(test);
  return entry.run('all_accounts', async ({ db }) => {
    const user_id = uuid();
    await db
      .insertInto('users')
      .values({ id: user_id, kind: 'staff', ...names, email_verified_at: now, created_at: now })
      .execute();
    await db
      .insertInto('staff_roles')
      .values(roles.map((role) => ({ user_id, role })))
      .execute();
    return { token: await session(db, user_id, null, now), user_id, username: names.username, email: names.email };
  });
}

async function prepare(test: Place) {
  hashed ??= hashPassword(password);
  counter += 1;
  const username = `person${counter}`;
  const names = { username, email: `${username}@example.com`, password_hash: await hashed };
  return { now: test.clock.now(), entry: entryFor(test.ground, { kind: 'system', name: 'test' }, 'test'), names };
}

type Db = Parameters<Parameters<ReturnType<typeof entryFor>['run']>[1]>[0]['db'];

async function session(db: Db, user_id: string, account_id: string | null, now: Date): Promise<string> {
  const { token, hash } = newToken();
  const expires_at = new Date(now.getTime() + 90 * 86_400_000);
  await db
    .insertInto('sessions')
    .values({
      id: uuid(),
      token_hash: hash,
      user_id,
      account_id,
      created_at: now,
      last_seen_at: now,
      expires_at,
      ip: '127.0.0.1',
    })
    .execute();
  return token;
}
