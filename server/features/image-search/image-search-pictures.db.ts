import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { Codes } from '#server/lib/picture-code.ts';

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
