import { sql } from 'kysely';
import type { RefusalKind } from '#server/connectors/connector.ts';
import type { Ctx } from '#server/db/context.ts';
import type { StoreRef } from './kit.ts';

/** Adds a refused call to those of the same kind before it; answers how many in a row, undefined where the status says it already. */
export async function add(
  ctx: Ctx,
  { account_id, id }: StoreRef,
  kind: RefusalKind,
  reason: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ calls: number }>`
    UPDATE stores SET refused_as = ${kind}, refused_reason = ${reason}, refused_at = ${ctx.now},
      refused_since = CASE WHEN refused_as = ${kind} THEN refused_since ELSE ${ctx.now} END,
      refused_calls = CASE WHEN refused_as = ${kind} THEN refused_calls + 1 ELSE 1 END
    WHERE account_id = ${account_id} AND id = ${id}
      AND (status IN ('pending', 'connected', 'suspended') OR (status = 'needs_reauth' AND refused_as = ${kind}))
    RETURNING refused_calls AS calls`.execute(ctx.db);
  return rows[0]?.calls;
}

/** Forgets a store's refusals; undefined when there were none. */
export async function clear(
  ctx: Ctx,
  { account_id, id }: StoreRef,
): Promise<{ platform: string; domain: string } | undefined> {
  const { rows } = await sql<{ platform: string; domain: string }>`
    UPDATE stores SET refused_as = NULL, refused_reason = NULL, refused_since = NULL, refused_at = NULL, refused_calls = 0
    WHERE account_id = ${account_id} AND id = ${id} AND refused_as IS NOT NULL
    RETURNING platform, external_domain AS domain`.execute(ctx.db);
  return rows[0];
}

export type Refusal = { kind: RefusalKind; reason: string | null; since: Date; calls: number };

/** A store's refusals, its row locked. */
export async function find(ctx: Ctx, { account_id, id }: StoreRef): Promise<Refusal | undefined> {
  const { rows } = await sql<Refusal>`
    SELECT refused_as AS kind, refused_reason AS reason, refused_since AS since, refused_calls AS calls FROM stores
    WHERE account_id = ${account_id} AND id = ${id} AND refused_as IS NOT NULL FOR UPDATE`.execute(ctx.db);
  return rows[0];
}

/** Stores whose shops refuse calls: all whose status does not say so yet, the others when they were last asked before `before`. */
export async function findRefusing(ctx: Ctx, before: Date): Promise<StoreRef[]> {
  const { rows } = await sql<StoreRef>`
    SELECT account_id, id FROM stores
    WHERE refused_as IS NOT NULL AND (status <> refused_as OR refused_at < ${before}) AND status <> 'disconnected'
    ORDER BY refused_at LIMIT 200`.execute(ctx.db);
  return rows;
}

/** A new authorization starts without the refusals that the one before met. */
export const withoutRefusals = {
  refused_as: null,
  refused_reason: null,
  refused_since: null,
  refused_at: null,
  refused_calls: 0,
} as const;
