import { closeApproved } from './bank-statements.service.ts';
import { rechargeApprovedTwice } from '#server/features/wallet/index.ts';

export function subscribeBankStatements(): void {
  rechargeApprovedTwice.on(closeApproved);
}
