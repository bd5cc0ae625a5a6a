import { sql } from 'kysely';
import type { orders } from '#contract/orders.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Money } from '#contract/shared.ts';
import type { AccountCtx } from '#server/db/context.ts';
import type { SampleRecipient } from './quote-types.ts';

type Order = AnswerOf<typeof orders.list>[number];
export type SampleRow = {
  order_id: string;
  name: string;
  version: number;
  stage: Order['stage'];
  payment: Order['payment'];
  units: number;
  cost: Money | null;
  ordered_at: string;
  tracking: { carrier: string; number: string; url: string | null }[];
};

/** Samples that were ordered of a quote, the first one first. */
export async function findSamples(ctx: AccountCtx, quoteId: string): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    SELECT o.id AS order_id, o.name, o.quote_version AS version, o.stage, o.payment, o.units,
      CASE WHEN o.cost_total IS NOT NULL THEN json_build_object('amount', o.cost_total, 'currency', o.cost_currency) END AS cost,
      to_char(o.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS ordered_at,
      (SELECT coalesce(json_agg(json_build_object('carrier', p.carrier, 'number', p.tracking_number, 'url', p.tracking_url) ORDER BY p.shipped_at), '[]')
       FROM parcels p WHERE p.account_id = o.account_id AND p.order_id = o.id) AS tracking
    FROM orders o WHERE o.account_id = ${ctx.account} AND o.quote_id = ${quoteId} ORDER BY o.placed_at, o.id`.execute(
    ctx.db,
  );
  return rows;
}

/** Where the account has its samples sent. */
export async function findSampleAddress(ctx: AccountCtx): Promise<SampleRecipient | null> {
  const { rows } = await sql<{ recipient: SampleRecipient }>`
    SELECT recipient FROM sample_addresses WHERE account_id = ${ctx.account}`.execute(ctx.db);
  return rows[0]?.recipient ?? null;
}

export async function saveSampleAddress(ctx: AccountCtx, recipient: SampleRecipient): Promise<void> {
  await sql`
    INSERT INTO sample_addresses (account_id, recipient, updated_at) VALUES (${ctx.account}, ${JSON.stringify(recipient)}::jsonb, ${ctx.now})
    ON CONFLICT (account_id) DO UPDATE SET recipient = excluded.recipient, updated_at = excluded.updated_at`.execute(
    ctx.db,
  );
}

/** The version that samples of a quote are of: the accepted one, else the current. */
export async function findSampleVersion(ctx: AccountCtx, quoteId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    SELECT coalesce(accepted_version, current_version) AS version FROM quotes
    WHERE account_id = ${ctx.account} AND id = ${quoteId}`.execute(ctx.db);
  return rows[0]?.version ?? 0;
}
