import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '../api/client.ts';

export type View = AnswerOf<Contract['views']['create']>;
