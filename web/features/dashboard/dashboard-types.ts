import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

/** A step of an account's way to its first parcel; the first is the reader's own. */
export type Step = { key: 'email'; done: boolean } | AnswerOf<Contract['guidance']['shop']>['steps'][number];
