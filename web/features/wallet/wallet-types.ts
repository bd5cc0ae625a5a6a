import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type WalletSettings = AnswerOf<Contract['wallet']['settings']>;
export type Log = AnswerOf<Contract['wallet']['billingLogs']>[number];
/** Sums of the transactions that match the filters. */
export type LogSums = AnswerOf<Contract['wallet']['logSums']>;
export type Recharge = AnswerOf<Contract['wallet']['recharge']>;
export type StaffRecharge = AnswerOf<Contract['wallet']['staffList']>[number];
export type AutoRecharge = AnswerOf<Contract['autoRecharge']['get']>;
export type Wallet = AnswerOf<Contract['wallet']['get']>;
