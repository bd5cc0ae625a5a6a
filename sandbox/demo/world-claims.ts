import { type ClaimRecord, PAST_CLAIMS } from './data/claims.ts';
import type { Random } from './random.ts';
import type { Order } from './world.ts';

const CLAIMED = 0.02;
const hour = 3_600_000;
const day = 24 * hour;

/** A claim for everything in an order's one parcel, some days after it arrived. */
export type PastClaim = ClaimRecord & { at: Date; decided_at: Date };

/** Has something claimed of one in fifty of the merchant's orders that have left; `young` of them are told elsewhere. */
export function makeClaims(
  random: Random,
  orders: readonly Order[],
  { now, young }: { now: Date; young: number },
): void {
  const left = orders.filter(({ parcels }) => parcels.length > 0);
  const latest = now.getTime() - 5 * day;
  const candidates = left.filter(({ parcels: [parcel, another] }) => {
    const arrived = parcel?.delivered_at?.getTime();
    return another === undefined && arrived !== undefined && arrived < latest;
  });
  // two of them at least, so that a small demo has a past, too
  const wanted = Math.max(young > 0 ? 2 : 0, Math.round(left.length * CLAIMED) - young);
  for (const order of random.some(candidates, wanted)) {
    const at = new Date((order.parcels[0]?.delivered_at?.getTime() ?? 0) + random.int(10, 60) * hour);
    const claim = { ...random.pick(PAST_CLAIMS), at, decided_at: new Date(at.getTime() + random.int(5, 44) * hour) };
    order.claim = claim;
    if (claim.end === 'refund') order.updated_at = claim.decided_at; // the buyer gets his money back as well
  }
}
