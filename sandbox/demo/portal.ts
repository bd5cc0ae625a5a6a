import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type MerchantRole, roleRights, type StaffRole } from '#contract/rights.ts';
import {
  type Actor,
  type Ctx,
  type Entry,
  entryFor,
  type Ground,
  type MerchantActor,
  type StaffActor,
} from '#server/db/context.ts';
import { kyselyPool } from '#server/db/kysely-pool.ts';
import type { DB } from '#server/db/tables.ts';
import type { Payments } from '#server/features/wallet/wallet.service.ts';
import { type AppValues, appValues } from '#server/lib/app-values.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { type FixedClock, fixedClock } from '#server/lib/clock.ts';
import type { Config } from '#server/lib/config.ts';
import type { Log } from '#server/lib/log.ts';
import { type SecretKey, secretKey } from '#server/lib/secrets.ts';
import { stripeOf } from '#server/lib/stripe.ts';
import { subscribeFeatures } from '#server/subscriptions.ts';
import { repeated } from './prepared.ts';

/**
 * Connections for transactions of one account, and for those of all: a plan is made for the role that it was first needed by, and
 * connections that serve both would make the same plans again and again.
 */
type Databases = { account: Ground['db']; all: Ground['db'] };

/** The portal as the demo drives it: its services, as `server/app.ts` mounts them. */
export type Portal = {
  db: Databases;
  log: Log;
  config: Config;
  app: AppValues;
  key: SecretKey;
  payments: Payments;
};

export function openPortal({
  pools,
  log,
  config,
  blobs,
}: {
  pools: { account: pg.Pool; all: pg.Pool };
  log: Log;
  config: Config;
  blobs: Blobs;
}): Portal {
  subscribeFeatures();
  return {
    db: { account: databaseOf(pools.account), all: databaseOf(pools.all) },
    log,
    config,
    app: appValues(config, blobs),
    key: secretKey(config.SECRET_KEY),
    payments: stripeOf(config),
  };
}

const databaseOf = (pool: pg.Pool): Ground['db'] =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool: kyselyPool(pool, repeated()) }) });

/** One thread of the demo's time: actions happen at the moment that its clock shows. */
export type Thread = {
  clock: FixedClock;
  as<A extends Actor>(actor: A): Entry<A>;
  /** One act of the system over all accounts. */
  allAccounts<T>(action: (ctx: Ctx) => Promise<T>): Promise<T>;
};

export function startThread(portal: Pick<Portal, 'db' | 'log' | 'app'>, at: Date): Thread {
  const clock = fixedClock(at);
  const { log, app, db } = portal;
  const as = <A extends Actor>(actor: A): Entry<A> => {
    const entry = entryFor({ db: db.account, clock, log, app }, actor, 'demo');
    const overAll = entryFor({ db: db.all, clock, log, app }, actor, 'demo');
    return {
      ...overAll,
      get now() {
        return clock.now();
      },
      run: (scope, action) => (scope === 'all_accounts' ? overAll : entry).run(scope, action),
      as,
    };
  };
  const system = as({ kind: 'system' as const, name: 'demo' });
  return { clock, as, allAccounts: (action) => system.run('all_accounts', action) };
}

/** A member of an account as the actor of an action. */
export function merchantActor(member: {
  user_id: string;
  account_id: string;
  name: string;
  role: MerchantRole;
}): MerchantActor {
  return {
    kind: 'merchant',
    ...member,
    session_id: uuid(),
    rights: roleRights[member.role],
    stores: null,
    email_verified: true,
    acting: null,
  };
}

export function staffActor(member: { user_id: string; name: string; roles: readonly StaffRole[] }): StaffActor {
  return { kind: 'staff', ...member, session_id: uuid() };
}
