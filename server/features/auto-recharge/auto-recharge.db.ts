import { sql } from 'kysely';
import type { ChargeFailure } from '#contract/auto-recharge-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { prepared } from '#server/db/kysely-pool.ts';

export type Settings = {
  enabled: boolean;
  threshold: number;
  amount: number;
  most_a_day: number;
  most_a_month: number | null;
  failures: number;
  try_again_at: Date | null;
  stopped: ChargeFailure | null;
  limit_told_at: Date | null;
  set_by: string;
  version: number;
};

/** What the account has set; undefined where it never set anything. */
export async function findSettings(ctx: AccountCtx, lock = false): Promise<Settings | undefined> {
  const { rows } = await sql<Settings>`${prepared}
    SELECT enabled, threshold, amount, most_a_day, most_a_month, failures, try_again_at, stopped, limit_told_at, set_by, version
    FROM auto_recharges WHERE account_id = ${ctx.account} ${lock ? sql`FOR UPDATE` : sql``}`.execute(ctx.db);
  return rows[0];
}

type Wanted = Pick<Settings, 'enabled' | 'threshold' | 'amount' | 'most_a_day' | 'most_a_month' | 'set_by'>;

/** Sets it again, with nothing that failed before; false when the version is not the stored one. */
export async function saveSettings(ctx: AccountCtx, wanted: Wanted, version: number): Promise<boolean> {
  const fresh = { failures: 0, try_again_at: null, stopped: null, limit_told_at: null };
  const values = { ...wanted, ...fresh, version: version + 1 };
  const saved = await ctx.db
    .insertInto('auto_recharges')
    .values({ account_id: ctx.account, ...values })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(values).where('auto_recharges.version', '=', version),
    )
    .executeTakeFirst();
  return (saved.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

type Changes = Partial<Pick<Settings, 'enabled' | 'failures' | 'try_again_at' | 'stopped' | 'limit_told_at'>>;

/** Keeps what became of charges; the settings and their version stay. */
export async function changeState(ctx: AccountCtx, changes: Changes): Promise<void> {
  await ctx.db.updateTable('auto_recharges').set(changes).where('account_id', '=', ctx.account).execute();
}

/** Accounts whose wallet may have to be filled. */
export async function findEnabled(ctx: Ctx): Promise<{ account_id: string }[]> {
  return ctx.db
    .selectFrom('auto_recharges')
    .select('account_id')
    .where('enabled', '=', true)
    .where('stopped', 'is', null)
    .orderBy('account_id')
    .execute();
}

/** When the account's day and month began. */
export async function findPeriods(ctx: AccountCtx): Promise<{ day: Date; month: Date }> {
  const { rows } = await sql<{ day: Date; month: Date }>`
    SELECT date_trunc('day', ${ctx.now}::timestamptz, time_zone) AS day,
      date_trunc('month', ${ctx.now}::timestamptz, time_zone) AS month
    FROM accounts WHERE id = ${ctx.account}`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw new Error('there is no such account');
  return found;
}
