import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { type MerchantRole, roleRights, type StaffRole } from '#contract/rights.ts';
import { createDatabase } from '#server/db/client.ts';
import {
  type Actor,
  type Ctx,
  type Entry,
  entryFor,
  type Ground,
  type MerchantActor,
  type StaffActor,
} from '#server/db/context.ts';
import type { Payments } from '#server/features/wallet/wallet.service.ts';
import { type AppValues, appValues } from '#server/lib/app-values.ts';
import type { Blobs } from '#server/lib/blob-folder.ts';
import { type FixedClock, fixedClock } from '#server/lib/clock.ts';
import type { Config } from '#server/lib/config.ts';
import type { Log } from '#server/lib/log.ts';
import { type SecretKey, secretKey } from '#server/lib/secrets.ts';
import { stripeOf } from '#server/lib/stripe.ts';
import { subscribeFeatures } from '#server/subscriptions.ts';

/** The portal as the demo drives it: its services, as `server/app.ts` mounts them. */
export type Portal = {
  db: Ground['db'];
  log: Log;
  config: Config;
  app: AppValues;
  key: SecretKey;
  payments: Payments;
};

export function openPortal({
  pool,
  log,
  config,
  blobs,
}: {
  pool: pg.Pool;
  log: Log;
  config: Config;
  blobs: Blobs;
}): Portal {
  subscribeFeatures();
  return {
    db: createDatabase(pool),
    log,
    config,
    app: appValues(config, blobs),
    key: secretKey(config.SECRET_KEY),
    payments: stripeOf(config),
  };
}

/** One thread of the demo's time: acts happen at the moment that its clock shows. */
export type Thread = {
  clock: FixedClock;
  as<A extends Actor>(actor: A): Entry<A>;
  /** One act of the system over all accounts. */
  allAccounts<T>(action: (ctx: Ctx) => Promise<T>): Promise<T>;
};

export function startThread(portal: Pick<Portal, 'db' | 'log' | 'app'>, at: Date): Thread {
  const clock = fixedClock(at);
  const ground: Ground = { db: portal.db, clock, log: portal.log, app: portal.app };
  const as = <A extends Actor>(actor: A) => entryFor(ground, actor, 'demo');
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
