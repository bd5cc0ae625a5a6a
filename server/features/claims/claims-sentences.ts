import type { ClaimEvidence, ClaimReason } from '#contract/claim-rules.ts';
import type { ClaimFinding } from '#contract/claim-verdict-rules.ts';

/** Reasons as documents and refusals name them. */
export const reasonWords: Record<ClaimReason, string> = {
  not_received: 'not received',
  lost: 'lost on its way',
  damaged: 'damaged',
  wrong_item: 'wrong item',
  missing_item: 'missing item',
  quality: 'poor quality',
  late: 'late',
  customs: 'held by customs',
  returned_to_sender: 'returned to sender',
  cancel_after_paid: 'not sent',
};

export const evidenceWords: Record<ClaimEvidence, string> = {
  photo: 'a photo',
  video: 'a video',
  packaging_photo: 'a photo of the packaging',
  buyer_message: 'the buyer’s message',
  carrier_letter: 'a letter of the carrier',
};

const dayOf = (at: string | undefined) => (at ?? '').slice(0, 10);

/** Why nothing can be claimed, with what to do. */
export function refusalSentence({ code, at }: ClaimFinding, reason: ClaimReason): string {
  const words = reasonWords[reason];
  const sentences: Partial<Record<ClaimFinding['code'], string>> = {
    nothing_left:
      'Nothing is left to claim here: it was given back already, or it cost nothing. Claim on the first order.',
    not_shipped: `These units have not left yet, so they cannot be “${words}”. Cancel the order instead.`,
    not_delivered: `“${words}” counts from the delivery, and the carrier has not delivered yet. Claim it as late or lost.`,
    no_policy: `There is no policy for “${words}” to this country. Write to your agent.`,
    too_early: `“${words}” can be claimed from ${dayOf(at)} on. The parcel may still arrive until then.`,
  };
  return sentences[code] ?? 'This cannot be claimed.';
}
