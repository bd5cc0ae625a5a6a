import { type Kysely, sql, type Transaction } from 'kysely';
import { allows, type Action, type Feature, type MerchantRole, type Rights, type StaffRole } from '#contract/rights.ts';
import type { AppValues } from '../lib/app-values.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { appError } from '../lib/app-error.ts';
import type { Language } from '../lib/refusal-texts.ts';
import type { missing } from '../lib/refusals/en/missing.ts';
import { type AtEnd, nothingYet, writeAtEnd } from './at-end.ts';
import type { DB } from './tables.ts';

export type MerchantActor = {
  kind: 'merchant';
  user_id: string;
  name: string;
  session_id: string;
  account_id: string;
  role: MerchantRole;
  rights: Rights;
  /** Stores this member may see; null means all of the account (P3). */
  stores: readonly string[] | null;
  email_verified: boolean;
  /** Set while a member of staff works in the merchant's place (P28) or only looks (P3). */
  acting: { staff_user_id: string; mode: 'acting' | 'reading' } | null;
  language?: Language;
};
export type StaffActor = {
  kind: 'staff';
  user_id: string;
  name: string;
  session_id: string;
  roles: readonly StaffRole[];
  language?: Language;
};
export type SystemActor = { kind: 'system'; name: string };
export type AnonymousActor = { kind: 'anonymous' };
export type Actor = MerchantActor | StaffActor | SystemActor | AnonymousActor;

/** What each service and database function gets: always inside a transaction, always with its scope set. */
export type Ctx<A extends Actor = Actor> = {
  actor: A;
  db: Transaction<DB>;
  now: Date;
  log: Log;
  requestId: string;
  app: AppValues;
  /** Audit rows written so far by this action. */
  audited: { count: number };
  /** What is written once the action is done, in its transaction. */
  atEnd: AtEnd;
};
/** A transaction that works on the rows of one account. */
export type AccountCtx<A extends Actor = Actor> = Ctx<A> & { account: string };
export type MerchantCtx = AccountCtx<MerchantActor>;
export type StaffCtx = Ctx<StaffActor>;

/** Rows a transaction may see: one account's (or none), or all of them for staff and jobs. */
export type Scope = { account_id: string | null } | 'all_accounts';

/** What a transaction of a scope gets: in one account's scope it knows whose rows it works on. */
export type ScopedCtx<A extends Actor, S extends Scope> = S extends { account_id: string } ? AccountCtx<A> : Ctx<A>;

/** An action before its transaction: no database handle that could be reached by accident. */
export type Entry<A extends Actor = Actor> = {
  actor: A;
  readonly now: Date;
  log: Log;
  requestId: string;
  app: AppValues;
  /** `timeLeft`: how long each statement of the transaction may take, milliseconds, asked when it begins; no limit without it. */
  run<T, S extends Scope>(scope: S, action: (ctx: ScopedCtx<A, S>) => Promise<T>, timeLeft?: () => number): Promise<T>;
  /** The same call in somebody else's name. */
  as<B extends Actor>(actor: B): Entry<B>;
};

/** What the process holds: one database, one clock, one log, and the values that it was started with. */
export type Ground = { db: Kysely<DB>; clock: Clock; log: Log; app: AppValues };

const retried = new Set(['40001', '40P01']); // serialization failure, deadlock

/** Whether an error ends a transaction that succeeds when it is done again. */
export const isRetried = (error: unknown): boolean => retried.has(sqlState(error) ?? '');

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Starts an action for `actor`. Each `run` is one transaction; deadlocks are tried again, three times at most. */
export function entryFor<A extends Actor>(
  ground: Ground,
  actor: A,
  requestId: string,
  log: Log = ground.log,
): Entry<A> {
  const entry: Entry<A> = {
    actor,
    get now() {
      return ground.clock.now();
    },
    log,
    requestId,
    app: ground.app,
    async run(scope, action, timeLeft) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await ground.db.transaction().execute(async (db) => {
            await begin(db, scope, actor, timeLeft?.());
            const now = ground.clock.now();
            const ctx: Ctx<A> = {
              actor,
              db,
              now,
              log,
              requestId,
              app: ground.app,
              audited: { count: 0 },
              atEnd: nothingYet(),
            };
            const account = scope === 'all_accounts' ? null : scope.account_id;
            const done = await action((account === null ? ctx : { ...ctx, account }) as ScopedCtx<A, typeof scope>); // its scope says which
            await writeAtEnd(db, ctx.atEnd);
            return done;
          });
        } catch (error) {
          if (attempt >= 3 || !isRetried(error)) throw error;
        }
      }
    },
    as: (other) => entryFor(ground, other, requestId, log),
  };
  return entry;
}

/**
 * Tells row-level security whose rows the transaction may see, until it ends, and limits the time of its statements
 * (milliseconds). One text without parameters for all of it, so that BEGIN travels with it (`kysely-pool.ts`).
 */
async function begin(db: Transaction<DB>, scope: Scope, actor: Actor, limit?: number): Promise<void> {
  const settings = scopeSettings(scope, actor);
  if (limit !== undefined) settings.push(['statement_timeout', String(limit)]);
  if (settings.length === 0) return;
  await sql.raw(settings.map(([name, value]) => `SET LOCAL ${name} = '${plain(value)}'`).join('; ')).execute(db);
}

function scopeSettings(scope: Scope, actor: Actor): [name: string, value: string][] {
  if (scope === 'all_accounts') return [['role', 'tradewind_desk']];
  const user_id = actor.kind === 'merchant' || actor.kind === 'staff' ? actor.user_id : null;
  if (!scope.account_id && !user_id) return [];
  return [
    ['app.account_id', scope.account_id ?? ''],
    ['app.user_id', user_id ?? ''],
  ];
}

/** A value that is safe within the text of a statement: an id, a role or a number. */
function plain(value: string): string {
  if (!/^[\w-]*$/.test(value)) throw new Error('a scope is set by ids');
  return value;
}

/** The scope that an actor works in unless a handler chooses another. */
export function scopeOf(actor: Actor): Scope {
  if (actor.kind === 'merchant') return { account_id: actor.account_id };
  return actor.kind === 'anonymous' ? { account_id: null } : 'all_accounts';
}

/** The language that the reader of an answer has chosen; English where nobody reads. */
export const readerLanguage = ({ actor }: Pick<Ctx, 'actor'>): Language =>
  ('language' in actor ? actor.language : undefined) ?? 'en';

/** The same transaction on the rows of one account: that of a client for staff, that of a row for a job. */
export const forAccount = <C extends Ctx>(ctx: C, account: string): C & { account: string } => ({ ...ctx, account });

/** Throws `forbidden` unless the member may do `action` on `feature`. */
export function demand(actor: MerchantActor, feature: Feature, action: Action): void {
  if (!allows(actor.rights, feature, action)) {
    throw appError('forbidden', { text: 'general.no_right' });
  }
}

/** Throws `not_found` when the member's store scope leaves the store out: foreign and hidden look the same. */
export function requireStore(actor: Actor, storeId: string): void {
  if (actor.kind === 'merchant' && actor.stores && !actor.stores.includes(storeId)) throw notFound('store');
}

/** The stores that a list covers: the one or those chosen, each of which the member must see, or all that the member sees. Null means all. */
export function coveredStores(actor: MerchantActor, chosen: string | readonly string[] = []): readonly string[] | null {
  const stores = typeof chosen === 'string' ? [chosen] : chosen;
  for (const id of stores) requireStore(actor, id);
  return stores.length === 0 ? actor.stores : stores;
}

/** The refusal of what does not exist or is hidden from the caller, who is not told which. */
export function notFound(what: keyof typeof missing) {
  return appError('not_found', { text: `missing.${what}` });
}
