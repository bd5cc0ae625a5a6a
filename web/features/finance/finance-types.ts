import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

/** What is owed to clients in one currency, day by day. */
export type Owed = AnswerOf<Contract['finance']['liabilities']>['currencies'][number];
