import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Level = AnswerOf<Contract['stock']['list']>[number];
export type Movement = AnswerOf<Contract['stock']['movements']>[number];

type Stocking = Contract['stocking'];
export type StockingOrder = AnswerOf<Stocking['list']>[number];
export type StockingDetail = AnswerOf<Stocking['get']>;
export type DeskStocking = AnswerOf<Stocking['deskList']>[number];
export type DeskDetail = AnswerOf<Stocking['deskGet']>;
export type Incoming = AnswerOf<Stocking['incoming']>[number];
export type Ids = { account_id: string; id: string };
