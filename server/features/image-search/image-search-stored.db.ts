import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

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
