import { type RawBuilder, sql } from 'kysely';
import { maxListDepth } from '#contract/constants.ts';
import { searchEntries } from '#contract/list-rules.ts';
import type { QuoteStatus } from '#contract/quotes.ts';
import type { FreightFormula, Weighing } from '#contract/shipping.ts';
import type { Ctx } from '#server/db/context.ts';

export type QuoteRow = {
  account_id: string;
  id: string;
  number: string;
  status: QuoteStatus;
  title: string;
  picture_url: string | null;
  product_id: string | null;
  store: { id: string; name: string } | null;
  destinations: string[];
  orders_per_day: number | null;
  target_price: number | null;
  currency: string;
  note: string;
  variants: number;
  agent: string | null;
  sla_due_at: Date;
  submitted_at: Date;
  quoted_at: Date | null;
  valid_until: Date | null;
  price_min: number | null;
  price_max: number | null;
  orders_waiting: number;
  current_version: number;
  version: number;
  client: { id: string; number: number; name: string };
};

const columns = sql`
  q.account_id, q.id, 'Q-' || q.number AS number, q.status, q.title, '/api/pictures/' || coalesce(q.picture, p.picture) AS picture_url, q.product_id,
  CASE WHEN s.id IS NOT NULL THEN json_build_object('id', s.id, 'name', s.name) END AS store,
  q.destinations, q.orders_per_day, q.target_price, q.currency, q.note,
  (SELECT count(*)::int FROM quote_items i WHERE i.account_id = q.account_id AND i.quote_id = q.id) AS variants,
  coalesce(nullif(u.nick_name, ''), u.username) AS agent, q.sla_due_at, q.submitted_at, q.quoted_at, e.valid_until, l.price_min, l.price_max,
  CASE WHEN q.status IN ('submitted', 'in_progress', 'need_info', 'quoted', 'countered') THEN (
    SELECT count(DISTINCT o.id)::int FROM quote_items i
    JOIN order_lines n ON n.account_id = i.account_id AND n.variant_id = i.variant_id
    JOIN orders o ON o.account_id = n.account_id AND o.id = n.order_id AND o.stage IN ('imported', 'quoting')
    WHERE i.account_id = q.account_id AND i.quote_id = q.id) ELSE 0 END AS orders_waiting,
  q.current_version, q.version, json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client`;

const joins = sql`
  JOIN accounts a ON a.id = q.account_id
  LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
  LEFT JOIN stores s ON s.account_id = q.account_id AND s.id = q.store_id
  LEFT JOIN users u ON u.id = q.assignee_user_id
  LEFT JOIN quote_versions e ON e.account_id = q.account_id AND e.quote_id = q.id AND e.version = q.current_version
  LEFT JOIN LATERAL (SELECT min(x.unit_price) AS price_min, max(x.unit_price) AS price_max FROM quote_lines x
    WHERE x.account_id = q.account_id AND x.quote_id = q.id AND x.version = q.current_version) l ON true`;

export type Filter = {
  statuses: readonly QuoteStatus[] | null;
  stores: readonly string[] | null;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** `submitted_at` puts the oldest first; anything else the newest. */
  sort?: string | undefined;
  /** Only quotes behind this one, newest first: the next batch of an export. */
  after?: string | null;
};
type Page = { offset: number; limit: number };

/** Numbers match whole, titles by any part; both look only at rows that an index has found already. */
function searching(q: string | undefined): RawBuilder<unknown>[] {
  const entries = searchEntries(q ?? '');
  if (entries.length === 0) return [];
  const numbers = entries.flatMap((entry) => /^(?:q-)?(\d{1,15})$/i.exec(entry)?.[1] ?? []);
  const words = entries.filter((entry) => !/^(?:q-)?\d{1,15}$/i.test(entry)).map((entry) => entry.toLowerCase());
  if (words.length === 0) return [sql`q.number = ANY(${numbers}::bigint[])`];
  const titled = sql`EXISTS (SELECT 1 FROM unnest(${words}::text[]) w WHERE strpos(lower(q.title), w) > 0)`;
  return [numbers.length === 0 ? titled : sql`(q.number = ANY(${numbers}::bigint[]) OR ${titled})`];
}

function conditions(accountId: string, filter: Filter): RawBuilder<unknown> {
  const parts = [sql`q.account_id = ${accountId}`, ...searching(filter.q)];
  if (filter.statuses) parts.push(sql`q.status = ANY(${filter.statuses}::text[])`);
  if (filter.stores) parts.push(sql`q.store_id = ANY(${filter.stores}::uuid[])`);
  if (filter.from) parts.push(sql`q.submitted_at >= ${filter.from}::date`);
  if (filter.to) parts.push(sql`q.submitted_at < ${filter.to}::date + 1`);
  if (filter.after)
    parts.push(
      sql`(q.submitted_at, q.id) < (SELECT c.submitted_at, c.id FROM quotes c WHERE c.account_id = ${accountId} AND c.id = ${filter.after})`,
    );
  return sql.join(parts, sql` AND `);
}

const inOrder = ({ sort }: Filter) =>
  sort === 'submitted_at' ? sql`q.submitted_at, q.id` : sql`q.submitted_at DESC, q.id DESC`;

/** The statement of a page of the merchant's list, for the test that looks at its plan. */
export function pageStatement(accountId: string, filter: Filter, page: Page) {
  return sql<QuoteRow>`
    SELECT ${columns}
    FROM (SELECT q.* FROM quotes q WHERE ${conditions(accountId, filter)}
      ORDER BY ${inOrder(filter)} OFFSET ${page.offset} LIMIT ${page.limit}) q
    ${joins} ORDER BY ${inOrder(filter)}`;
}

export async function findPage(ctx: Ctx, accountId: string, filter: Filter, page: Page): Promise<QuoteRow[]> {
  return (await pageStatement(accountId, filter, page).execute(ctx.db)).rows;
}

export async function countMatching(
  ctx: Ctx,
  accountId: string,
  filter: Filter,
  most = maxListDepth + 1,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM quotes q WHERE ${conditions(accountId, filter)} LIMIT ${most}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

/** Quotes per status: of one account, or (desk) of all. */
export async function statusCounts(
  ctx: Ctx,
  accountId: string | null,
  stores: readonly string[] | null,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ status: string; n: number }>`
    SELECT q.status, count(*)::int AS n FROM quotes q
    WHERE ${accountId ? sql`q.account_id = ${accountId}` : sql`true`} ${stores ? sql`AND q.store_id = ANY(${stores}::uuid[])` : sql``}
    GROUP BY q.status`.execute(ctx.db);
  return new Map(rows.map((row) => [row.status, row.n]));
}

/** The desk's queue: what is due first on top, or the latest on top; read status by status, so that each part is one index range. */
export function deskStatement(
  filter: { statuses: readonly QuoteStatus[]; q?: string | undefined; latestFirst: boolean },
  page: Page,
) {
  const order = filter.latestFirst ? sql`q.sla_due_at DESC, q.id DESC` : sql`q.sla_due_at, q.id`;
  const parts = filter.statuses.map((status) => {
    const where = sql.join([sql`q.status = ${status}`, ...searching(filter.q)], sql` AND `);
    return sql`(SELECT q.* FROM quotes q WHERE ${where} ORDER BY ${order} LIMIT ${page.offset + page.limit})`;
  });
  return sql<QuoteRow>`
    SELECT ${columns}
    FROM (SELECT q.* FROM (${sql.join(parts, sql` UNION ALL `)}) q ORDER BY ${order} OFFSET ${page.offset} LIMIT ${page.limit}) q
    ${joins} ORDER BY ${order}`;
}

export async function findForDesk(
  ctx: Ctx,
  filter: Parameters<typeof deskStatement>[0],
  page: Page,
): Promise<QuoteRow[]> {
  return (await deskStatement(filter, page).execute(ctx.db)).rows;
}

export async function countForDesk(
  ctx: Ctx,
  filter: { statuses: readonly QuoteStatus[]; q?: string | undefined },
): Promise<number> {
  const where = sql.join([sql`q.status = ANY(${filter.statuses}::text[])`, ...searching(filter.q)], sql` AND `);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT 1 FROM quotes q WHERE ${where} LIMIT ${maxListDepth + 1}) found`.execute(
    ctx.db,
  );
  return rows[0]?.n ?? 0;
}

export async function findQuote(ctx: Ctx, accountId: string, id: string): Promise<QuoteRow | undefined> {
  const { rows } = await sql<QuoteRow>`
    SELECT ${columns} FROM quotes q ${joins} WHERE q.account_id = ${accountId} AND q.id = ${id}`.execute(ctx.db);
  return rows[0];
}

export type ItemRow = { line: number; variant_id: string | null; title: string; sku: string };

export async function findItems(ctx: Ctx, accountId: string, id: string): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT i.line, i.variant_id, i.title, coalesce(v.sku, '') AS sku FROM quote_items i
    LEFT JOIN store_variants v ON v.account_id = i.account_id AND v.id = i.variant_id
    WHERE i.account_id = ${accountId} AND i.quote_id = ${id} ORDER BY i.line`.execute(ctx.db);
  return rows;
}

export type VersionRow = {
  version: number;
  note: string;
  valid_until: Date;
  price_lock_days: number;
  created_at: Date;
  lines: {
    line: number;
    variant_id: string | null;
    title: string;
    sku: { id: string; code: string; title: string };
    unit_price: number;
    weight_g: number;
    volume_mm3: number;
    lead_days: number;
    moq: number;
  }[];
  freight: {
    destination: string;
    channel: { id: string; name: string };
    formula: FreightFormula;
    days_min: number;
    days_max: number;
    tax_mode: 'DDP' | 'IOSS' | 'DDU';
    weighing: Weighing;
  }[];
};

/** Versions, newest first, with their lines and freight. */
export async function findVersions(ctx: Ctx, accountId: string, id: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT e.version, e.note, e.valid_until, e.price_lock_days, e.created_at,
      (SELECT coalesce(json_agg(json_build_object('line', l.line, 'variant_id', l.variant_id, 'title', i.title,
          'sku', json_build_object('id', k.id, 'code', k.code, 'title', k.title), 'unit_price', l.unit_price, 'weight_g', l.weight_g,
          'volume_mm3', coalesce(k.length_mm::bigint * k.width_mm * k.height_mm, 0), 'lead_days', l.lead_days, 'moq', l.moq) ORDER BY l.line), '[]')
       FROM quote_lines l
       JOIN quote_items i ON i.account_id = l.account_id AND i.quote_id = l.quote_id AND i.line = l.line
       JOIN catalog_skus k ON k.id = l.catalog_sku_id
       WHERE l.account_id = e.account_id AND l.quote_id = e.quote_id AND l.version = e.version) AS lines,
      (SELECT coalesce(json_agg(json_build_object('destination', f.destination, 'channel', json_build_object('id', c.id, 'name', c.name),
          'formula', f.formula, 'days_min', f.days_min, 'days_max', f.days_max, 'tax_mode', f.tax_mode,
          'weighing', json_build_object('divisor', f.divisor, 'step_g', f.step_g)) ORDER BY f.destination, c.name), '[]')
       FROM quote_freight f JOIN channels c ON c.id = f.channel_id
       WHERE f.account_id = e.account_id AND f.quote_id = e.quote_id AND f.version = e.version) AS freight
    FROM quote_versions e WHERE e.account_id = ${accountId} AND e.quote_id = ${id} ORDER BY e.version DESC`.execute(
    ctx.db,
  );
  return rows;
}
