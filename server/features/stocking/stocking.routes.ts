import { stocking } from '#contract/stocking.ts';
import { accountOf } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as ask from './stocking-ask.service.ts';
import * as desk from './stocking-desk.service.ts';
import type { Needs } from './stocking-needs.ts';
import { receive } from './stocking-receive.service.ts';
import * as service from './stocking.service.ts';

export function stockingRoutes(host: Host, needs: Needs): void {
  mount(host, 'stocking', stocking, {
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
