import { type RawBuilder, sql } from 'kysely';
import type { Days } from '#contract/statistics-rules.ts';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

export type AdRow = {
  id: string;
  day: string;
  store: { id: string; name: string } | null;
  platform: string;
  campaign: string;
  amount: number;
  currency: string;
  source: 'manual' | 'file';
  updated_at: Date;
};

/** Spend that belongs to stores which the reader does not see is not theirs either, and that of no store alone is the account's. */
const within = (ctx: AccountCtx, days: Days, stores: readonly string[] | null): RawBuilder<unknown> => sql`
  s.account_id = ${ctx.account} AND s.day BETWEEN ${days.from}::date AND ${days.to}::date
  ${stores ? sql`AND s.store_id = ANY(${[...stores]}::uuid[])` : sql``}`;

export async function findAds(
  ctx: AccountCtx,
  days: Days,
  stores: readonly string[] | null,
  page: { offset: number; limit: number },
): Promise<{ rows: AdRow[]; total: number }> {
  const { rows } = await sql<AdRow & { total: number }>`
    SELECT s.id, s.day::text AS day, s.platform, s.campaign, s.amount, s.currency, s.source, s.updated_at,
      CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'name', t.name) END AS store, count(*) OVER ()::int AS total
    FROM ad_spend s LEFT JOIN stores t ON t.account_id = s.account_id AND t.id = s.store_id
    WHERE ${within(ctx, days, stores)}
    ORDER BY s.day DESC, s.platform, s.campaign, s.id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(ctx.db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Spend by day in the account's currency, and how many amounts no rate is known for. */
export async function adsByDay(
  ctx: AccountCtx,
  days: Days,
  stores: readonly string[] | null,
): Promise<{ day: string; ads: number; ads_no_rate: number }[]> {
  const { rows } = await sql<{ day: string; ads: number; ads_no_rate: number }>`
    SELECT s.day::text AS day, coalesce(sum(converted_minor(s.amount, s.currency, a.currency, s.rate)), 0)::bigint AS ads,
      count(*) FILTER (WHERE s.rate IS NULL)::int AS ads_no_rate
    FROM ad_spend s JOIN accounts a ON a.id = s.account_id WHERE ${within(ctx, days, stores)} GROUP BY s.day`.execute(
    ctx.db,
  );
  return rows;
}

export type AdInput = {
  id: string;
  day: string;
  store_id: string | null;
  platform: string;
  campaign: string;
  amount: number;
  currency: string;
};

/** Writes spend; what is there for the same day, store, platform and campaign is replaced. Answers how many rows are other than before. */
export async function saveAds(
  ctx: AccountCtx,
  ads: readonly AdInput[],
  by: { source: 'manual' | 'file'; user_id: string },
): Promise<{ added: number; changed: number }> {
  const { rows } = await sql<{ added: boolean }>`
    INSERT INTO ad_spend AS s (account_id, id, day, store_id, platform, campaign, amount, currency, rate, source, created_by, updated_at)
    SELECT ${ctx.account}, r.id, r.day, r.store_id, r.platform, r.campaign, r.amount, r.currency,
      (SELECT x.rate FROM accounts a, exchange_rate(r.currency, a.currency, r.day) x WHERE a.id = ${ctx.account}),
      ${by.source}, ${by.user_id}, ${ctx.now}
    FROM json_to_recordset(${JSON.stringify(ads)}::json)
      AS r(id uuid, day date, store_id uuid, platform text, campaign text, amount bigint, currency char(3))
    ON CONFLICT (account_id, day, store_id, platform, campaign) DO UPDATE SET amount = excluded.amount, currency = excluded.currency,
      rate = excluded.rate, source = excluded.source, created_by = excluded.created_by, updated_at = excluded.updated_at
    WHERE s.amount <> excluded.amount OR s.currency <> excluded.currency
    RETURNING s.id = ANY(${ads.map(({ id }) => id)}::uuid[]) AS added`.execute(ctx.db);
  return { added: rows.filter(({ added }) => added).length, changed: rows.filter(({ added }) => !added).length };
}

/** Removes one amount; answers whether it was there for this reader. */
export async function removeAd(ctx: AccountCtx, id: string, stores: readonly string[] | null): Promise<boolean> {
  const done = await sql`
    DELETE FROM ad_spend WHERE account_id = ${ctx.account} AND id = ${id}
      ${stores ? sql`AND store_id = ANY(${[...stores]}::uuid[])` : sql``}`.execute(ctx.db);
  return Number(done.numAffectedRows ?? 0n) > 0;
}

/** Gives spend of these days, and of those after them, the rate of its day, where there is one by now. */
export async function keepAdRates(ctx: Ctx, { from, to }: Days): Promise<void> {
  await sql`
    UPDATE ad_spend s SET rate = x.rate
    FROM ad_spend n JOIN accounts a ON a.id = n.account_id CROSS JOIN LATERAL exchange_rate(n.currency, a.currency, n.day) x
    WHERE n.rate IS NULL AND n.day BETWEEN ${from}::date AND ${to}::date + 7 AND s.account_id = n.account_id AND s.id = n.id`.execute(
    ctx.db,
  );
}

/** Stores of the account by name and by the address of their shop, in lower case. */
export async function storeNames(ctx: AccountCtx): Promise<{ id: string; name: string; domain: string }[]> {
  const { rows } = await sql<{ id: string; name: string; domain: string }>`
    SELECT id, lower(name) AS name, lower(external_domain) AS domain FROM stores WHERE account_id = ${ctx.account}`.execute(
    ctx.db,
  );
  return rows;
}
