import type { TFunction } from 'i18next';
import { type RechargeStatus, rechargeCan } from '#contract/recharge-rules.ts';

type Reviewed = { status: RechargeStatus; first_approval: { own: boolean } | null };

/** What finance calls the state of a recharge, wherever it stands: of two approvals, the second is a colleague's. */
export function staffRechargeWord({ status, first_approval: first }: Reviewed, t: TFunction<'wallet'>): string {
  if (!rechargeCan.review(status)) return t(`statuses.${status}`);
  if (first === null) return t('staff.tabs.to_review');
  return t(first.own ? 'staff.waitsForColleague' : 'staff.needsSecond');
}
