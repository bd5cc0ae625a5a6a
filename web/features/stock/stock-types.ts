import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type Level = AnswerOf<Contract['stock']['list']>[number];
export type Movement = AnswerOf<Contract['stock']['movements']>[number];
export type MoveBody = InputOf<Contract['stock']['deskMove']>['body'];
export type StockRequest = AnswerOf<Contract['stock']['requests']>[number];
export type DeskRequest = AnswerOf<Contract['stock']['deskRequests']>[number];

type Stocking = Contract['stocking'];
export type StockingOrder = AnswerOf<Stocking['list']>[number];
export type StockingDetail = AnswerOf<Stocking['get']>;
export type StockingItem = StockingDetail['items'][number];
export type DeskStocking = AnswerOf<Stocking['deskList']>[number];
export type DeskDetail = AnswerOf<Stocking['deskGet']>;
export type Incoming = AnswerOf<Stocking['incoming']>[number];
export type StockableSku = AnswerOf<Stocking['skus']>[number];
export type StockingTab = NonNullable<NonNullable<InputOf<Stocking['list']>['query']>['tab']>;
export type StockingDeskTab = NonNullable<NonNullable<InputOf<Stocking['deskList']>['query']>['tab']>;
export type AskBody = InputOf<Stocking['ask']>['body'];
export type AcceptBody = InputOf<Stocking['accept']>['body'];
export type QuoteBody = InputOf<Stocking['deskQuote']>['body'];
export type ReceiveBody = InputOf<Stocking['deskReceive']>['body'];
export type Ids = { account_id: string; id: string };
