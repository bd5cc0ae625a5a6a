import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type PartnerLink = AnswerOf<Contract['partners']['deskList']>[number];
export type PartnerFields = InputOf<Contract['partners']['add']>['body'];
