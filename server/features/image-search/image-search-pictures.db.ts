import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import { type Codes, type Code, codeLength } from '#server/lib/picture-code.ts';

/** Pictures without a descriptor of this method. */
export async function findUndescribed(ctx: Ctx, method: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    SELECT p.sha256 FROM pictures p
    WHERE NOT EXISTS (SELECT 1 FROM picture_descriptors d WHERE d.sha256 = p.sha256 AND d.method = ${method})
    ORDER BY p.created_at DESC LIMIT ${limit}`.execute(ctx.db);
  return rows.map((row) => row.sha256);
}

/** Keeps what a picture looks like; null for one that cannot be read. */
export async function keepDescriptor(
  ctx: Ctx,
  sha256: string,
  method: number,
  found: { codes: Codes; grids: Buffer } | null,
): Promise<void> {
  const codes = found?.codes;
  const row = {
    method,
    described_at: ctx.now,
    code_full: codes?.full ?? null,
    code_best: codes?.best ?? null,
    code_left: codes?.left ?? null,
    code_right: codes?.right ?? null,
    code_top: codes?.top ?? null,
    code_bottom: codes?.bottom ?? null,
    grids: found?.grids ?? null,
  };
  await ctx.db
    .insertInto('picture_descriptors')
    .values({ sha256, ...row })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet(row))
    .execute();
}

/** Descriptors of stored pictures; those that are not described yet are left out. */
export async function findDescriptors(
  ctx: Ctx,
  pictures: readonly string[],
): Promise<{ sha256: string; grids: Buffer }[]> {
  const { rows } = await sql<{ sha256: string; grids: Buffer }>`
    SELECT sha256, grids FROM picture_descriptors WHERE sha256 = ANY(${pictures}::text[]) AND grids IS NOT NULL`.execute(
    ctx.db,
  );
  return rows;
}

/** Whose pictures are looked through: the catalogue as this account sees it, its own products, or both. */
export type Among = {
  account: string;
  catalog: boolean;
  own: boolean;
  /** Stores of the member; null for all of the account. */
  stores: readonly string[] | null;
};

type Sought = Record<'full' | 'best', readonly [Code, Code]>;
export type Near = { sha256: string; grids: Buffer };

/** Of the catalogue this many are looked at by their whole codes: 3 % of 100,000 (decisions/0012). */
const roughly = 3_000;

/**
 * The pictures whose codes differ least, nearest first. What is discontinued, removed or another's does not answer.
 */
export async function findNear(ctx: Ctx, among: Among, sought: Sought, limit: number): Promise<Near[]> {
  const { rows } = await sql<Near>`
    WITH ${nearOfCatalog(among, sought)}
    visible AS MATERIALIZED (${visible(among)}),
    near AS (
      SELECT d.sha256, least(${distance('code_full', sought.full)}, ${['code_best', 'code_left', 'code_right', 'code_top', 'code_bottom'].map((column) => distance(column, sought.best)).reduce((all, one) => sql`${all}, ${one}`)}) AS distance
      FROM visible v
      CROSS JOIN LATERAL (SELECT * FROM picture_descriptors d WHERE d.sha256 = v.picture AND d.code_full IS NOT NULL OFFSET 0) d
      ORDER BY distance LIMIT ${limit})
    SELECT near.sha256, d.grids FROM near
    CROSS JOIN LATERAL (SELECT grids FROM picture_descriptors d WHERE d.sha256 = near.sha256 OFFSET 0) d ORDER BY near.distance`.execute(
    ctx.db,
  );
  return rows;
}

/** The catalogue's pictures that come near by their rough codes, whoever may see them. */
function nearOfCatalog(among: Among, sought: Sought): RawBuilder<unknown> {
  if (!among.catalog) return sql``;
  const codes = [...sought.full, ...sought.best].map((code) => sql`rough_code(${code}::${type})`);
  const [full, fullMirrored, best, bestMirrored] = ['a', 'b', 'c', 'd'].map((name) => sql.ref(`s.${name}`));
  return sql`
    sought AS MATERIALIZED (SELECT ${sql.join(codes.map((code, at) => sql`${code} AS ${sql.ref('abcd'.charAt(at))}`))}),
    rough AS MATERIALIZED (
      SELECT l.sha256 FROM catalog_looks l CROSS JOIN sought s
      ORDER BY least(bit_count(l.rough_full # ${full}), bit_count(l.rough_full # ${fullMirrored}),
        bit_count(l.rough_best # ${best}), bit_count(l.rough_best # ${bestMirrored})) LIMIT ${roughly}),`;
}

function visible(among: Among): RawBuilder<unknown> {
  const offered = sql`s.status <> 'discontinued' AND (s.owner_account_id IS NULL OR s.owner_account_id = ${among.account})`;
  // asked picture by picture: whatever the tables' statistics say, few are looked up of many
  const catalog = sql`
    SELECT r.sha256 AS picture FROM rough r
    CROSS JOIN LATERAL (SELECT 1 FROM catalog_skus s WHERE s.picture = r.sha256 AND ${offered} LIMIT 1) o
    UNION
    SELECT r.sha256 FROM rough r
    CROSS JOIN LATERAL (SELECT c.product_id FROM catalog_pictures c WHERE c.picture = r.sha256 OFFSET 0) c
    CROSS JOIN LATERAL (SELECT 1 FROM catalog_skus s WHERE s.product_id = c.product_id AND ${offered} LIMIT 1) o`;
  const scope = among.stores ? sql`AND store_id = ANY(${among.stores}::uuid[])` : sql``;
  const own = sql`SELECT picture FROM store_products
    WHERE account_id = ${among.account} AND picture IS NOT NULL AND removed_at IS NULL ${scope}`;
  if (among.catalog && among.own) return sql`${catalog} UNION ${own}`;
  return among.catalog ? catalog : sql`SELECT DISTINCT picture FROM (${own}) o`;
}

const type = sql.raw(`bit(${codeLength})`);

/** In how many bits a column differs from the code as it is, and from the one in the mirror. */
function distance(column: string, codes: readonly [Code, Code]): RawBuilder<number> {
  const [asIs, inMirror] = codes.map((code) => sql`bit_count(d.${sql.ref(column)} # ${code}::${type})`);
  return sql`${asIs}, ${inMirror}`;
}
