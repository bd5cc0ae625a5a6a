import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Story = AnswerOf<Contract['orderHistory']['get']>;
export type StoryEntry = Story['entries'][number];
