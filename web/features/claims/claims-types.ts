import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Claims = Contract['claims'];
export type Claim = AnswerOf<Claims['list']>[number];
export type ClaimDetail = AnswerOf<Claims['get']>;
export type StaffClaimDetail = AnswerOf<Claims['staffGet']>;
export type Claimable = AnswerOf<Claims['claimable']>;
export type ClaimGroup = Claimable['groups'][number];
export type Ids = { account_id: string; id: string };
