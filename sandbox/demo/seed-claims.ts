import { sql } from 'kysely';
import type { ClaimReason } from '#contract/claim-rules.ts';
import { accountOf, type Ctx, type MerchantCtx } from '#server/db/context.ts';
import { claimableOf } from '#server/features/claims/claims-claimable.ts';
import { decideClaim, takeClaim } from '#server/features/claims/claims-desk.service.ts';
import { submitClaim } from '#server/features/claims/claims-submit.service.ts';
import { staffActor, startThread } from './portal.ts';
import type { Account, Context } from './seed-merchant.ts';

const hour = 3_600_000;
type Parcel = { id: string; order_id: string };
/** What becomes of each: one waits for the desk, one for evidence, one was refunded, one rejected, one is sent again. */
type Told = {
  delivered: boolean;
  reason: ClaimReason;
  note: string;
  end?: 'refund' | 'reject' | 'reship';
  answer?: string;
};
const stories: readonly Told[] = [
  { delivered: false, reason: 'returned_to_sender', note: 'The carrier sent it back without ringing.' },
  { delivered: true, reason: 'damaged', note: 'The glass arrived broken; a photo follows.' },
  {
    delivered: false,
    reason: 'returned_to_sender',
    note: 'It came back from customs.',
    end: 'refund',
    answer: 'The parcel is back in our warehouse.',
  },
  {
    delivered: true,
    reason: 'not_received',
    note: 'Tracking says delivered, the buyer found nothing.',
    end: 'reject',
    answer: 'The carrier shows a signature at the door.',
  },
  {
    delivered: true,
    reason: 'damaged',
    note: 'The box was crushed and the glass is broken.',
    end: 'reship',
    answer: 'We send the same again, better padded.',
  },
];

/** Claims of one merchant in four states, the last of them decided today. */
export async function seedClaims({ portal, house, world }: Context, account: Account): Promise<void> {
  const thread = startThread(portal, world.now);
  const { account_id } = account;
  const scope = { account_id };
  const owner = thread.as(account.owner);
  const agent = house.staff.agent[account.merchant.agent];
  if (!agent) return;
  const desk = thread.as(staffActor({ ...agent, roles: ['agent'] }));
  const parcels = await thread.desk(async (ctx) => ({
    away: await parcelsOf(ctx, account_id, world.now, false),
    there: await parcelsOf(ctx, account_id, world.now, true),
  }));
  for (const [step, { delivered, reason, note, end, answer }] of stories.entries()) {
    const parcel = (delivered ? parcels.there : parcels.away).pop();
    if (!parcel) continue;
    thread.clock.set(new Date(world.now.getTime() - (stories.length - step) * 3 * hour));
    const made = await owner.run(scope, (ctx) => claimParcel(ctx, parcel, { reason, note }));
    if (!end) continue;
    // the wallet's book is told in the order of time, and its last page is of the demo's present
    thread.clock.set(world.now);
    const claim = { account_id, id: made.id };
    await desk.run('desk', async (ctx) => {
      const taken = made.status === 'submitted' ? await takeClaim(ctx, claim, made.version) : made;
      await decideClaim(ctx, claim, { version: taken.version, decision: end, note: answer ?? '' });
    });
  }
}

/** A claim for all that is in the parcel. */
async function claimParcel(ctx: MerchantCtx, parcel: Parcel, told: Pick<Told, 'reason' | 'note'>) {
  const { order_id, id: parcel_id } = parcel;
  const claimable = await claimableOf(ctx, accountOf(ctx), order_id);
  const group = claimable?.groups.find((one) => one.parcel?.id === parcel_id);
  const lines = (group?.lines ?? []).map(({ line_id, quantity }) => ({ line_id, quantity }));
  return submitClaim(ctx, { ...told, order_id, parcel_id, wanted: 'refund', lines, evidence: [] });
}

/** Parcels of paid orders that can be claimed today, the one that left last at the front. */
async function parcelsOf({ db }: Ctx, accountId: string, now: Date, arrived: boolean): Promise<Parcel[]> {
  const ago = (days: number) => new Date(now.getTime() - days * 24 * hour);
  const { rows } = await sql<Parcel>`
    SELECT p.id, p.order_id FROM parcels p
    JOIN orders o ON o.account_id = p.account_id AND o.id = p.order_id AND o.payment = 'paid'
    WHERE p.account_id = ${accountId} AND (p.delivered_at IS NOT NULL) = ${arrived}
      AND coalesce(p.delivered_at, p.shipped_at) BETWEEN ${ago(12)} AND ${ago(2)}
    ORDER BY p.shipped_at DESC, p.id LIMIT 3`.execute(db);
  return rows;
}
