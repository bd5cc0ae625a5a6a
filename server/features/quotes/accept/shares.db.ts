import type { Ctx } from '#server/db/context.ts';

type Quote = { account_id: string; quote_id: string };

/** Ends the quote's link, if there is one; says whether there was. */
export async function revokeShare(ctx: Ctx, quote: Quote): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('quote_shares')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', quote.account_id)
    .where('quote_id', '=', quote.quote_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertShare(ctx: Ctx, share: Quote & { token_hash: string; created_by: string }): Promise<void> {
  await ctx.db
    .insertInto('quote_shares')
    .values({ ...share, created_at: ctx.now })
    .execute();
}

export async function isShared(ctx: Ctx, accountId: string, quoteId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('quote_shares')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('quote_id', '=', quoteId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The quote that a link's hash opens. */
export async function findShare(ctx: Ctx, tokenHash: string): Promise<Quote | undefined> {
  return ctx.db
    .selectFrom('quote_shares')
    .select(['account_id', 'quote_id'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
}
