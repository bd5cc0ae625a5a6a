import type { Ctx } from '#server/db/context.ts';
import type { ComparisonRef } from './comparisons.db.ts';

export type ReportRow = {
  account_id: string;
  comparison_id: string;
  store_id: string;
  number: number;
  previous: string | null;
  hash: string;
  body: string;
  public_key: string;
  signature: string;
  signed_at: Date;
};

const columns = [
  'account_id',
  'comparison_id',
  'store_id',
  'number',
  'previous',
  'hash',
  'body',
  'public_key',
  'signature',
  'signed_at',
] as const;

export async function insertReport(ctx: Ctx, report: ReportRow): Promise<void> {
  await ctx.db.insertInto('comparison_reports').values(report).execute();
}

export async function findReport(ctx: Ctx, { account_id, id }: ComparisonRef): Promise<ReportRow | undefined> {
  return ctx.db
    .selectFrom('comparison_reports')
    .select(columns)
    .where('account_id', '=', account_id)
    .where('comparison_id', '=', id)
    .executeTakeFirst();
}

/** The store's last report, or the one with a number. */
export async function findInChain(
  ctx: Ctx,
  store: { account_id: string; id: string },
  number?: number,
): Promise<ReportRow | undefined> {
  let query = ctx.db
    .selectFrom('comparison_reports')
    .select(columns)
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id);
  if (number !== undefined) query = query.where('number', '=', number);
  return query.orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** A report by its hash, whoever's it is: for whoever holds it already. */
export async function findByHash(ctx: Ctx, hash: string): Promise<ReportRow | undefined> {
  return ctx.db.selectFrom('comparison_reports').select(columns).where('hash', '=', hash).executeTakeFirst();
}
