import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Client = AnswerOf<Contract['clients']['list']>[number];
