import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Board = AnswerOf<Contract['deliveryPlanning']['board']>;
export type BoardAction = Board['actions'][number];
