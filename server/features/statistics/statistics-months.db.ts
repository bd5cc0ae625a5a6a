import { type RawBuilder, sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { daysBetween } from '#server/db/day-span.ts';

/** Accounts with months whose parcels are to be read again. */
export async function accountsWithMonths(ctx: Ctx): Promise<{ account_id: string }[]> {
  const { rows } = await sql<{ account_id: string }>`SELECT DISTINCT account_id FROM statistics_months`.execute(ctx.db);
  return rows;
}

/** Takes away the noted months of an account and answers them. */
export async function takeMonths(ctx: AccountCtx): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    WITH gone AS (DELETE FROM statistics_months WHERE account_id = ${ctx.account} RETURNING month)
    SELECT DISTINCT month::text AS month FROM gone`.execute(ctx.db);
  return rows.map((row) => row.month);
}

const within = (column: RawBuilder<unknown>) => sql`${column} >= m.month::timestamp AT TIME ZONE a.time_zone
  AND ${column} < (m.month + interval '1 month')::timestamp AT TIME ZONE a.time_zone`;

/** What is kept by month: the columns of a table, and what the rows say of some months (`m`) of an account (`a`). */
type Kept = {
  table: RawBuilder<unknown>;
  columns: RawBuilder<unknown>;
  said: (months: RawBuilder<unknown>) => RawBuilder<unknown>;
};

const deliveries: Kept = {
  table: sql`statistics_deliveries`,
  columns: sql`month, store_id, since, country, channel_id, days, parcels, promised, late`,
  said: (months) => sql`
    SELECT m.month, o.store_id, s.since, o.country, p.channel_id, s.days, count(*) AS parcels,
      count(o.promised_by) FILTER (WHERE s.since = 'paid') AS promised,
      count(*) FILTER (WHERE s.since = 'paid' AND (p.delivered_at AT TIME ZONE a.time_zone)::date > o.promised_by) AS late
    FROM ${months} JOIN parcels p ON p.account_id = a.id AND ${within(sql`p.delivered_at`)}
    JOIN orders o ON o.account_id = a.id AND o.id = p.order_id
    CROSS JOIN LATERAL (VALUES ('paid', ${daysBetween(sql`o.paid_at`, sql`p.delivered_at`)}),
      ('shipped', ${daysBetween(sql`p.shipped_at`, sql`p.delivered_at`)})) s(since, days)
    WHERE s.since = 'shipped' OR o.paid_at IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`,
};

const parcels: Kept = {
  table: sql`statistics_parcels`,
  columns: sql`month, store_id, country, channel_id, parcels, claims, asked, granted, refunded`,
  said: (months) => sql`
    SELECT month, store_id, country, channel_id, sum(parcels)::bigint AS parcels, sum(claims)::bigint AS claims, sum(asked)::bigint AS asked,
      sum(granted)::bigint AS granted, sum(refunded)::bigint AS refunded
    FROM (
      SELECT m.month, o.store_id, o.country, p.channel_id, 1 AS parcels, 0 AS claims, 0 AS asked, 0 AS granted, 0 AS refunded
      FROM ${months} JOIN parcels p ON p.account_id = a.id AND ${within(sql`p.shipped_at`)}
      JOIN orders o ON o.account_id = a.id AND o.id = p.order_id
      UNION ALL
      SELECT m.month, o.store_id, o.country, coalesce(p.channel_id, o.channel_id), 0, 1, c.asked, coalesce(c.granted, 0), (c.granted > 0)::int
      FROM ${months} JOIN claims c ON c.account_id = a.id AND c.status <> 'withdrawn'
      JOIN orders o ON o.account_id = a.id AND o.id = c.order_id
      LEFT JOIN parcels p ON p.account_id = a.id AND p.id = c.parcel_id
      WHERE ${within(sql`coalesce(p.shipped_at, o.shipped_at)`)} AND coalesce(p.channel_id, o.channel_id) IS NOT NULL) found
    GROUP BY 1, 2, 3, 4`,
};

/** The product of an order line `l`, where it is known. */
const product = sql`LEFT JOIN store_variants v ON v.account_id = a.id AND v.id = l.variant_id`;

const claims: Kept = {
  table: sql`statistics_claims`,
  columns: sql`month, store_id, product_id, units, claimed, refunded, granted`,
  said: (months) => sql`
    SELECT month, store_id, product_id, sum(units)::bigint AS units, sum(claimed)::bigint AS claimed, sum(refunded)::bigint AS refunded,
      sum(granted)::bigint AS granted
    FROM (
      SELECT m.month, o.store_id, v.product_id, i.quantity AS units, 0 AS claimed, 0 AS refunded, 0 AS granted
      FROM ${months} JOIN parcels p ON p.account_id = a.id AND ${within(sql`p.shipped_at`)}
      JOIN orders o ON o.account_id = a.id AND o.id = p.order_id
      JOIN parcel_lines i ON i.account_id = a.id AND i.parcel_id = p.id
      JOIN order_lines l ON l.account_id = a.id AND l.id = i.line_id ${product}
      UNION ALL
      SELECT m.month, o.store_id, v.product_id, 0, i.quantity, CASE WHEN i.granted > 0 THEN i.quantity ELSE 0 END, i.granted
      FROM ${months} JOIN claims c ON c.account_id = a.id AND c.status <> 'withdrawn'
      JOIN orders o ON o.account_id = a.id AND o.id = c.order_id
      LEFT JOIN parcels p ON p.account_id = a.id AND p.id = c.parcel_id
      JOIN claim_lines i ON i.account_id = a.id AND i.claim_id = c.id
      JOIN order_lines l ON l.account_id = a.id AND l.id = i.line_id ${product}
      WHERE ${within(sql`coalesce(p.shipped_at, o.shipped_at)`)}) found
    GROUP BY 1, 2, 3`,
};

const all = [deliveries, parcels, claims];

/** Reads deliveries and claims of some months again from the parcels. */
export async function writeMonths(ctx: AccountCtx, months: readonly string[]): Promise<void> {
  if (months.length === 0) return;
  const given = sql`(SELECT * FROM accounts WHERE id = ${ctx.account}) a CROSS JOIN unnest(${[...months]}::date[]) AS m(month)`;
  const where = sql`account_id = ${ctx.account} AND month = ANY(${[...months]}::date[])`;
  const rowsOf = ({ columns, said }: Kept) => sql`SELECT ${ctx.account}, ${columns} FROM (${said(given)}) s`;
  await sql`DELETE FROM statistics_deliveries WHERE ${where}`.execute(ctx.db);
  await sql`DELETE FROM statistics_parcels WHERE ${where}`.execute(ctx.db);
  await sql`DELETE FROM statistics_claims WHERE ${where}`.execute(ctx.db);
  await sql`INSERT INTO statistics_deliveries (account_id, ${deliveries.columns}) ${rowsOf(deliveries)}`.execute(
    ctx.db,
  );
  await sql`INSERT INTO statistics_parcels (account_id, ${parcels.columns}) ${rowsOf(parcels)}`.execute(ctx.db);
  await sql`INSERT INTO statistics_claims (account_id, ${claims.columns}) ${rowsOf(claims)}`.execute(ctx.db);
}

/**
 * Months whose deliveries and claims are not what the parcels say, of all months. Those that are noted are left out: they are
 * read again soon.
 */
export async function wrongMonths(ctx: AccountCtx): Promise<string[]> {
  const given = sql`(SELECT * FROM accounts WHERE id = ${ctx.account}) a CROSS JOIN months m`;
  const differing = ({ table, columns, said }: Kept) => sql`
    SELECT month FROM (
      SELECT ${columns}, 1 AS n FROM (${said(given)}) s
      UNION ALL SELECT ${columns}, -1 FROM ${table} WHERE account_id = ${ctx.account}) d
    GROUP BY ${columns} HAVING sum(n) <> 0`;
  const { rows } = await sql<{ month: string }>`
    WITH months AS MATERIALIZED (
      SELECT DISTINCT date_trunc('month', moment AT TIME ZONE a.time_zone)::date AS month
      FROM accounts a CROSS JOIN LATERAL (
        SELECT shipped_at AS moment FROM parcels WHERE account_id = a.id
        UNION ALL SELECT delivered_at FROM parcels WHERE account_id = a.id
        UNION ALL SELECT o.shipped_at FROM claims c JOIN orders o ON o.account_id = c.account_id AND o.id = c.order_id WHERE c.account_id = a.id) t
      WHERE a.id = ${ctx.account} AND moment IS NOT NULL)
    SELECT DISTINCT w.month::text AS month FROM (${sql.join(all.map(differing), sql` UNION ALL `)}) w
    WHERE NOT EXISTS (SELECT FROM statistics_months n WHERE n.account_id = ${ctx.account} AND n.month = w.month)`.execute(
    ctx.db,
  );
  return rows.map((row) => row.month);
}
