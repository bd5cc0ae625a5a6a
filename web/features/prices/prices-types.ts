import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Prices = Contract['prices'];
export type Change = AnswerOf<Prices['changes']>[number];
export type StaffPrice = AnswerOf<Prices['deskList']>[number];
export type StaffChange = AnswerOf<Prices['deskChanges']>[number];
export type Proposal = InputOf<Prices['propose']>['body'];
