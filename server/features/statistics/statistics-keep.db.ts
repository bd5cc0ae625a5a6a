import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { StoreDay } from './statistics-details.db.ts';
import { measureColumns, measures, summed } from './statistics-sums.ts';

/** Accounts with differences that are not folded yet. */
export async function accountsToFold(ctx: Ctx): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`SELECT DISTINCT account_id FROM statistics_changes`.execute(
    ctx.db,
  );
  return rows;
}

const anything = sql`(${sql.join(measures.map((name) => sql.ref(name)))}) <> (${sql.join(measures.map(() => sql`0`))})`;
const added = (table: string) =>
  sql.join(
    measures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
  );

/** Adds the open differences of an account to its sums; writers only ever append, so none is lost. Answers their days. */
export async function foldChanges(ctx: AccountCtx): Promise<StoreDay[]> {
  const { rows } = await sql<StoreDay>`
    WITH gone AS (DELETE FROM statistics_changes WHERE account_id = ${ctx.account}
        RETURNING day, store_id, country, channel_id, ${measureColumns}),
      days AS (
        INSERT INTO statistics_days (account_id, day, store_id, ${measureColumns})
        SELECT ${ctx.account}, s.* FROM (SELECT day, store_id, ${summed} FROM gone GROUP BY 1, 2) s WHERE ${anything}
        ON CONFLICT (account_id, day, store_id) DO UPDATE SET ${added('statistics_days')}),
      places AS (
        INSERT INTO statistics_places (account_id, day, store_id, country, channel_id, ${measureColumns})
        SELECT ${ctx.account}, s.* FROM (SELECT day, store_id, country, channel_id, ${summed} FROM gone GROUP BY 1, 2, 3, 4) s WHERE ${anything}
        ON CONFLICT (account_id, day, store_id, country, channel_id) DO UPDATE SET ${added('statistics_places')})
    SELECT DISTINCT store_id, day::text AS day FROM gone`.execute(ctx.db);
  return rows;
}

/** Folding and checking an account's sums exclude each other until the transaction ends; whoever appends differences waits for neither. */
export async function lockSums(ctx: AccountCtx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`statistics ${ctx.account}`}, 0))`.execute(ctx.db);
}

/** Accounts whose sums were not compared with their orders since then, longest ago first. */
export async function accountsToCheck(ctx: Ctx, before: Date, most: number): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT a.id AS account_id FROM accounts a LEFT JOIN statistics_checks c ON c.account_id = a.id
    WHERE c.checked_at IS NULL OR c.checked_at < ${before}
    ORDER BY c.checked_at NULLS FIRST, a.id LIMIT ${most}`.execute(ctx.db);
  return rows;
}

/**
 * Appends what the sums by place lack or have too much, compared with all orders in one snapshot. Whatever changes an order
 * meanwhile changes both alike, so the difference stays right. Answers how many sums it puts right.
 */
export async function correctPlaces(ctx: AccountCtx): Promise<number> {
  const keys = sql`store_id, day, country, channel_id`;
  const negative = sql.join(measures.map((name) => sql`-${sql.ref(name)}`));
  const done = await sql`
    INSERT INTO statistics_changes (account_id, ${keys}, ${measureColumns})
    SELECT ${ctx.account}, s.* FROM (
      SELECT ${keys}, ${summed} FROM (
        SELECT f.store_id, f.day, f.country, f.channel_id, ${sql.join(measures.map((name) => sql.ref(`f.${name}`)))}
        FROM orders o, statistics_of_order(o) f WHERE o.account_id = ${ctx.account}
        UNION ALL SELECT ${keys}, ${negative} FROM statistics_places WHERE account_id = ${ctx.account}
        UNION ALL SELECT ${keys}, ${negative} FROM statistics_changes WHERE account_id = ${ctx.account}) found
      GROUP BY 1, 2, 3, 4) s
    WHERE ${anything}`.execute(ctx.db);
  return Number(done.numAffectedRows ?? 0n);
}

/** Writes the sums by day again where they are not those of its places. Answers how many there were. */
export async function correctDays(ctx: AccountCtx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    WITH right_sums AS (SELECT day, store_id, ${summed} FROM statistics_places WHERE account_id = ${ctx.account} GROUP BY 1, 2),
      wrong AS (
        SELECT day, store_id FROM (
          SELECT day, store_id, ${measureColumns} FROM right_sums
          UNION ALL SELECT day, store_id, ${sql.join(measures.map((name) => sql`-${sql.ref(name)}`))} FROM statistics_days
            WHERE account_id = ${ctx.account}) both_sums
        GROUP BY 1, 2 HAVING (${sql.join(measures.map((name) => sql`sum(${sql.ref(name)})`))}) <> (${sql.join(measures.map(() => sql`0`))})),
      gone AS (DELETE FROM statistics_days d USING wrong w
        WHERE d.account_id = ${ctx.account} AND d.day = w.day AND d.store_id = w.store_id AND NOT EXISTS (
          SELECT 1 FROM right_sums r WHERE r.day = w.day AND r.store_id = w.store_id)),
      written AS (
        INSERT INTO statistics_days (account_id, day, store_id, ${measureColumns})
        SELECT ${ctx.account}, r.* FROM right_sums r JOIN wrong USING (day, store_id)
        ON CONFLICT (account_id, day, store_id) DO UPDATE SET ${sql.join(measures.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))})
    SELECT count(*)::int AS n FROM wrong`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** Keeps when an account's sums were compared with its orders, and how many were put right. */
export async function saveCheck(ctx: AccountCtx, corrected: number): Promise<void> {
  await sql`
    INSERT INTO statistics_checks (account_id, checked_at, time_zone, currency, orders, corrected, corrected_at)
    SELECT a.id, ${ctx.now}, a.time_zone, a.currency, (SELECT count(*) FROM orders o WHERE o.account_id = a.id), 0, NULL
    FROM accounts a WHERE a.id = ${ctx.account}
    ON CONFLICT (account_id) DO UPDATE SET checked_at = excluded.checked_at, time_zone = excluded.time_zone, currency = excluded.currency,
      orders = excluded.orders,
      corrected = CASE WHEN ${corrected} = 0 THEN statistics_checks.corrected ELSE ${corrected} END,
      corrected_at = CASE WHEN ${corrected} = 0 THEN statistics_checks.corrected_at ELSE ${ctx.now} END`.execute(
    ctx.db,
  );
}

/** Whether the account's time zone or currency may be another one than that of its sums; nobody knows before the first check. */
export async function isMoved(ctx: AccountCtx): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean }>`
    SELECT c.time_zone <> a.time_zone OR c.currency <> a.currency AS moved
    FROM statistics_checks c JOIN accounts a ON a.id = c.account_id WHERE c.account_id = ${ctx.account}`.execute(
    ctx.db,
  );
  return rows[0]?.moved ?? true;
}
