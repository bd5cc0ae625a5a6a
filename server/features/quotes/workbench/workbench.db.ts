import { sql } from 'kysely';
import type { AccountCtx, Ctx } from '#server/db/context.ts';

// Tables that only the role of staff may touch: a merchant's transaction that came here would fail.

export type Fx = { yuan: number; since: Date };

/** Yuan for one unit of a currency, as entered last. */
export async function findFx(ctx: Ctx, currency: string): Promise<Fx | undefined> {
  const { rows } = await sql<Fx>`
    SELECT yuan::float8 AS yuan, created_at AS since FROM fx_rates WHERE currency = ${currency} ORDER BY created_at DESC, id DESC LIMIT 1`.execute(
    ctx.db,
  );
  return rows[0];
}

export async function insertFx(
  ctx: Ctx,
  rate: { id: string; currency: string; yuan: number; created_by: string },
): Promise<void> {
  await ctx.db
    .insertInto('fx_rates')
    .values({ ...rate, created_at: ctx.now })
    .execute();
}

export type Margin = { percent: number; least: number; version: number };

export async function findMargin(ctx: AccountCtx): Promise<Margin | undefined> {
  const { rows } = await sql<Margin>`
    SELECT percent::float8 AS percent, least, version FROM client_margins WHERE account_id = ${ctx.account}`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Sets the rule; false when somebody else changed it meanwhile. */
export async function saveMargin(
  ctx: AccountCtx,
  rule: { percent: number; least: number; version: number; changed_by: string },
): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    INSERT INTO client_margins (account_id, percent, least, changed_by, changed_at, version)
    VALUES (${ctx.account}, ${rule.percent}, ${rule.least}, ${rule.changed_by}, ${ctx.now}, ${rule.version + 1})
    ON CONFLICT (account_id) DO UPDATE SET percent = excluded.percent, least = excluded.least, changed_by = excluded.changed_by,
      changed_at = excluded.changed_at, version = client_margins.version + 1
    WHERE client_margins.version = ${rule.version}
    RETURNING version`.execute(ctx.db);
  return rows.length > 0;
}

export async function hasAccount(ctx: Ctx, id: string): Promise<boolean> {
  return (await ctx.db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

export type CostLine = {
  line: number;
  cost_fen: number;
  fx_rate: number;
  margin_percent: number;
  supplier_url: string;
};

export async function insertCosts(
  ctx: Ctx,
  key: { account_id: string; quote_id: string; version: number },
  lines: readonly CostLine[],
): Promise<void> {
  await ctx.db
    .insertInto('quote_costs')
    .values(lines.map((line) => ({ ...key, ...line })))
    .execute();
}

/** What the current version's lines cost us. */
export async function findCosts(ctx: AccountCtx, quoteId: string): Promise<CostLine[]> {
  const { rows } = await sql<CostLine>`
    SELECT c.line, c.cost_fen, c.fx_rate::float8 AS fx_rate, c.margin_percent::float8 AS margin_percent, c.supplier_url
    FROM quote_costs c JOIN quotes q ON q.account_id = c.account_id AND q.id = c.quote_id AND q.current_version = c.version
    WHERE c.account_id = ${ctx.account} AND c.quote_id = ${quoteId} ORDER BY c.line`.execute(ctx.db);
  return rows;
}

/** Members of staff who answer quotes. */
export async function findAgents(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT u.id, coalesce(nullif(u.nick_name, ''), u.username) AS name FROM users u
    WHERE EXISTS (SELECT 1 FROM staff_roles r WHERE r.user_id = u.id AND r.role IN ('agent', 'admin'))
    ORDER BY 2, 1 LIMIT 200`.execute(ctx.db);
  return rows;
}

export type LikeRow = {
  account_id: string;
  id: string;
  number: string;
  title: string;
  picture_url: string | null;
  client: { id: string; number: number; name: string };
  currency: string;
  current_version: number;
};

/** Quotes with prices whose title has most of these words (as patterns), newest first among equals; same client before others. */
export async function findLike(
  ctx: Ctx,
  about: { account_id: string; id: string; currency: string; words: readonly string[] },
): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    SELECT q.account_id, q.id, 'Q-' || q.number AS number, q.title, '/api/pictures/' || coalesce(q.picture, p.picture) AS picture_url,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client, q.currency, q.current_version
    FROM (SELECT q.*, (SELECT count(*) FROM unnest(${about.words}::text[]) w WHERE lower(q.title) ~ w) AS hits
      FROM quotes q WHERE q.current_version > 0 AND q.currency = ${about.currency} AND q.id <> ${about.id}) q
    JOIN accounts a ON a.id = q.account_id
    LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
    WHERE q.hits > 0 ORDER BY q.hits DESC, (q.account_id = ${about.account_id}) DESC, q.quoted_at DESC NULLS LAST LIMIT 5`.execute(
    ctx.db,
  );
  return rows;
}

/** Pictures that a request is about: those sent with it, and that of its product. */
export async function findAskedPictures(ctx: AccountCtx, id: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    SELECT sha256 FROM (
      SELECT sha256, position FROM quote_pictures WHERE account_id = ${ctx.account} AND quote_id = ${id}
      UNION ALL
      SELECT coalesce(q.picture, p.picture), 1000 FROM quotes q
      LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
      WHERE q.account_id = ${ctx.account} AND q.id = ${id}) asked
    WHERE sha256 IS NOT NULL GROUP BY sha256 ORDER BY min(position)`.execute(ctx.db);
  return rows.map((row) => row.sha256);
}

/** A picture of the catalogue that looks like one of the request. */
export type Alike = { picture: string; asked: string; similarity: number };
type CandidateRow = {
  id: string;
  code: string;
  title: string;
  picture_url: string | null;
  weight_g: number;
  lead_days: number;
  status: 'active' | 'low';
  own: boolean;
  /** How alike the pictures are, and which of the client's it is; null where only words agree. */
  similarity: number | null;
  asked_url: string | null;
  /** Words of the request's title that its own has. */
  words: number;
  price: number | null;
  cost_fen: number | null;
  supplier_url: string;
};

/**
 * SKUs that the client may have which look like a picture of the request, or whose titles have half of its words (as patterns); with the
 * client's own price and with what one cost us when it was quoted last, to whomever.
 */
export async function findCandidates(
  ctx: Ctx,
  about: { account_id: string; currency: string; alike: readonly Alike[]; words: readonly string[] },
  limit: number,
): Promise<CandidateRow[]> {
  const offered = sql`s.status <> 'discontinued' AND (s.owner_account_id IS NULL OR s.owner_account_id = ${about.account_id})`;
  const { rows } = await sql<CandidateRow>`
    WITH alike AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(about.alike)}::json) AS a(picture text, asked text, similarity float8)),
    shown AS (
      SELECT s.id, a.asked, a.similarity FROM alike a JOIN catalog_skus s ON s.picture = a.picture AND ${offered}
      UNION ALL
      SELECT f.id, a.asked, a.similarity FROM alike a JOIN catalog_pictures c ON c.picture = a.picture
      CROSS JOIN LATERAL (SELECT s.id FROM catalog_skus s WHERE s.product_id = c.product_id AND ${offered} ORDER BY s.position, s.code LIMIT 1) f),
    closest AS (SELECT DISTINCT ON (id) id, asked, similarity FROM shown ORDER BY id, similarity DESC),
    named AS (
      SELECT s.id, n.hits FROM catalog_skus s
      CROSS JOIN LATERAL (SELECT count(*)::int AS hits FROM unnest(${about.words}::text[]) w WHERE lower(s.title) ~ w) n
      WHERE ${offered} AND n.hits > 0 AND n.hits * 2 >= ${about.words.length}),
    found AS (
      SELECT id, l.similarity, l.asked, coalesce(n.hits, 0) AS words FROM closest l FULL JOIN named n USING (id)
      ORDER BY l.similarity DESC NULLS LAST, n.hits DESC NULLS LAST, id LIMIT ${limit})
    SELECT s.id, s.code, s.title, '/api/pictures/' || s.picture AS picture_url, s.weight_g, s.lead_days, s.status,
      s.owner_account_id IS NOT NULL AS own, f.similarity, '/api/pictures/' || f.asked AS asked_url, f.words,
      (SELECT min(p.unit_price) FROM prices p WHERE p.account_id = ${about.account_id} AND p.catalog_sku_id = s.id
         AND p.currency = ${about.currency} AND p.valid_to IS NULL) AS price,
      last.cost_fen, coalesce(last.supplier_url, '') AS supplier_url
    FROM found f JOIN catalog_skus s ON s.id = f.id
    LEFT JOIN LATERAL (
      SELECT c.cost_fen, c.supplier_url FROM quote_lines l
      JOIN quote_costs c ON c.account_id = l.account_id AND c.quote_id = l.quote_id AND c.version = l.version AND c.line = l.line
      JOIN quote_versions v ON v.account_id = l.account_id AND v.quote_id = l.quote_id AND v.version = l.version
      WHERE l.catalog_sku_id = s.id ORDER BY v.created_at DESC, c.line LIMIT 1) last ON true
    ORDER BY f.similarity DESC NULLS LAST, f.words DESC, s.code`.execute(ctx.db);
  return rows;
}
