import type { AnswerOf } from '#contract/endpoint.ts';
import type { StatisticsGroup } from '#contract/statistics-rules.ts';
import type { Contract } from '#web/api/client.ts';

export type Statistics = AnswerOf<Contract['statistics']['get']>;
export type Figures = Statistics['totals'];
export type Breakdown = AnswerOf<Contract['statistics']['breakdown']>;
export type Products = AnswerOf<Contract['statistics']['products']>;
export type DeliveryTimes = AnswerOf<Contract['statistics']['deliveryTimes']>;
export type Payments = AnswerOf<Contract['statistics']['payments']>;
export type Deliveries = AnswerOf<Contract['statistics']['deliveries']>;
export type AdResult = AnswerOf<Contract['statistics']['importAds']>;
export type Group = StatisticsGroup;
