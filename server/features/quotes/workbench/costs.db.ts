import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

// Tables that only the desk's role may touch: a merchant's transaction that came here would fail.

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

export async function findMargin(ctx: Ctx, accountId: string): Promise<Margin | undefined> {
  const { rows } = await sql<Margin>`
    SELECT percent::float8 AS percent, least, version FROM client_margins WHERE account_id = ${accountId}`.execute(
    ctx.db,
  );
  return rows[0];
}

/** Sets the rule; false when somebody else changed it meanwhile. */
export async function saveMargin(
  ctx: Ctx,
  accountId: string,
  rule: { percent: number; least: number; version: number; changed_by: string },
): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`
    INSERT INTO client_margins (account_id, percent, least, changed_by, changed_at, version)
    VALUES (${accountId}, ${rule.percent}, ${rule.least}, ${rule.changed_by}, ${ctx.now}, ${rule.version + 1})
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
export async function findCosts(ctx: Ctx, accountId: string, quoteId: string): Promise<CostLine[]> {
  const { rows } = await sql<CostLine>`
    SELECT c.line, c.cost_fen, c.fx_rate::float8 AS fx_rate, c.margin_percent::float8 AS margin_percent, c.supplier_url
    FROM quote_costs c JOIN quotes q ON q.account_id = c.account_id AND q.id = c.quote_id AND q.current_version = c.version
    WHERE c.account_id = ${accountId} AND c.quote_id = ${quoteId} ORDER BY c.line`.execute(ctx.db);
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

/** Quotes with prices whose title has most of these words, newest first among equals; same client before others. */
export async function findLike(
  ctx: Ctx,
  about: { account_id: string; id: string; currency: string; words: readonly string[] },
): Promise<LikeRow[]> {
  const { rows } = await sql<LikeRow>`
    SELECT q.account_id, q.id, 'Q-' || q.number AS number, q.title, '/api/pictures/' || coalesce(q.picture, p.picture) AS picture_url,
      json_build_object('id', a.id, 'number', a.number, 'name', a.name) AS client, q.currency, q.current_version
    FROM (SELECT q.*, (SELECT count(*) FROM unnest(${about.words}::text[]) w WHERE strpos(lower(q.title), w) > 0) AS hits
      FROM quotes q WHERE q.current_version > 0 AND q.currency = ${about.currency} AND q.id <> ${about.id}) q
    JOIN accounts a ON a.id = q.account_id
    LEFT JOIN store_products p ON p.account_id = q.account_id AND p.id = q.product_id
    WHERE q.hits > 0 ORDER BY q.hits DESC, (q.account_id = ${about.account_id}) DESC, q.quoted_at DESC NULLS LAST LIMIT 5`.execute(
    ctx.db,
  );
  return rows;
}
