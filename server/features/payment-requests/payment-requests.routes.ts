import { paymentRequests } from '#contract/payment-requests.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './payment-requests.service.ts';

export function paymentRequestsRoutes(host: Host): void {
  mount(host, 'paymentRequests', paymentRequests, {
    list: (ctx, { query }) => service.listRequests(ctx, query),
    get: (ctx, { params }) => service.getRequest(ctx, params.id),
    create: (ctx, { body }) => service.requestApproval(ctx, body),
    createForSelection: (ctx, { params, body }) => service.requestSelection(ctx, params.id, body),
    forInvoices: (ctx, { body }) => service.forInvoices(ctx, body.ids),
    createForInvoices: (ctx, { body }) => service.requestInvoices(ctx, body.ids, body.expected_total),
    approve: (ctx, { params, body }) => service.approve(ctx, params.id, body),
    decline: (ctx, { params, body }) => service.decline(ctx, params.id, body),
    cancel: (ctx, { params, body }) => service.cancel(ctx, params.id, body.version),
  });
}
