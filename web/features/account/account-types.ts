import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Place = AnswerOf<Contract['session']['sessions']>[number];
export type Attempt = AnswerOf<Contract['session']['loginLog']>[number];
export type Visit = AnswerOf<Contract['account']['visits']>[number];
