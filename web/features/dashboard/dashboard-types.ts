import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Step = AnswerOf<Contract['guidance']['shop']>['steps'][number];
