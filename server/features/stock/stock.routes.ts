import { v7 as uuid } from 'uuid';
import { stock } from '#contract/stock.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { moveStock } from './stock-desk.service.ts';
import { findWarehouses } from './stock-list.db.ts';
import * as service from './stock-list.service.ts';
import * as requests from './stock-requests.service.ts';

export function stockRoutes(host: Host): void {
  mount(host, 'stock', stock, {
    list: (ctx, { query }) => service.listStock(ctx, query),
    movements: (ctx, { query }) => service.listMovements(ctx, query),
    setAlert: (ctx, { params, body }) => service.setAlert(ctx, params.id, body),
    requests: (ctx, { query }) => requests.listRequests(ctx, query),
    request: (ctx, { body }) => requests.askRequest(ctx, body),
    withdraw: (ctx, { params }) => requests.withdrawRequest(ctx, params.id),
    deskRequests: (ctx, { query }) => requests.listForDesk(ctx, query),
    deskAnswer: (ctx, { params, body }) => requests.answerRequest(ctx, params, body),
    warehouses: (ctx) => findWarehouses(ctx),
    deskMove: (ctx, { params, body }) => moveStock(ctx, params.id, body, uuid()),
  });
}
