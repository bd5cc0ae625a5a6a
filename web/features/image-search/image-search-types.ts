import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Calls = Contract['imageSearch'];
export type Search = AnswerOf<Calls['get']>;
export type Result = AnswerOf<Calls['results']>[number];
export type CatalogResult = Extract<Result, { kind: 'catalog' }>;
