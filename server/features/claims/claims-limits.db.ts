import type { Ctx } from '#server/db/context.ts';

export type LimitsRow = { auto_amount: number; max_rate_bp: number; version: number };

export async function findLimits(ctx: Ctx, accountId: string): Promise<LimitsRow | undefined> {
  return ctx.db
    .selectFrom('claim_limits')
    .select(['auto_amount', 'max_rate_bp', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Writes the limits if they are still as they were seen (`version` 0: none yet); answers whether they were. */
export async function saveLimits(
  ctx: Ctx,
  accountId: string,
  { version, ...limits }: LimitsRow,
  updated_by: string,
): Promise<boolean> {
  const row = { ...limits, updated_at: ctx.now, updated_by };
  if (version === 0) {
    const added = await ctx.db
      .insertInto('claim_limits')
      .values({ account_id: accountId, ...row })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return Boolean(added.numInsertedOrUpdatedRows);
  }
  const changed = await ctx.db
    .updateTable('claim_limits')
    .set({ ...row, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

export async function findCurrency(ctx: Ctx, accountId: string): Promise<string | undefined> {
  const row = await ctx.db.selectFrom('accounts').select('currency').where('id', '=', accountId).executeTakeFirst();
  return row?.currency;
}
