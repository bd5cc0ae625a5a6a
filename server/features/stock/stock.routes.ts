import { v7 as uuid } from 'uuid';
import { stock } from '#contract/stock.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { movementsFile } from './stock-export.ts';
import { levelFor, moveStock, returnableOf, shippedOrders } from './stock-staff.service.ts';
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
    staffRequests: (ctx, { query }) => requests.listForStaff(ctx, query),
    staffAnswer: (ctx, { params, body }) => requests.answerRequest(forAccount(ctx, params.account_id), params.id, body),
    warehouses: (ctx) => findWarehouses(ctx),
    staffMovements: (ctx, { query }) => service.listMovementsForStaff(ctx, query),
    staffMovementsFile: { manual: (entry, { body }) => movementsFile(entry, body) },
    staffLevel: (ctx, { params }) => levelFor(forAccount(ctx, params.id), params),
    staffShipped: (ctx, { params, query }) => shippedOrders(forAccount(ctx, params.id), query.q),
    staffReturnable: (ctx, { params }) => returnableOf(forAccount(ctx, params.account_id), params.id),
    staffMove: (ctx, { params, body }) => moveStock(forAccount(ctx, params.id), body, uuid()),
  });
}
