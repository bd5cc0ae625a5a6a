import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

export type EventInput = { id: string; product_id: string; kind: string; data: Record<string, unknown> };

export async function insertEvents(ctx: Ctx, accountId: string, events: readonly EventInput[]): Promise<void> {
  if (events.length === 0) return;
  // Names of jobs mean nothing to a merchant.
  const actor_name = ctx.actor.kind === 'merchant' || ctx.actor.kind === 'staff' ? ctx.actor.name : null;
  await sql`
    INSERT INTO product_events (account_id, id, product_id, at, kind, actor_kind, actor_name, data)
    SELECT ${accountId}, r.id, r.product_id, ${ctx.now}, r.kind, ${ctx.actor.kind}, ${actor_name}, r.data
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS r(id uuid, product_id uuid, kind text, data jsonb)`.execute(
    ctx.db,
  );
}
