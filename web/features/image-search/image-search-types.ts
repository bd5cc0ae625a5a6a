import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Calls = Contract['imageSearch'];
export type Search = AnswerOf<Calls['get']>;
export type Result = AnswerOf<Calls['results']>[number];
export type CatalogResult = Extract<Result, { kind: 'catalog' }>;

/** What can be done with a result; an action that the member may not do is absent. */
export type ResultActions = {
  onAsk: ((sku: CatalogResult | null) => void) | undefined;
  onMap: ((sku: CatalogResult) => void) | undefined;
};
