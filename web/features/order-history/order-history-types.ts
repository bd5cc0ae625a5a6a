import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type OrderHistory = AnswerOf<Contract['orderHistory']['get']>;
export type TimelineEntry = OrderHistory['entries'][number];
