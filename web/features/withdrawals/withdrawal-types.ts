import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Withdrawal = AnswerOf<Contract['withdrawals']['get']>;
export type StaffWithdrawal = AnswerOf<Contract['withdrawals']['staffList']>[number];
export type PayoutAccount = AnswerOf<Contract['withdrawals']['payoutAccounts']>[number];
