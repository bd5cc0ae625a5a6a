import { orderInvoices } from '#contract/order-invoices.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as end from './order-invoices-end.service.ts';
import * as service from './order-invoices.service.ts';

export function orderInvoicesRoutes(host: Host): void {
  mount(host, 'orderInvoices', orderInvoices, {
    waiting: (ctx, { params, query }) => service.waitingOf(forAccount(ctx, params.id), query),
    issue: (ctx, { params, body }) => service.issueWaiting(forAccount(ctx, params.id), body),
    void: (ctx, { params, body }) => end.voidInvoice(forAccount(ctx, params.account_id), params.id, body.reason),
    decline: (ctx, { params, body }) => end.declineInvoice(ctx, params.id, body.reason),
    refreshed: (ctx, { params }) => end.previewRefresh(ctx, params.id),
    refresh: (ctx, { params, body }) => end.refreshInvoice(ctx, params.id, body.expected_total),
  });
}
