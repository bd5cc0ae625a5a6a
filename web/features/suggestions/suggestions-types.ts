import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type OptionWord = AnswerOf<Contract['suggestions']['words']>[number];

export type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];
