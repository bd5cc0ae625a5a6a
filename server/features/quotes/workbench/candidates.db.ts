import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

/** Pictures that a request is about: those sent with it, and that of its product. */
export async function findAskedPictures(ctx: Ctx, accountId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    SELECT sha256 FROM (
      SELECT sha256, position FROM quote_pictures WHERE account_id = ${accountId} AND quote_id = ${id}
      UNION ALL
      SELECT coalesce(q.picture, p.picture), 1000 FROM quotes q
      LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
      WHERE q.account_id = ${accountId} AND q.id = ${id}) asked
    WHERE sha256 IS NOT NULL GROUP BY sha256 ORDER BY min(position)`.execute(ctx.db);
  return rows.map((row) => row.sha256);
}

/** A picture of the catalogue that looks like one of the request. */
export type Alike = { picture: string; asked: string; likeness: number };
export type CandidateRow = {
  id: string;
  code: string;
  title: string;
  picture_url: string | null;
  weight_g: number;
  lead_days: number;
  status: 'active' | 'low';
  own: boolean;
  /** How alike the pictures are, and which of the client's it is; null where only words agree. */
  likeness: number | null;
  asked_url: string | null;
  /** Words of the request's title that its own has. */
  words: number;
  price: number | null;
  cost_fen: number | null;
  supplier_url: string;
};

/**
 * SKUs that the client may have which look like a picture of the request, or whose titles have most of its words; with the
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
      SELECT * FROM json_to_recordset(${JSON.stringify(about.alike)}::json) AS a(picture text, asked text, likeness float8)),
    shown AS (
      SELECT s.id, a.asked, a.likeness FROM alike a JOIN catalog_skus s ON s.picture = a.picture AND ${offered}
      UNION ALL
      SELECT f.id, a.asked, a.likeness FROM alike a JOIN catalog_pictures c ON c.picture = a.picture
      CROSS JOIN LATERAL (SELECT s.id FROM catalog_skus s WHERE s.product_id = c.product_id AND ${offered} ORDER BY s.position, s.code LIMIT 1) f),
    likest AS (SELECT DISTINCT ON (id) id, asked, likeness FROM shown ORDER BY id, likeness DESC),
    named AS (
      SELECT s.id, n.hits FROM catalog_skus s
      CROSS JOIN LATERAL (SELECT count(*)::int AS hits FROM unnest(${about.words}::text[]) w WHERE strpos(lower(s.title), w) > 0) n
      WHERE ${offered} AND n.hits > 0 AND n.hits * 2 >= ${about.words.length}),
    found AS (
      SELECT id, l.likeness, l.asked, coalesce(n.hits, 0) AS words FROM likest l FULL JOIN named n USING (id)
      ORDER BY l.likeness DESC NULLS LAST, n.hits DESC NULLS LAST, id LIMIT ${limit})
    SELECT s.id, s.code, s.title, '/api/pictures/' || s.picture AS picture_url, s.weight_g, s.lead_days, s.status,
      s.owner_account_id IS NOT NULL AS own, f.likeness, '/api/pictures/' || f.asked AS asked_url, f.words,
      (SELECT min(p.unit_price) FROM prices p WHERE p.account_id = ${about.account_id} AND p.catalog_sku_id = s.id
         AND p.currency = ${about.currency} AND p.valid_to IS NULL) AS price,
      last.cost_fen, coalesce(last.supplier_url, '') AS supplier_url
    FROM found f JOIN catalog_skus s ON s.id = f.id
    LEFT JOIN LATERAL (
      SELECT c.cost_fen, c.supplier_url FROM quote_lines l
      JOIN quote_costs c ON c.account_id = l.account_id AND c.quote_id = l.quote_id AND c.version = l.version AND c.line = l.line
      JOIN quote_versions v ON v.account_id = l.account_id AND v.quote_id = l.quote_id AND v.version = l.version
      WHERE l.catalog_sku_id = s.id ORDER BY v.created_at DESC, c.line LIMIT 1) last ON true
    ORDER BY f.likeness DESC NULLS LAST, f.words DESC, s.code`.execute(ctx.db);
  return rows;
}
