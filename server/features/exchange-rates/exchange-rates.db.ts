import { sql } from 'kysely';
import { type Conversion, maxRateAgeDays, type rateSources } from '#contract/exchange-rates.ts';
import type { Ctx } from '#server/db/context.ts';

type Source = (typeof rateSources)[number];
type Rate = { currency: string; day: string; per_euro: string };

const dayOf = (ctx: Ctx) => ctx.now.toISOString().slice(0, 10);

/** Adds published rates; those of a day that is known stay as they are. Answers the days that got some. */
export async function insertPublished(ctx: Ctx, source: Source, rates: readonly Rate[]): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    INSERT INTO exchange_rates (currency, day, source, per_euro, created_at)
    SELECT DISTINCT ON (r.currency, r.day) r.currency, r.day, ${source}, r.per_euro, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(rates)}::json) AS r(currency text, day date, per_euro numeric)
    ORDER BY r.currency, r.day
    ON CONFLICT (currency, day, source) DO NOTHING RETURNING to_char(day, 'YYYY-MM-DD') AS day`.execute(ctx.db);
  return [...new Set(rows.map(({ day }) => day))].sort();
}

/** Sets what staff say of a currency on a day. */
export async function saveEntered(ctx: Ctx, rate: Rate & { created_by: string }): Promise<void> {
  await sql`
    INSERT INTO exchange_rates (currency, day, source, per_euro, created_by, created_at)
    VALUES (${rate.currency}, ${rate.day}, 'staff', ${rate.per_euro}::numeric, ${rate.created_by}, ${ctx.now})
    ON CONFLICT (currency, day, source) DO UPDATE SET per_euro = excluded.per_euro, created_by = excluded.created_by,
      created_at = excluded.created_at`.execute(ctx.db);
}

/** The last day that a source has published rates of. */
export async function findNewestDay(ctx: Ctx, source: Source): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    SELECT max(day)::text AS day FROM exchange_rates WHERE source = ${source}`.execute(ctx.db);
  return rows[0]?.day ?? null;
}

/** Today's rate between two different currencies; undefined where none is known that is young enough. */
export async function findConversion(ctx: Ctx, from: string, to: string): Promise<Conversion | undefined> {
  const { rows } = await sql<Conversion>`
    SELECT ${from}::text AS "from", ${to}::text AS "to", trim_scale(r.rate)::text AS rate, r.day::text AS day, r.source
    FROM exchange_rate(${from}::char(3), ${to}::char(3), ${dayOf(ctx)}::date) r`.execute(ctx.db);
  return rows[0];
}

export type CurrencyRow = {
  currency: string;
  per_euro: string | null;
  day: string | null;
  source: Source | null;
  author: string | null;
  outdated: boolean;
  stores: number;
};

/** Currencies that stores sell in, and all others with a rate, each with its newest one. */
const currencies = sql`
  SELECT coalesce(s.currency, r.currency) AS currency, trim_scale(r.per_euro)::text AS per_euro, r.day::text AS day, r.source, r.author,
    coalesce(s.stores, 0) AS stores
  FROM (SELECT DISTINCT ON (e.currency) e.currency, e.per_euro, e.day, e.source, coalesce(nullif(u.nick_name, ''), u.username) AS author
        FROM exchange_rates e LEFT JOIN users u ON u.id = e.created_by ORDER BY e.currency, e.day DESC, e.source DESC) r
  FULL JOIN (SELECT currency, count(*)::int AS stores FROM stores WHERE currency IS NOT NULL AND currency <> 'EUR' GROUP BY 1) s
    ON s.currency = r.currency`;

const named = (q: string | undefined) => (q ? sql`strpos(c.currency, ${q.trim().toUpperCase()}) > 0` : sql`true`);

/** A page of currencies, those of stores first. */
export async function findPage(
  ctx: Ctx,
  q: string | undefined,
  page: { offset: number; limit: number },
): Promise<CurrencyRow[]> {
  const { rows } = await sql<CurrencyRow>`
    SELECT c.currency, c.per_euro, c.day, c.source, c.author, c.stores,
      c.day IS NULL OR c.day::date < ${dayOf(ctx)}::date - ${maxRateAgeDays}::int AS outdated
    FROM (${currencies}) c WHERE ${named(q)}
    ORDER BY c.stores DESC, c.currency OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return rows;
}

export async function count(ctx: Ctx, q: string | undefined): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (${currencies}) c WHERE ${named(q)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}
