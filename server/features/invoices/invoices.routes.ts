import { invoices } from '#contract/invoices.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { type OpenNeeds, payInvoice } from './invoices-open.service.ts';
import { type Needs, payOrders, previewCheckout } from './invoices-pay.service.ts';
import * as service from './invoices.service.ts';

export function invoicesRoutes(host: Host, needs: Needs & OpenNeeds): void {
  mount(host, 'invoices', invoices, {
    list: (ctx, { query }) => service.listInvoices(ctx, query),
    get: (ctx, { params }) => service.getInvoice(ctx, params.id),
    checkout: (ctx, { body }) => previewCheckout(ctx, needs, body.order_ids),
    pay: (ctx, { body }) => payOrders(ctx, needs, body),
    payOpen: (ctx, { params, body }) => payInvoice(ctx, needs, params.id, body),
    listOrders: (ctx, { query }) => service.listInvoiceOrders(ctx, query),
    getOrder: (ctx, { params }) => service.getInvoiceOrder(ctx, params.id),
  });
}
