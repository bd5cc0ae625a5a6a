import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Claims = Contract['claims'];
export type Claim = AnswerOf<Claims['list']>[number];
export type ClaimDetail = AnswerOf<Claims['get']>;
export type DeskClaim = AnswerOf<Claims['deskList']>[number];
export type DeskClaimDetail = AnswerOf<Claims['deskGet']>;
export type Claimable = AnswerOf<Claims['claimable']>;
export type ClaimGroup = Claimable['groups'][number];
export type ClaimDeskTab = NonNullable<NonNullable<InputOf<Claims['deskList']>['query']>['tab']>;
export type SubmitBody = InputOf<Claims['submit']>['body'];
export type AnswerBody = InputOf<Claims['answer']>['body'];
export type AppealBody = InputOf<Claims['appeal']>['body'];
export type AskBody = InputOf<Claims['deskAsk']>['body'];
export type DecideBody = InputOf<Claims['deskDecide']>['body'];
export type Ids = { account_id: string; id: string };
