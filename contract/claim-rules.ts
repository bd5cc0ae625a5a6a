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
