import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type RateVersion = AnswerOf<Contract['shipping']['staffRates']>[number];
