import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];
