import {
  claimClocks,
  type ClaimHindrance,
  claimHindrances,
  type ClaimReason,
  type ClaimRefusal,
} from '#contract/claim-rules.ts';
import type { ClaimFinding } from '#contract/claim-verdict-rules.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** Why an action on the claim `number` is refused, with what to do. */
export function refusedMove(number: string, refusal: ClaimRefusal): Phrase {
  if (isHindrance(refusal)) return { text: `claims.hindered_${refusal}`, params: { number } };
  if (refusal === 'appeal_over')
    return { text: 'claims.appeal_over', params: { number, days: claimClocks.appealDays } };
  return { text: `claims.${refusal}`, params: { number } };
}

const isHindrance = (refusal: ClaimRefusal): refusal is ClaimHindrance =>
  claimHindrances.some((hindrance) => hindrance === refusal);

/** Why nothing can be claimed for `why`, with what to do. */
export function refusedFinding({ code, at }: ClaimFinding, why: ClaimReason): Phrase {
  const reason: Phrase = { text: `claims.reason_${why}` };
  switch (code) {
    case 'nothing_left':
      return { text: 'claims.verdict_nothing_left' };
    case 'not_shipped':
    case 'not_delivered':
    case 'no_policy':
      return { text: `claims.verdict_${code}`, params: { reason } };
    case 'too_early':
      return { text: 'claims.verdict_too_early', params: { reason, day: (at ?? '').slice(0, 10) } };
    default:
      return { text: 'claims.verdict_other' };
  }
}
