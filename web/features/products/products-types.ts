import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Product = AnswerOf<Contract['products']['get']>;
export type Variant = AnswerOf<Contract['products']['variants']>[number];
