import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Comparison = AnswerOf<Contract['comparisons']['get']>;
export type Finding = AnswerOf<Contract['comparisons']['findings']>[number];
export type Verdict = AnswerOf<Contract['comparisons']['verify']>;

export type PrivacyRequest = AnswerOf<Contract['privacy']['list']>[number];

export type Health = AnswerOf<Contract['stores']['health']>;
export type Run = AnswerOf<Contract['autopay']['runs']>[number];

export type Store = AnswerOf<Contract['stores']['get']>;
