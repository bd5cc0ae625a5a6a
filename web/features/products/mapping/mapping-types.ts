import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Product = AnswerOf<Contract['products']['get']>;
export type Variant = AnswerOf<Contract['products']['variants']>[number];
export type SkuChoice = AnswerOf<Contract['products']['skus']>[number];
export type Suggestion = AnswerOf<Contract['suggestions']['list']>[number];
export type Stock = NonNullable<SkuChoice['stock']>;
export type Save = InputOf<Contract['mappings']['save']>['body'];
