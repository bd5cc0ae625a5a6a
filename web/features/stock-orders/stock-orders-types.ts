import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type StockOrders = Contract['stockOrders'];
export type StockingOrder = AnswerOf<StockOrders['list']>[number];
export type StockingDetail = AnswerOf<StockOrders['get']>;
export type DeskStocking = AnswerOf<StockOrders['deskList']>[number];
export type DeskDetail = AnswerOf<StockOrders['deskGet']>;
export type Incoming = AnswerOf<StockOrders['incoming']>[number];
export type Ids = { account_id: string; id: string };
