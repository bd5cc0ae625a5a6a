import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import type { ShopAddress, TimeRange } from '#server/connectors/connector.ts';
import type { DayReading, Finding, OurMark } from './comparison-reading.ts';
import type { OurFacts } from './order-digest.ts';

export type ComparisonRef = { account_id: string; id: string };
export type ComparisonRow = {
  account_id: string;
  id: string;
  store_id: string;
  cause: 'daily' | 'asked';
  state: 'running' | 'done' | 'failed';
  job_id: string;
  from_day: string;
  to_day: string;
  zone: string;
  as_of: Date;
  shop_orders: number;
  our_orders: number;
  found: number;
  healed: number;
  error: string | null;
  created_at: Date;
  finished_at: Date | null;
};
export type ListedRow = ComparisonRow & { number: number | null; hash: string | null; signed_at: Date | null };

type Which = { accountId: string; stores: readonly string[] | null; storeId?: string | undefined; id?: string };

function matching({ accountId, stores, storeId, id }: Which) {
  const scope = stores ? sql`AND c.store_id = ANY(${[...stores]}::uuid[])` : sql``;
  const store = storeId ? sql`AND c.store_id = ${storeId}` : sql``;
  const one = id ? sql`AND c.id = ${id}` : sql``;
  return sql`c.account_id = ${accountId} ${scope} ${store} ${one}`;
}

export async function findComparisons(
  ctx: Ctx,
  which: Which,
  page: { offset: number; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    SELECT c.account_id, c.id, c.store_id, c.cause, c.state, c.job_id, c.from_day, c.to_day, c.zone, c.as_of, c.shop_orders, c.our_orders,
      c.found, c.healed, c.error, c.created_at, c.finished_at, r.number, r.hash, r.signed_at
    FROM comparisons c LEFT JOIN comparison_reports r ON r.account_id = c.account_id AND r.comparison_id = c.id
    WHERE ${matching(which)} ORDER BY c.created_at DESC, c.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countComparisons(ctx: Ctx, which: Which): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM comparisons c WHERE ${matching(which)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

/** The store's running comparison. */
export async function findRunning(ctx: AccountCtx, storeId: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('comparisons')
    .select('id')
    .where('account_id', '=', ctx.account)
    .where('store_id', '=', storeId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return row?.id;
}

/** False when one of the store runs already: the database has the last word. */
export async function insertComparison(
  ctx: Ctx,
  comparison: Pick<
    ComparisonRow,
    'account_id' | 'id' | 'store_id' | 'cause' | 'job_id' | 'from_day' | 'to_day' | 'zone' | 'as_of'
  >,
): Promise<boolean> {
  const done = await ctx.db
    .insertInto('comparisons')
    .values({ ...comparison, created_at: ctx.now, touched_at: ctx.now })
    .onConflict((conflict) => conflict.columns(['account_id', 'store_id']).where('state', '=', 'running').doNothing())
    .executeTakeFirst();
  return (done.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Takes a running comparison over: whoever ran it before finds that out at its next step. */
export async function claim(ctx: Ctx, ref: ComparisonRef, runner: string): Promise<ComparisonRow | undefined> {
  const { rows } = await sql<ComparisonRow>`
    UPDATE comparisons SET runner = ${runner}, touched_at = ${ctx.now}
    WHERE account_id = ${ref.account_id} AND id = ${ref.id} AND state = 'running'
    RETURNING account_id, id, store_id, cause, state, job_id, from_day, to_day, zone, as_of, shop_orders, our_orders, found, healed,
      error, created_at, finished_at`.execute(ctx.db);
  return rows[0];
}

/** Whether the run still is the one that may write; locks the row until the end of the transaction. */
export async function holds(ctx: Ctx, ref: ComparisonRef, runner: string): Promise<boolean> {
  const done = await ctx.db
    .updateTable('comparisons')
    .set({ touched_at: ctx.now })
    .where('account_id', '=', ref.account_id)
    .where('id', '=', ref.id)
    .where('runner', '=', runner)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

export async function endComparison(
  ctx: Ctx,
  ref: ComparisonRef,
  end: { state: 'done' | 'failed'; error?: string } & Partial<
    Pick<ComparisonRow, 'shop_orders' | 'our_orders' | 'found' | 'healed'>
  >,
): Promise<void> {
  await ctx.db
    .updateTable('comparisons')
    .set({ ...end, finished_at: ctx.now })
    .where('account_id', '=', ref.account_id)
    .where('id', '=', ref.id)
    .execute();
  await ctx.db
    .deleteFrom('comparison_days')
    .where('account_id', '=', ref.account_id)
    .where('comparison_id', '=', ref.id)
    .execute();
}

/** A day with what became of what was found on it; `before` is the first look, when something was healed. */
export type ComparedDay = DayReading & {
  missing: number;
  extra: number;
  different: number;
  healed: number;
  before: Pick<DayReading, 'shop' | 'ours'> | null;
};
export type SettledFinding = Finding & { outcome: 'healed' | 'open' };

export async function saveDays(ctx: Ctx, { account_id, id }: ComparisonRef, days: readonly ComparedDay[]) {
  await ctx.db
    .insertInto('comparison_days')
    .values(
      days.map((reading) => ({
        account_id,
        comparison_id: id,
        day: reading.day,
        reading: JSON.stringify(reading),
      })),
    )
    .execute();
}

export async function findDays(ctx: Ctx, { account_id, id }: ComparisonRef): Promise<ComparedDay[]> {
  const { rows } = await sql<{ reading: ComparedDay }>`
    SELECT reading FROM comparison_days WHERE account_id = ${account_id} AND comparison_id = ${id} ORDER BY day`.execute(
    ctx.db,
  );
  return rows.map((row) => row.reading);
}

/** An order that is found on two days, because it was moved, is one finding. */
export async function saveFindings(ctx: Ctx, { account_id, id }: ComparisonRef, findings: readonly SettledFinding[]) {
  if (findings.length === 0) return;
  await sql`
    INSERT INTO comparison_findings (account_id, comparison_id, external_id, order_name, day, kind, differs, outcome)
    SELECT ${account_id}, ${id}, r.external_id, r.order_name, r.day, r.kind, r.differs, r.outcome
    FROM jsonb_to_recordset(${JSON.stringify(findings)}::jsonb)
      AS r(external_id text, order_name text, day text, kind text, differs text[], outcome text)
    ON CONFLICT (account_id, comparison_id, external_id) DO UPDATE SET outcome = excluded.outcome`.execute(ctx.db);
}

export type FindingRow = SettledFinding & { comparison_id: string };
type WhichFindings = { accountId: string; stores: readonly string[] | null; comparisonId?: string | undefined };

function findingsOf({ accountId, stores, comparisonId }: WhichFindings) {
  const scope = stores
    ? sql`AND EXISTS (SELECT 1 FROM comparisons c WHERE c.account_id = f.account_id AND c.id = f.comparison_id
            AND c.store_id = ANY(${[...stores]}::uuid[]))`
    : sql``;
  const one = comparisonId ? sql`AND f.comparison_id = ${comparisonId}` : sql``;
  return sql`f.account_id = ${accountId} ${scope} ${one}`;
}

export async function findFindings(
  ctx: Ctx,
  which: WhichFindings,
  page: { offset: number; limit: number | null },
): Promise<FindingRow[]> {
  const { rows } = await sql<FindingRow>`
    SELECT f.comparison_id, f.external_id, f.order_name, f.day, f.kind, f.differs, f.outcome
    FROM comparison_findings f WHERE ${findingsOf(which)}
    ORDER BY f.comparison_id DESC, f.outcome DESC, f.day DESC, f.external_id OFFSET ${page.offset} LIMIT ${page.limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function countFindings(ctx: Ctx, which: WhichFindings): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM comparison_findings f WHERE ${findingsOf(which)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
}

type StoreForPlan = {
  account_id: string;
  id: string;
  time_zone: string | null;
  connected_at: Date | null;
  last: Date | null;
};

/** Connected shops whose first import is done, each with its last daily comparison. */
export async function findForPlan(ctx: Ctx): Promise<StoreForPlan[]> {
  const { rows } = await sql<StoreForPlan>`
    SELECT s.account_id, s.id, s.time_zone, s.connected_at,
      (SELECT max(c.created_at) FROM comparisons c WHERE c.account_id = s.account_id AND c.store_id = s.id AND c.cause = 'daily') AS last
    FROM stores s WHERE s.platform = 'shopify' AND s.status = 'connected' AND s.orders_watermark IS NOT NULL`.execute(
    ctx.db,
  );
  return rows;
}

/** Comparisons that nobody worked on for a while: their worker died, or gave up. */
export async function findForgotten(ctx: Ctx, before: Date) {
  return ctx.db
    .selectFrom('comparisons')
    .select(['account_id', 'id', 'store_id'])
    .where('state', '=', 'running')
    .where('touched_at', '<', before)
    .execute();
}

type StoreRef = { account_id: string; id: string };

/** Orders of a store that came from its shop and were placed within the range. */
export async function findMarks(ctx: Ctx, store: StoreRef, { from, to }: TimeRange): Promise<OurMark[]> {
  const { rows } = await sql<OurMark>`
    SELECT external_id, name, placed_at, external_updated_at AS updated_at, deleted_in_shop_at IS NOT NULL AS gone
    FROM orders
    WHERE account_id = ${store.account_id} AND store_id = ${store.id} AND placed_at >= ${from} AND placed_at < ${to}
      AND source = 'api' AND split_from IS NULL`.execute(ctx.db);
  return rows;
}

type FactsRow = Omit<OurFacts, 'address'> & ShopAddress;

/** What is kept of these orders, as far as it is compared. */
export async function findFacts(ctx: Ctx, store: StoreRef, externalIds: readonly string[]): Promise<OurFacts[]> {
  const { rows } = await sql<FactsRow & { order_name: string; recipient_name: string | null }>`
    SELECT o.external_id, o.name AS order_name, o.placed_at, o.external_updated_at AS updated_at, o.cancelled_at, o.financial_status,
      o.fulfillment_status, o.test, o.deleted_in_shop_at IS NOT NULL AS gone, r.redacted_at IS NOT NULL AS redacted,
      r.name AS recipient_name, r.company, r.address1, r.address2, r.city, r.province, r.province_code, r.zip, r.country, r.phone,
      (SELECT coalesce(json_agg(json_build_object('external_id', l.external_id, 'current_quantity', l.current_quantity
          + CASE WHEN l.moved_quantity = 0 THEN 0 ELSE (SELECT coalesce(sum(h.current_quantity), 0) FROM order_lines h
              WHERE h.account_id = l.account_id AND h.origin_line_id = l.id) END)), '[]')
       FROM order_lines l WHERE l.account_id = o.account_id AND l.order_id = o.id AND l.origin_line_id IS NULL) AS lines
    FROM orders o LEFT JOIN order_recipients r ON r.account_id = o.account_id AND r.order_id = o.id
    WHERE o.account_id = ${store.account_id} AND o.store_id = ${store.id} AND o.external_id = ANY(${[...externalIds]}::text[])
      AND o.source = 'api' AND o.split_from IS NULL`.execute(ctx.db);
  return rows.map(({ order_name, recipient_name, ...row }) => {
    const { company, address1, address2, city, province, province_code, zip, country, phone, ...facts } = row;
    const address = {
      name: recipient_name,
      company,
      address1,
      address2,
      city,
      province,
      province_code,
      zip,
      country,
      phone,
    };
    return { ...facts, name: order_name, address };
  });
}

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
