import { claimReasons } from '#contract/claim-rules.ts';
import {
  type ClaimFacts,
  type ClaimJudgement,
  judgeClaim,
  paidShares,
  policyFor,
  refusedVerdicts,
  unitsWorth,
} from '#contract/claim-verdict-rules.ts';
import type { Ctx } from '#server/db/context.ts';
import * as facts from './claims-facts.db.ts';
import type { Needs, Policy } from './claims-needs.ts';

export type ClaimableLine = {
  line_id: string;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  /** Units that can be claimed. */
  quantity: number;
  /** What all these units can still be given back at. */
  most: number;
  /** Units beside these that were sent again, or given back, already. */
  resent: number;
  refunded: number;
  /** What was paid for each so many of its units, in minor units. */
  worth: (units: number) => number;
  open_claim: { id: string; number: string } | null;
};
export type Group = { parcel: facts.ParcelFacts | null; lines: ClaimableLine[] };
export type Claimable = {
  order: facts.OrderFacts;
  currency: string;
  paid: number;
  credited: number;
  /** What can still be given back. */
  left: number;
  groups: Group[];
  policies: Policy[];
};

/** All that can be claimed of an order: units by parcel, and those that were paid and never left. */
export async function claimableOf(
  ctx: Ctx,
  needs: Needs,
  accountId: string,
  orderId: string,
  lock = false,
): Promise<Claimable | undefined> {
  const order = await facts.findOrder(ctx, accountId, orderId, lock);
  if (!order) return undefined;
  const { paid, kept, credited, left, currency } = await needs.orderPaid(ctx, accountId, orderId);
  const lines = order.paid_at ? await facts.findPaidLines(ctx, accountId, orderId) : [];
  const parcels = await facts.findParcels(ctx, accountId, orderId);
  const claimed = await facts.findClaimed(ctx, accountId, orderId);
  const claimableLine = lineOf(lines, order.cost - kept, claimed);
  const byId = new Map(lines.map((line) => [line.line_id, line]));
  const sent = parcels.map(
    (parcel): Group => ({
      parcel,
      lines: parcel.lines.flatMap(({ line_id, ...units }) => {
        const line = byId.get(line_id);
        return line ? [claimableLine(line, units, parcel.id)] : [];
      }),
    }),
  );
  const unsent: Group = {
    parcel: null,
    lines: lines
      .filter((line) => line.unsent > 0)
      .map((line) => claimableLine(line, { quantity: line.unsent, resent: 0, refunded: 0 }, null)),
  };
  const groups = [...sent, unsent].filter((group) => group.lines.length > 0);
  const policies = await needs.claimPolicies(ctx, undefined);
  return { order, currency: currency ?? order.currency ?? 'USD', paid, credited, left, groups, policies };
}

/** Units of a line, less those that were sent again or given back; their worth, less what was given back for them before. */
function lineOf(lines: readonly facts.LineFacts[], ofOrder: number, claimed: readonly facts.ClaimedFacts[]) {
  const shares = paidShares(lines, ofOrder);
  return (
    line: facts.LineFacts,
    { quantity, resent, refunded }: Omit<facts.ParcelLine, 'line_id'>,
    parcelId: string | null,
  ): ClaimableLine => {
    const before = claimed.find((one) => one.line_id === line.line_id && one.parcel_id === parcelId);
    const worth = (units: number) => unitsWorth(shares.get(line.line_id) ?? 0, units, line.paid_quantity);
    const granted = parcelId === null ? 0 : (before?.granted ?? 0); // units that never left are cancelled with their refund
    const free = quantity - resent - refunded;
    const { line_id, title, variant_title, image_url } = line;
    return {
      line_id,
      title,
      variant_title,
      image_url,
      quantity: free,
      most: Math.max(0, Math.min(worth(free), worth(quantity - resent) - granted)),
      resent,
      refunded,
      worth,
      open_claim: before?.open_claim ?? null,
    };
  };
}

/** What a claim of these units is judged by. */
export function factsOf(
  { order, policies }: Pick<Claimable, 'order' | 'policies'>,
  parcel: Pick<facts.ParcelFacts, 'shipped_at' | 'delivered_at'> | null,
  claim: Pick<ClaimFacts, 'reason' | 'most' | 'given'>,
): ClaimFacts & { policy: Policy | null } {
  return {
    ...claim,
    policy: policyFor(policies, claim.reason, order.country),
    paid_at: order.paid_at?.toISOString() ?? null,
    shipped_at: momentOf(parcel?.shipped_at),
    delivered_at: momentOf(parcel?.delivered_at),
  };
}

// rows that came as JSON hold moments as texts
const momentOf = (at: Date | string | null | undefined) => (at ? new Date(at).toISOString() : null);

/** The largest amount of a group that can be claimed now; never above what is left of the order. */
export function mostOf({ left }: Pick<Claimable, 'left'>, lines: readonly ClaimableLine[]) {
  const free = lines.filter((line) => line.open_claim === null).reduce((sum, line) => sum + line.most, 0);
  return Math.min(free, left);
}

/** The reasons that a group of units can be claimed for, each with its clock; evidence is told apart. */
export function reasonsOf(claimable: Claimable, group: Group, now: Date) {
  const most = mostOf(claimable, group.lines);
  return claimReasons
    .filter((reason) => (reason === 'cancel_after_paid') === (group.parcel === null))
    .map((reason) => {
      const { policy, ...rest } = factsOf(claimable, group.parcel, { reason, most, given: [] });
      const evidence = [...(policy?.evidence ?? [])];
      const judged: ClaimJudgement = judgeClaim({ ...rest, policy, given: evidence }, now);
      const { verdict, findings, opens_at, deadline } = judged;
      return { reason, verdict, findings, opens_at, deadline, evidence, allowed: !refusedVerdicts.has(verdict) };
    });
}
