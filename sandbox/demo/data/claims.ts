import type { ClaimReason } from '#contract/claim-rules.ts';

/** What was wrong with a parcel that arrived, what the merchant wrote, and what staff answered when it was decided. */
export type ClaimRecord = { reason: ClaimReason; note: string; end: 'refund' | 'reject'; answer: string };

export const PAST_CLAIMS: readonly ClaimRecord[] = [
  {
    reason: 'damaged',
    note: 'It arrived with a crack right across.',
    end: 'refund',
    answer: 'The photos show it; we give the amount back.',
  },
  {
    reason: 'wrong_item',
    note: 'Another colour than ordered was in the parcel.',
    end: 'refund',
    answer: 'The packing photo shows the wrong colour. Our mistake.',
  },
  {
    reason: 'missing_item',
    note: 'The buyer says a part was missing.',
    end: 'reject',
    answer: 'The weight at the hand-over is that of the whole order.',
  },
  {
    reason: 'not_received',
    note: 'Tracking says delivered, nothing was in the letterbox.',
    end: 'reject',
    answer: 'The carrier sent a photo of the parcel at the door.',
  },
  {
    reason: 'quality',
    note: 'The seam opened on the first day.',
    end: 'refund',
    answer: 'We found the same fault in the batch and give the amount back.',
  },
];

/** So many claims of the large merchant are of today: see `seed-claims.ts`. */
export const CLAIMS_OF_TODAY = 5;
