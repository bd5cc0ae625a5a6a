import { sql } from 'kysely';
import type { ClaimEvidence, ClaimStatus } from '#contract/claim-rules.ts';
import type { Ctx } from '#server/db/context.ts';

export type ClaimLineRow = {
  line_id: string;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  quantity: number;
  most: number;
  asked: number;
  granted: number;
};

export async function findLines(ctx: Ctx, accountId: string, id: string): Promise<ClaimLineRow[]> {
  const { rows } = await sql<ClaimLineRow>`
    SELECT c.line_id, l.title, l.variant_title, coalesce('/api/pictures/' || p.picture, l.image_url) AS image_url, c.quantity, c.most,
      c.asked, c.granted
    FROM claim_lines c
    JOIN order_lines l ON l.account_id = c.account_id AND l.id = c.line_id
    LEFT JOIN store_variants v ON v.account_id = l.account_id AND v.id = l.variant_id
    LEFT JOIN store_products p ON p.account_id = v.account_id AND p.id = v.product_id
    WHERE c.account_id = ${accountId} AND c.claim_id = ${id} ORDER BY l.position, l.id`.execute(ctx.db);
  return rows;
}

type Said = { id: string; at: Date; by: string | null };
export type EvidenceRow = Said & { kind: ClaimEvidence; file: { id: string; name: string; mime: string } | null };

export async function findEvidence(ctx: Ctx, accountId: string, id: string): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    SELECT e.id, e.kind, e.at, e.actor_name AS by,
      CASE WHEN f.id IS NULL THEN NULL ELSE json_build_object('id', f.id, 'name', f.name, 'mime', f.mime) END AS file
    FROM claim_evidence e LEFT JOIN files f ON f.account_id = e.account_id AND f.id = e.file_id
    WHERE e.account_id = ${accountId} AND e.claim_id = ${id} ORDER BY e.id`.execute(ctx.db);
  return rows;
}

export type MessageRow = Said & { from: 'merchant' | 'staff' | 'system'; internal: boolean; text: string };

export async function findMessages(
  ctx: Ctx,
  accountId: string,
  id: string,
  withInternal: boolean,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    SELECT id, at, actor_name AS by, actor_kind AS "from", internal, text FROM claim_messages
    WHERE account_id = ${accountId} AND claim_id = ${id} AND (${withInternal} OR NOT internal) ORDER BY id`.execute(
    ctx.db,
  );
  return rows;
}

export type EventRow = Said & { act: string; status: ClaimStatus };

export async function findEvents(ctx: Ctx, accountId: string, id: string): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT id, at, act, status, actor_name AS by FROM claim_events
    WHERE account_id = ${accountId} AND claim_id = ${id} ORDER BY id`.execute(ctx.db);
  return rows;
}

/** Other claims about the same order, the one that it replaces, or a replacement of it. */
export async function findEarlier(ctx: Ctx, accountId: string, orderId: string, not: string) {
  const { rows } = await sql<{ id: string; number: string; status: ClaimStatus; granted: number | null }>`
    SELECT id, 'CLM-' || number AS number, status, granted FROM claims
    WHERE account_id = ${accountId} AND id <> ${not} AND order_id IN (
      SELECT ${orderId}::uuid UNION SELECT id FROM orders WHERE account_id = ${accountId} AND reship_of = ${orderId}
      UNION SELECT reship_of FROM orders WHERE account_id = ${accountId} AND id = ${orderId})
    ORDER BY claims.number`.execute(ctx.db);
  return rows;
}
