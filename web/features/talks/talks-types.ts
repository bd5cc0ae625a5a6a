import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type Talks = Contract['talks'];
export type Talk = AnswerOf<Talks['list']>;
export type Message = Talk['messages'][number];
export type DeskTalk = AnswerOf<Talks['deskList']>[number];
export type Ids = { account_id: string; id: string };
