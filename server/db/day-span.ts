import { type RawBuilder, sql } from 'kysely';
import { shanghaiMidnight } from '#server/lib/business-time.ts';
import type { AccountCtx } from './context.ts';
import { prepared } from './kysely-pool.ts';

const dayMs = 86_400_000;

/** Days as moments: from one on, and before another. */
export type Span = { since: Date | null; before: Date | null };

/** Days that a reader names, as moments of the account's time zone, in which its statistics are cut as well; undefined without any. */
export async function spanOf(ctx: AccountCtx, from?: string, to?: string): Promise<Span | undefined> {
  if (!from && !to) return undefined;
  const { rows } = await sql<Span>`${prepared}
    SELECT ${from || null}::date::timestamp AT TIME ZONE time_zone AS since,
      (${to || null}::date + 1)::timestamp AT TIME ZONE time_zone AS before
    FROM accounts WHERE id = ${ctx.account}`.execute(ctx.db);
  return rows[0];
}

/** Days as moments of where the provider works, in which its own books are cut; undefined without any. */
export const providerSpan = (from?: string, to?: string): Span | undefined =>
  from || to
    ? {
        since: from ? new Date(shanghaiMidnight(from)) : null,
        before: to ? new Date(shanghaiMidnight(to) + dayMs) : null,
      }
    : undefined;

/** Calendar days between two moments in the time zone of an account (`a`); none where the second is the earlier one. */
export const daysBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql`greatest(0, (${to} AT TIME ZONE a.time_zone)::date - (${from} AT TIME ZONE a.time_zone)::date)`;

/** Conditions of a moment within a span. Comparing a moment with a day is not leakproof, and would lose its index (P37). */
export function within(column: string, span: Span | undefined): RawBuilder<unknown>[] {
  const at = sql.ref(column);
  return [
    ...(span?.since ? [sql`${at} >= ${span.since}::timestamptz`] : []),
    ...(span?.before ? [sql`${at} < ${span.before}::timestamptz`] : []),
  ];
}
