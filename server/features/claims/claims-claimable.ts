import { claimReasons, type ClaimGoods, type ClaimStatus, openClaims } from '#contract/claim-rules.ts';
import {
  type ClaimFacts,
  type ClaimJudgement,
  judgeClaim,
  paidShares,
  policyFor,
  refusedVerdicts,
  unitsWorth,
  type ClaimPolicy,
} from '#contract/claim-verdict-rules.ts';
import { type AccountCtx, type Ctx, forAccount } from '#server/db/context.ts';
import * as facts from './claims-facts.db.ts';
import { orderPaid } from '#server/features/invoices/index.ts';
import { claimPolicies } from '#server/features/shipping/index.ts';
import { type ClaimRow, findLines } from './claims.db.ts';

type Policy = ClaimPolicy & { id: string };

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
export async function claimableOf(ctx: AccountCtx, orderId: string, lock = false): Promise<Claimable | undefined> {
  const order = await facts.findOrder(ctx, orderId, lock);
  if (!order) return undefined;
  const lines = order.paid_at ? await facts.findPaidLines(ctx, orderId) : [];
  const parcels = await facts.findParcels(ctx, orderId);
  const claimed = await facts.findClaimed(ctx, orderId);
  const bill = await orderPaid(ctx, order.paid_with ?? orderId);
  const shares =
    order.paid_with === null
      ? paidShares(lines, order.cost - bill.kept)
      : new Map(lines.map((line) => [line.line_id, line.worth ?? 0]));
  const { paid, credited, left } = order.paid_with === null ? bill : sumsOfReplacement(lines, claimed);
  const claimableLine = lineOf(shares, claimed);
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
  const policies = await claimPolicies(ctx, undefined);
  return { order, currency: bill.currency ?? order.currency ?? 'USD', paid, credited, left, groups, policies };
}

/** What was paid for the units of a replacement, what of that was given back, and what still can be. */
function sumsOfReplacement(lines: readonly facts.LineFacts[], claimed: readonly facts.ClaimedFacts[]) {
  const paid = lines.reduce((sum, line) => sum + (line.worth ?? 0), 0);
  const held = lines.reduce((sum, line) => sum + line.held, 0);
  const credited = claimed.reduce((sum, { granted }) => sum + granted, 0);
  return { paid, credited, left: paid - credited - held };
}

/**
 * Units of a line, less those that were sent again or given back; their worth, less what was given back for them before.
 * Worth is rounded down; what that leaves goes to the units that come later, so that all of them get back what was paid.
 */
function lineOf(shares: ReadonlyMap<string, number>, claimed: readonly facts.ClaimedFacts[]) {
  return (
    line: facts.LineFacts,
    { quantity, resent, refunded }: Omit<facts.ParcelLine, 'line_id'>,
    parcelId: string | null,
  ): ClaimableLine => {
    const mine = claimed.filter((one) => one.line_id === line.line_id);
    const before = mine.find((one) => one.parcel_id === parcelId);
    // units that never left are cancelled with their refund: what the order costs is less already
    const given = mine.reduce((sum, one) => sum + (one.parcel_id === null ? 0 : one.granted), 0);
    const share = shares.get(line.line_id) ?? 0;
    const unsettled = line.paid_quantity - line.settled;
    const fair = unitsWorth(share, unsettled, line.paid_quantity);
    const rest = share - line.held - given;
    const whole = Math.max(fair, Math.min(rest, fair + line.settled)); // each settled unit was rounded down by less than one
    const worth = (units: number) => unitsWorth(whole, units, unsettled);
    const free = quantity - resent - refunded;
    const granted = parcelId === null ? 0 : (before?.granted ?? 0);
    const less = unitsWorth(share, quantity - resent, line.paid_quantity) - granted; // some was given back as goodwill
    const { line_id, title, variant_title, image_url } = line;
    return {
      line_id,
      title,
      variant_title,
      image_url,
      quantity: free,
      most: rest >= fair ? worth(free) : Math.max(0, Math.min(worth(free), less)),
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

/** Units of a claim, with what was paid for them (minor units). */
export type ClaimedLine = { line_id: string; quantity: number; worth: number };
const isOpen = ({ status }: ClaimRow) => (openClaims as readonly ClaimStatus[]).includes(status); // its literals are states

/** What decides whether the units of an open claim can still be given back or sent again; undefined once it is decided. */
export async function goodsOf(ctx: Ctx, claim: ClaimRow): Promise<ClaimGoods | undefined> {
  if (!isOpen(claim)) return undefined;
  const { goods } = await claimedGoods(ctx, claim);
  return goods;
}

/** The same with its lines, as their order and parcel are now, and the other order that paid for the units of a replacement. */
export async function claimedGoods(
  ctx: Ctx,
  claim: ClaimRow,
): Promise<{ goods: ClaimGoods; lines: ClaimedLine[]; paid_with: string | null }> {
  const claimable = await claimableOf(forAccount(ctx, claim.account_id), claim.order_id);
  if (!claimable) throw new Error(`the order of ${claim.number} is gone`);
  const group = claimable.groups.find(({ parcel }) => (parcel?.id ?? null) === claim.parcel_id);
  const claimed = await findLines(forAccount(ctx, claim.account_id), claim.id);
  const found = claimed.map(({ line_id, quantity }) => {
    const line = group?.lines.find((one) => one.line_id === line_id);
    return { line_id, quantity, worth: line?.worth(quantity) ?? 0, free: line?.quantity ?? 0 };
  });
  const { cancelled, packed, address, paid_with } = claimable.order;
  const goods = {
    cancelled,
    packed: packed && claim.parcel_id === null,
    available: found.every((line) => line.free >= line.quantity),
    address,
    worth: found.reduce((sum, line) => sum + line.worth, 0),
    asked: claim.asked,
    left: claimable.left,
  };
  return { goods, lines: found, paid_with };
}
