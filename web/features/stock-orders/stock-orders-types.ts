import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

type StockOrders = Contract['stockOrders'];
export type StockOrder = AnswerOf<StockOrders['list']>[number];
export type StockOrderDetail = AnswerOf<StockOrders['get']>;
export type StaffStockOrder = AnswerOf<StockOrders['staffList']>[number];
export type StaffStockOrderDetail = AnswerOf<StockOrders['staffGet']>;
export type Incoming = AnswerOf<StockOrders['incoming']>[number];
export type Ids = { account_id: string; id: string };
