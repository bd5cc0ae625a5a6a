import type { Contract } from '#web/api/client.ts';
import type { ClaimReason, ClaimWant } from '#contract/claim-rules.ts';
import { unitsWorth } from '#contract/claim-verdict-rules.ts';
import { decimalToMinor } from '#web/lib/format.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Claimable, ClaimGroup } from './claims-types.ts';

type SubmitBody = InputOf<Contract['claims']['submit']>['body'];

/** What stands in the form; an amount that was not typed is the largest one. */
export type Draft = {
  group: number;
  reason: ClaimReason | '';
  wanted: ClaimWant;
  lines: Record<string, { quantity: number; asked?: string }>;
  note: string;
  dirty: boolean;
};

/** A new claim: about the parcel that led here, or the first of all; and for the reason that did, unless it is locked. */
export function firstDraft(claimable: Claimable, parcelId: string | undefined, reason: string | undefined): Draft {
  const led = claimable.groups.findIndex((group) => group.parcel?.id === parcelId);
  const group = Math.max(0, led);
  const known = claimable.groups[group]?.reasons.find((one) => one.reason === reason && one.allowed);
  return { group, reason: known?.reason ?? '', wanted: 'refund', lines: {}, note: '', dirty: false };
}

type Reason = ClaimGroup['reasons'][number];

/** The reasons to choose from: those that can be claimed now, then those that can't. */
export const openFirst = <R extends Pick<Reason, 'allowed'>>(reasons: readonly R[]): R[] => [
  ...reasons.filter(({ allowed }) => allowed),
  ...reasons.filter(({ allowed }) => !allowed),
];

/** Reasons that are about a parcel with all that is in it; the others are about some of it. */
const ofWhole: readonly (ClaimReason | '')[] = [
  'not_received',
  'lost',
  'late',
  'customs',
  'returned_to_sender',
  'cancel_after_paid',
];

/**
 * So many units of a line as the form has them. Unless set, all that are free where the reason is about all of them or there is no
 * other line; else none, since a wrong item is seldom each of them.
 */
export function unitsOf(line: ClaimGroup['lines'][number], draft: Draft, group: Pick<ClaimGroup, 'lines'>): number {
  if (line.open_claim) return 0;
  const isOnly = group.lines.every((one) => one === line || one.open_claim !== null || one.quantity === 0);
  return draft.lines[line.line_id]?.quantity ?? (isOnly || ofWhole.includes(draft.reason) ? line.quantity : 0);
}

/** The lines to be claimed. */
export function linesOf(group: ClaimGroup, draft: Draft, currency: string): SubmitBody['lines'] {
  return group.lines.flatMap((line) => {
    const quantity = unitsOf(line, draft, group);
    if (quantity === 0) return [];
    const typed = draft.lines[line.line_id]?.asked;
    const asked = typed === undefined ? undefined : decimalToMinor(typed, currency);
    return [{ line_id: line.line_id, quantity, asked: asked ?? unitsWorth(line.most, quantity, line.quantity) }];
  });
}

/** Their sum. */
export const askedOf = (lines: SubmitBody['lines']): number => lines.reduce((sum, line) => sum + (line.asked ?? 0), 0);
