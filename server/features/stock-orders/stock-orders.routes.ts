import { stockOrders } from '#contract/stock-orders.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as ask from './stock-orders-ask.service.ts';
import * as staff from './stock-orders-staff.service.ts';
import { receive } from './stock-orders-receive.service.ts';
import * as service from './stock-orders.service.ts';

export function stockOrdersRoutes(host: Host): void {
  mount(host, 'stockOrders', stockOrders, {
    list: (ctx, { query }) => service.listOrders(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, params.id),
    skus: (ctx, { query }) => service.listSkus(ctx, query),
    incoming: (ctx, { query }) => service.listIncoming(ctx, query),
    ask: (ctx, { body }) => ask.askForStock(ctx, body),
    accept: (ctx, { params, body }) => ask.acceptPrice(ctx, params.id, body),
    cancel: (ctx, { params, body }) => ask.cancelOrder(ctx, params.id, body.version),
    staffList: (ctx, { query }) => service.listForStaff(ctx, query),
    staffGet: (ctx, { params }) => service.getForStaff(forAccount(ctx, params.account_id), params.id),
    staffQuote: (ctx, { params, body }) => staff.quoteOrder(forAccount(ctx, params.account_id), params.id, body),
    staffMove: (ctx, { params, body }) => staff.moveOrder(forAccount(ctx, params.account_id), params.id, body),
    staffReceive: (ctx, { params, body }) => receive(forAccount(ctx, params.account_id), params.id, body),
    staffCredit: (ctx, { params, body }) => staff.creditOrder(forAccount(ctx, params.account_id), params.id, body),
  });
}
