import type { Ctx } from '#server/db/context.ts';

/** Keeps what a paid order cost before a change and since, and how that was computed. */
export async function insertChange(
  ctx: Ctx,
  accountId: string,
  change: {
    id: string;
    order_id: string;
    order_version: number;
    was: object;
    became: object;
    difference: number;
    currency: string;
    lines: readonly object[];
    invoice_id: string | null;
  },
): Promise<void> {
  const { was, became, lines, ...row } = change;
  await ctx.db
    .insertInto('order_changes')
    .values({
      ...row,
      account_id: accountId,
      at: ctx.now,
      was: JSON.stringify(was),
      became: JSON.stringify(became),
      lines: JSON.stringify(lines),
    })
    .execute();
}
