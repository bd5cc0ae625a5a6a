import { sql } from 'kysely';
import type { ClaimReason } from '#contract/claim-rules.ts';
import { type Ctx, forAccount, type MerchantCtx } from '#server/db/context.ts';
import { claimableOf } from '#server/features/claims/claims-claimable.ts';
import { decideClaim, takeClaim } from '#server/features/claims/claims-decide.service.ts';
import { submitClaim } from '#server/features/claims/claims-submit.service.ts';
import { recordDeliveries } from '#server/features/orders/ship/past-parcels.service.ts';
import { staffActor, startThread } from './portal.ts';
import type { Account, Context, Recorded, Step } from './seed-merchant.ts';
import type { Order } from './world.ts';

const hour = 3_600_000;
type Parcel = { id: string; order_id: string };

/** Claims of the past: made some days after the parcel arrived, and decided since. */
export function claimSteps(
  { thread, house }: Context,
  account: Account,
  orders: readonly Order[],
  recorded: readonly Recorded[],
): Step[] {
  const { account_id } = account;
  const scope = { account_id };
  const agent = house.staff.agent[account.merchant.agent];
  return orders.flatMap(({ claim, parcels: [parcel] }): Step[] => {
    if (!claim || !parcel?.delivered_at || !agent) return [];
    const arrival = parcel.delivered_at;
    let made: { id: string; version: number } | undefined;
    return [
      {
        at: claim.at,
        async do() {
          const one = recorded.find((known) => known.parcel === parcel);
          if (!one) return;
          await thread.allAccounts((ctx) =>
            recordDeliveries(forAccount(ctx, account_id), [{ id: one.id, at: arrival }]),
          );
          one.arrived = true;
          made = await thread.as(account.owner).run(scope, (ctx) => submit(ctx, one, { ...claim, lines: one.lines }));
        },
      },
      {
        at: claim.decided_at,
        async do() {
          const { end: decision, answer: note } = claim;
          if (!made) return;
          const { id, version } = made;
          await thread
            .as(staffActor({ ...agent, roles: ['agent'] }))
            .run('all_accounts', (ctx) => decideClaim(forAccount(ctx, account_id), id, { version, decision, note }));
        },
      },
    ];
  });
}

/** What becomes of each: one waits for staff, one for evidence, one was refunded, one rejected, one is sent again. */
type Reported = {
  delivered: boolean;
  reason: ClaimReason;
  note: string;
  end?: 'refund' | 'reject' | 'reship';
  answer?: string;
};
const stories: readonly Reported[] = [
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
  const staff = thread.as(staffActor({ ...agent, roles: ['agent'] }));
  const parcels = await thread.allAccounts(async (ctx) => ({
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
    await staff.run('all_accounts', async (ctx) => {
      const taken =
        made.status === 'submitted' ? await takeClaim(forAccount(ctx, claim.account_id), claim.id, made.version) : made;
      await decideClaim(forAccount(ctx, claim.account_id), claim.id, {
        version: taken.version,
        decision: end,
        note: answer ?? '',
      });
    });
  }
}

/** A claim for all that is in the parcel. */
async function claimParcel(ctx: MerchantCtx, parcel: Parcel, reported: Pick<Reported, 'reason' | 'note'>) {
  const { order_id, id: parcel_id } = parcel;
  const claimable = await claimableOf(ctx, order_id);
  const group = claimable?.groups.find((one) => one.parcel?.id === parcel_id);
  const lines = (group?.lines ?? []).map(({ line_id, quantity }) => ({ line_id, quantity }));
  return submit(ctx, { order_id, id: parcel_id }, { ...reported, lines });
}

type Lines = { line_id: string; quantity: number }[];

const submit = (
  ctx: MerchantCtx,
  parcel: Parcel,
  { reason, note, lines }: Pick<Reported, 'reason' | 'note'> & { lines: Lines },
) =>
  submitClaim(ctx, {
    reason,
    note,
    order_id: parcel.order_id,
    parcel_id: parcel.id,
    wanted: 'refund',
    lines,
    evidence: [],
  });

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
