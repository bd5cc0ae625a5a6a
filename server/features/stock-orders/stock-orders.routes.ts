import { stockOrders } from '#contract/stock-orders.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as ask from './stock-orders-ask.service.ts';
import * as desk from './stock-orders-desk.service.ts';
import type { Needs } from './stock-orders-needs.ts';
import { receive } from './stock-orders-receive.service.ts';
import * as service from './stock-orders.service.ts';

export function stockOrderRoutes(host: Host, needs: Needs): void {
  mount(host, 'stockOrders', stockOrders, {
    list: (ctx, { query }) => service.listOrders(ctx, query),
    get: (ctx, { params }) => service.detailOf(ctx, needs, accountOf(ctx), params.id),
    skus: (ctx, { query }) => service.listSkus(ctx, query),
    incoming: (ctx, { query }) => service.listIncoming(ctx, query),
    ask: (ctx, { body }) => ask.askForStock(ctx, needs, body),
    accept: (ctx, { params, body }) => ask.acceptPrice(ctx, needs, params.id, body),
    cancel: (ctx, { params, body }) => ask.cancelOrder(ctx, needs, params.id, body.version),
    deskList: (ctx, { query }) => service.listForDesk(ctx, query),
    deskGet: (ctx, { params }) => service.getForDesk(ctx, needs, params.account_id, params.id),
    deskQuote: (ctx, { params, body }) => desk.quoteOrder(ctx, needs, params, body),
    deskMove: (ctx, { params, body }) => desk.moveOrder(ctx, needs, params, body),
    deskReceive: (ctx, { params, body }) => receive(ctx, needs, params, body),
    deskCredit: (ctx, { params, body }) => desk.creditOrder(ctx, needs, params, body),
  });
}
