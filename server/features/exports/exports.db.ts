import type { AccountCtx } from '#server/db/context.ts';

/** Language of the file's head, and the zone of its times. */
export async function findReader(ctx: AccountCtx, userId: string) {
  const user = await ctx.db.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirstOrThrow();
  const account = await ctx.db
    .selectFrom('accounts')
    .select('time_zone')
    .where('id', '=', ctx.account)
    .executeTakeFirstOrThrow();
  return { locale: user.locale === 'zh' ? ('zh' as const) : ('en' as const), time_zone: account.time_zone };
}

/** The statement of a person's exports since a day, for the test that looks at its plan. */
export function mineStatement(ctx: AccountCtx, userId: string, since: Date) {
  return ctx.db
    .selectFrom('jobs as j')
    .leftJoin('files as f', (join) => join.onRef('f.account_id', '=', 'j.account_id').onRef('f.id', '=', 'j.file_id'))
    .select([
      'j.id',
      'j.state',
      'j.progress',
      'j.total',
      'j.error',
      'j.created_at',
      'j.input',
      'f.id as file_id',
      'f.name',
      'f.size',
      'f.expires_at',
    ])
    .where('j.account_id', '=', ctx.account)
    .where('j.created_by', '=', userId)
    .where('j.kind', '=', 'export')
    .where('j.created_at', '>', since)
    .orderBy('j.created_at', 'desc')
    .orderBy('j.id', 'desc')
    .limit(100);
}
