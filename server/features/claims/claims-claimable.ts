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
  quantity: number;
  /** What all these units can still be given back at. */
  most: number;
  open_claim: { id: string; number: string } | null;
};
export type Group = { parcel: facts.ParcelFacts | null; lines: ClaimableLine[] };
export type Claimable = {
  order: facts.OrderFacts;
  currency: string;
  paid: number;
  credited: number;
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
  const { paid, credited, currency } = await needs.orderPaid(ctx, accountId, orderId);
  const lines = order.paid_at ? await facts.findPaidLines(ctx, accountId, orderId) : [];
  const parcels = await facts.findParcels(ctx, accountId, orderId);
  const claimed = await facts.findClaimed(ctx, accountId, orderId);
  const worth = worthOf(lines, paid, claimed);
  const byId = new Map(lines.map((line) => [line.line_id, line]));
  const sent = parcels.map(
    (parcel): Group => ({
      parcel,
      lines: parcel.lines.flatMap(({ line_id, quantity }) => {
        const line = byId.get(line_id);
        return line ? [worth(line, quantity, parcel.id)] : [];
      }),
    }),
  );
  const unsent = lines.filter((line) => line.shipped_quantity < line.paid_quantity);
  const left: Group = {
    parcel: null,
    lines: unsent.map((line) => worth(line, line.paid_quantity - line.shipped_quantity, null)),
  };
  const groups = [...sent, left].filter((group) => group.lines.length > 0);
  const policies = await needs.claimPolicies(ctx, undefined);
  return { order, currency: currency ?? order.currency ?? 'USD', paid, credited, groups, policies };
}

/** What units of a line were paid at, less what was given back for them, and whether a claim is open. */
function worthOf(lines: readonly facts.LineFacts[], paid: number, claimed: readonly facts.ClaimedFacts[]) {
  const shares = paidShares(lines, paid);
  return (line: facts.LineFacts, quantity: number, parcelId: string | null): ClaimableLine => {
    const before = claimed.find((one) => one.line_id === line.line_id && one.parcel_id === parcelId);
    const share = unitsWorth(shares.get(line.line_id) ?? 0, quantity, line.paid_quantity);
    const { line_id, title, variant_title, image_url } = line;
    return {
      line_id,
      title,
      variant_title,
      image_url,
      quantity,
      most: Math.max(0, share - (before?.granted ?? 0)),
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
export function mostOf({ paid, credited }: Pick<Claimable, 'paid' | 'credited'>, lines: readonly ClaimableLine[]) {
  const free = lines.filter((line) => line.open_claim === null).reduce((sum, line) => sum + line.most, 0);
  return Math.min(free, paid - credited);
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
