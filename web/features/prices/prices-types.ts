import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Prices = Contract['prices'];
export type Change = AnswerOf<Prices['changes']>[number];
export type StaffPrice = AnswerOf<Prices['staffList']>[number];
export type StaffChange = AnswerOf<Prices['staffChanges']>[number];
export type Proposal = InputOf<Prices['propose']>['body'];
