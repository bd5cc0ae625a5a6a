import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Prices = Contract['prices'];
export type Price = AnswerOf<Prices['list']>[number];
export type Change = AnswerOf<Prices['changes']>[number];
export type DeskPrice = AnswerOf<Prices['deskList']>[number];
export type DeskChange = AnswerOf<Prices['deskChanges']>[number];
export type Rule = AnswerOf<Prices['rule']>;
export type Outcome = AnswerOf<Prices['propose']>;
export type Proposal = InputOf<Prices['propose']>['body'];
