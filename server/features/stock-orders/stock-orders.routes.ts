import { stockOrders } from '#contract/stock-orders.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as ask from './stock-orders-ask.service.ts';
import * as desk from './stock-orders-desk.service.ts';
import { receive } from './stock-orders-receive.service.ts';
import * as service from './stock-orders.service.ts';

export function stockOrdersRoutes(host: Host): void {
  mount(host, 'stockOrders', stockOrders, {
    list: (ctx, { query }) => service.listOrders(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, accountOf(ctx), params.id),
    skus: (ctx, { query }) => service.listSkus(ctx, query),
    incoming: (ctx, { query }) => service.listIncoming(ctx, query),
    ask: (ctx, { body }) => ask.askForStock(ctx, body),
    accept: (ctx, { params, body }) => ask.acceptPrice(ctx, params.id, body),
    cancel: (ctx, { params, body }) => ask.cancelOrder(ctx, params.id, body.version),
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, params.account_id, params.id),
    deskQuote: (ctx, { params, body }) => desk.quoteOrder(ctx, params, body),
    deskMove: (ctx, { params, body }) => desk.moveOrder(ctx, params, body),
    deskReceive: (ctx, { params, body }) => receive(ctx, params, body),
    deskCredit: (ctx, { params, body }) => desk.creditOrder(ctx, params, body),
  });
}
