import type { ClaimEvidence, ClaimReason } from './claim-rules.ts';

/** What the portal thinks of a claim by itself; the first that holds, the gravest first. */
export const claimVerdicts = [
  'nothing_left',
  'not_shipped',
  'not_delivered',
  'no_policy',
  'too_early',
  'delivered',
  'too_late',
  'evidence_missing',
  'eligible',
] as const;
export type ClaimVerdict = (typeof claimVerdicts)[number];

/** With these verdicts no claim is made: there is nothing to claim, or not yet. */
export const refusedVerdicts: ReadonlySet<ClaimVerdict> = new Set([
  'nothing_left',
  'not_shipped',
  'not_delivered',
  'no_policy',
  'too_early',
]);

/** Reasons that a delivery by the carrier’s word speaks against. */
const contradicted: ReadonlySet<ClaimReason> = new Set(['late', 'lost', 'customs', 'returned_to_sender']);

/** A policy of the provider for a reason and destination. */
export type ClaimPolicy = {
  reason: ClaimReason;
  destination: string | null;
  counts_from: 'paid' | 'shipped' | 'delivered';
  opens_after_days: number;
  window_days: number;
  evidence: readonly ClaimEvidence[];
};

/** What a claim is judged by: moments as ISO texts. */
export type ClaimFacts = {
  reason: ClaimReason;
  policy: ClaimPolicy | null;
  paid_at: string | null;
  /** Of the parcel; null when the units never left. */
  shipped_at: string | null;
  delivered_at: string | null;
  /** What could be given back at most, in minor units. */
  most: number;
  /** Evidence that is there. */
  given: readonly ClaimEvidence[];
};

/** One thing that the verdict rests on. */
export type ClaimFinding = { code: ClaimVerdict; at?: string; evidence?: ClaimEvidence[] };
export type ClaimJudgement = {
  verdict: ClaimVerdict;
  findings: ClaimFinding[];
  /** From when to when the claim can be made; null while the moment that it counts from has not come. */
  opens_at: string | null;
  deadline: string | null;
  missing: ClaimEvidence[];
};

const dayMs = 86_400_000;
const daysAfter = (from: string, days: number) => new Date(Date.parse(from) + days * dayMs).toISOString();

/** The policy of a reason for a destination: its own row, or the one for everywhere. */
export function policyFor<P extends Pick<ClaimPolicy, 'reason' | 'destination'>>(
  policies: readonly P[],
  reason: ClaimReason,
  destination: string | null,
): P | null {
  const own = policies.filter((policy) => policy.reason === reason);
  return (
    own.find((policy) => destination !== null && policy.destination === destination) ??
    own.find((policy) => policy.destination === null) ??
    null
  );
}

/** What speaks for and against a claim at a moment, the gravest first. */
export function judgeClaim(facts: ClaimFacts, now: Date): ClaimJudgement {
  const { policy } = facts;
  const from = policy && facts[`${policy.counts_from}_at`];
  const opens_at = policy && from ? daysAfter(from, policy.opens_after_days) : null;
  const deadline = policy && from ? daysAfter(from, policy.window_days) : null;
  const missing = (policy?.evidence ?? []).filter((kind) => !facts.given.includes(kind));
  const findings = [
    ...impossible(facts),
    ...outOfTime(facts, now.toISOString(), { opens_at, deadline }),
    ...(missing.length > 0 ? [{ code: 'evidence_missing' as const, evidence: missing }] : []),
  ];
  return { verdict: findings[0]?.code ?? 'eligible', findings, opens_at, deadline, missing };
}

/** Why there is nothing to claim for that reason, whatever the day. */
function impossible({ most, reason, shipped_at, delivered_at, policy }: ClaimFacts): ClaimFinding[] {
  const unsent = reason !== 'cancel_after_paid' && shipped_at === null;
  const found: ClaimFinding[] = most <= 0 ? [{ code: 'nothing_left' }] : [];
  if (unsent) found.push({ code: 'not_shipped' });
  if (!unsent && policy?.counts_from === 'delivered' && delivered_at === null) found.push({ code: 'not_delivered' });
  if (policy === null) found.push({ code: 'no_policy' });
  return found;
}

/** What the clock and the carrier say against it. */
function outOfTime(
  { reason, delivered_at }: ClaimFacts,
  now: string,
  { opens_at, deadline }: Pick<ClaimJudgement, 'opens_at' | 'deadline'>,
): ClaimFinding[] {
  const found: ClaimFinding[] = [];
  if (opens_at !== null && now < opens_at) found.push({ code: 'too_early', at: opens_at });
  if (contradicted.has(reason) && delivered_at !== null) found.push({ code: 'delivered', at: delivered_at });
  if (deadline !== null && now > deadline) found.push({ code: 'too_late', at: deadline });
  return found;
}

/** A line as it was paid: `weight` is what its share of the order’s total goes by. */
export type PaidLine = { line_id: string; paid_quantity: number; unit_cost: number | null };

/**
 * What was paid for each line of an order, freight and fees included: its share by the goods’ worth, so that the shares
 * add up to what was paid (largest remainder, domain.md §2.1).
 */
export function paidShares(lines: readonly PaidLine[], paid: number): Map<string, number> {
  const worth = lines.map((line) => ({ id: line.line_id, by: (line.unit_cost ?? 0) * line.paid_quantity }));
  const priced = worth.some((line) => line.by > 0);
  const weights = priced ? worth : lines.map((line) => ({ id: line.line_id, by: line.paid_quantity }));
  const parts = splitByWeight(
    paid,
    weights.map((line) => line.by),
  );
  return new Map(weights.map((line, index) => [line.id, parts[index] ?? 0]));
}

/** Parts of a whole by weights, whole minor units that add up to it. */
export function splitByWeight(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map(() => 0);
  const exact = weights.map((weight, index) => {
    const share = BigInt(whole) * BigInt(weight);
    return { index, floor: share / sum, rest: share % sum };
  });
  let left = BigInt(whole) - exact.reduce((total, part) => total + part.floor, 0n);
  const parts = exact.map((part) => part.floor);
  for (const { index } of [...exact].sort((a, b) => (a.rest < b.rest ? 1 : a.rest > b.rest ? -1 : a.index - b.index))) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map(Number);
}

/** What so many of a line’s units were worth, rounded down so that parts never exceed the line. */
export const unitsWorth = (share: number, units: number, of: number): number =>
  of <= 0 ? 0 : Number((BigInt(share) * BigInt(Math.min(units, of))) / BigInt(of));

/** Claims per paid orders of the same time, in hundredths of a percent, this one counted. */
export const claimRate = (claims: number, orders: number): number =>
  orders === 0 ? 10_000 : Math.min(10_000, Math.ceil(((claims + 1) * 10_000) / orders));

/** Whether a claim is approved by itself: it is beyond doubt, small, and the client seldom claims. */
export function approvesItself(
  claim: { verdict: ClaimVerdict; wanted: 'refund' | 'reship'; asked: number; claimed_before: boolean },
  limits: { auto_amount: number; max_rate_bp: number } | null,
  rate: number,
): boolean {
  if (!limits || claim.verdict !== 'eligible' || claim.wanted !== 'refund' || claim.claimed_before) return false;
  return claim.asked > 0 && claim.asked <= limits.auto_amount && rate <= limits.max_rate_bp;
}
