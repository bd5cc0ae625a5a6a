import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type RateVersion = AnswerOf<Contract['shipping']['deskRates']>[number];
export type Holiday = AnswerOf<Contract['shipping']['deskHolidays']>[number];
export type CutOff = AnswerOf<Contract['shipping']['deskCutOffs']>[number];
export type ClaimPolicy = AnswerOf<Contract['shipping']['claimPolicies']>[number];
export type RateBody = InputOf<Contract['shipping']['setRate']>['body'];
