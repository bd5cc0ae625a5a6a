import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type WalletSettings = AnswerOf<Contract['wallet']['settings']>;
export type Log = AnswerOf<Contract['wallet']['billingLogs']>[number];
/** Sums of the transactions that match the filters. */
export type LogSums = AnswerOf<Contract['wallet']['logSums']>;
export type Recharge = AnswerOf<Contract['wallet']['recharges']>[number];
/** A recharge that is looked at alone: with the code of its transfer, where a bank can read one. */
export type RechargeDetail = AnswerOf<Contract['wallet']['recharge']>;
export type StaffRecharge = AnswerOf<Contract['wallet']['staffList']>[number];
export type AutoRecharge = AnswerOf<Contract['autoRecharge']['get']>;
export type Wallet = AnswerOf<Contract['wallet']['get']>;
