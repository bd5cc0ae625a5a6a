import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Level = AnswerOf<Contract['stock']['list']>[number];
export type Movement = AnswerOf<Contract['stock']['movements']>[number];
export type StaffMovement = AnswerOf<Contract['stock']['staffMovements']>[number];
