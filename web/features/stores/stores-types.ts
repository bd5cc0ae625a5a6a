import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Comparison = AnswerOf<Contract['comparisons']['get']>;

export type Store = AnswerOf<Contract['stores']['get']>;
