import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';

type StoryEvent = {
  at: Date;
  act: string;
  by: string | null;
  claim_id: string;
  number: string;
  reason: string;
  verdict: string;
  deadline: Date | null;
};

/** What became of the order's claims, with what each was judged by. */
export async function claimStory(ctx: Ctx, accountId: string, orderId: string) {
  const { rows } = await sql<StoryEvent>`
    SELECT e.at, e.act, e.actor_name AS by, c.id AS claim_id, 'CLM-' || c.number AS number, c.reason, c.verdict, c.deadline
    FROM claims c JOIN claim_events e ON e.account_id = c.account_id AND e.claim_id = c.id
    WHERE c.account_id = ${accountId} AND c.order_id = ${orderId} ORDER BY e.id`.execute(ctx.db);
  return rows.map(({ at, act, by, claim_id, number, reason, verdict, deadline }) => ({
    at,
    source: 'claim' as const,
    kind: `claim_${act}`,
    by,
    internal: act === 'take',
    params: { number, reason },
    inputs: [
      { name: 'verdict', value: verdict },
      { name: 'deadline', value: deadline?.toISOString() ?? null },
    ],
    link: { to: 'claim' as const, id: claim_id, label: number },
  }));
}
