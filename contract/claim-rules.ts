/** Why a merchant claims (domain.md §3.8). */
export const claimReasons = [
  'not_received',
  'lost',
  'damaged',
  'wrong_item',
  'missing_item',
  'quality',
  'late',
  'customs',
  'returned_to_sender',
  'cancel_after_paid',
] as const;
export type ClaimReason = (typeof claimReasons)[number];

/** What a claim may have to show. */
export const claimEvidence = ['photo', 'video', 'packaging_photo', 'buyer_message', 'carrier_letter'] as const;
export type ClaimEvidence = (typeof claimEvidence)[number];

/** What a merchant may want. */
export const claimWants = ['refund', 'reship'] as const;
export type ClaimWant = (typeof claimWants)[number];

/** States of a claim. */
export const claimStatuses = [
  'submitted',
  'under_review',
  'need_evidence',
  'approved_refund',
  'approved_partial',
  'approved_reship',
  'rejected',
  'withdrawn',
  'expired',
  'closed',
] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** A claim in one of these keeps its lines from another claim. */
export const openClaims = ['submitted', 'under_review', 'need_evidence'] as const satisfies readonly ClaimStatus[];

const undecided = ['submitted', 'under_review', 'need_evidence'] as const;
/** Who acts on a claim. */
export type ClaimSide = 'merchant' | 'staff' | 'system';

/** The one table of what may happen to a claim: in which states, where it leads, and who may do it. */
export const claimActions = {
  take: { from: ['submitted'], to: 'under_review', by: ['staff'] },
  /** Ask for (more) evidence. */
  ask: { from: ['submitted', 'under_review'], to: 'need_evidence', by: ['staff'] },
  /** Bring what was asked for. */
  answer: { from: ['need_evidence'], to: 'under_review', by: ['merchant'] },
  refund: { from: undecided, to: 'approved_refund', by: ['staff', 'system'] },
  partial: { from: undecided, to: 'approved_partial', by: ['staff'] },
  reship: { from: undecided, to: 'approved_reship', by: ['staff'] },
  reject: { from: undecided, to: 'rejected', by: ['staff'] },
  appeal: { from: ['rejected'], to: 'under_review', by: ['merchant'] },
  withdraw: { from: undecided, to: 'withdrawn', by: ['merchant'] },
  /** Its units were cancelled and given back otherwise. */
  void: { from: undecided, to: 'withdrawn', by: ['system'] },
  /** The evidence did not come in time. */
  expire: { from: ['need_evidence'], to: 'expired', by: ['system'] },
  close: { from: ['approved_refund', 'approved_partial', 'approved_reship', 'rejected'], to: 'closed', by: ['system'] },
} as const satisfies Record<string, { from: readonly ClaimStatus[]; to: ClaimStatus; by: readonly ClaimSide[] }>;
export type ClaimAction = keyof typeof claimActions;

/** Actions by which staff decide. */
export const claimDecisions = ['refund', 'partial', 'reship', 'reject'] as const satisfies readonly ClaimAction[];
export type ClaimDecision = (typeof claimDecisions)[number];

/** Business days in which staff decide; days in which evidence is brought, and in which a rejection can be appealed. */
export const claimClocks = { decideDays: 3, evidenceDays: 7, appealDays: 14 } as const;

/** What the table’s guards look at. */
export type ClaimStand = {
  status: ClaimStatus;
  appealed_at: string | null;
  decided_at: string | null;
  /** The claimed units as they are now; left out where no decision is asked about. */
  goods?: ClaimGoods;
};

/** What decides whether claimed units can still be given back or sent again. */
export type ClaimGoods = {
  /** The order was cancelled with them. */
  cancelled: boolean;
  /** They are in a package that is packed and labelled. */
  packed: boolean;
  /** All of them are still there: neither sent since, nor given back, nor sent again. */
  available: boolean;
  /** The buyer’s address is known. */
  address: boolean;
  /** What was paid for them, what the claim asks for, and what of the order’s payment can still be given back; minor units. */
  worth: number;
  asked: number;
  left: number;
};

/** Why money cannot be refunded, or units not sent again. */
export const claimHindrances = [
  'order_cancelled',
  'units_gone',
  'packed',
  'nothing_left',
  'less_left',
  'worth_more',
  'no_address',
] as const;
export type ClaimHindrance = (typeof claimHindrances)[number];

/** What keeps a decision from being possible, the gravest first; null when nothing does. */
export function claimHindrance(action: ClaimAction, goods: ClaimGoods | undefined): ClaimHindrance | null {
  if (!goods || (action !== 'refund' && action !== 'partial' && action !== 'reship')) return null;
  const { cancelled, available, packed, address, left, asked, worth } = goods;
  if (!available) return cancelled ? 'order_cancelled' : 'units_gone';
  if (packed) return 'packed';
  if (left <= 0) return 'nothing_left';
  if (action === 'refund') return asked > Math.min(left, worth) ? 'less_left' : null;
  if (action === 'partial') return null;
  if (worth > left) return 'worth_more';
  return address ? null : 'no_address';
}

const dayMs = 86_400_000;
/** Why an action on a claim is refused: who acts, the claim's status, its units, or the time for an appeal. */
export type ClaimRefusal = 'not_yours' | `is_${ClaimStatus}` | ClaimHindrance | 'appealed_before' | 'appeal_over';

/** Why an action is not possible; null when it is. */
export function claimRefusal(action: ClaimAction, claim: ClaimStand, by: ClaimSide, now: Date): ClaimRefusal | null {
  const { from, by: sides }: { from: readonly ClaimStatus[]; by: readonly ClaimSide[] } = claimActions[action];
  if (!sides.includes(by)) return 'not_yours';
  if (!from.includes(claim.status)) return `is_${claim.status}`;
  const hindrance = claimHindrance(action, claim.goods);
  if (hindrance) return hindrance;
  if (action !== 'appeal') return null;
  if (claim.appealed_at !== null) return 'appealed_before';
  const until = Date.parse(claim.decided_at ?? '') + claimClocks.appealDays * dayMs;
  return until < now.getTime() ? 'appeal_over' : null;
}

/** Whether an action is possible; the server decides by the same table as the buttons. */
export const claimCan = (action: ClaimAction, claim: ClaimStand, by: ClaimSide, now: Date): boolean =>
  claimRefusal(action, claim, by, now) === null;
