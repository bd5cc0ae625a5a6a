import { lineDisputes } from '#contract/line-disputes.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './line-disputes.service.ts';

export function lineDisputesRoutes(host: Host): void {
  mount(host, 'lineDisputes', lineDisputes, {
    list: (ctx, { query }) => service.listDisputes(ctx, query),
    open: (ctx, { body }) => service.openDispute(ctx, body),
    withdraw: (ctx, { params, body }) => service.withdrawDispute(ctx, params.id, body.version),
    staffList: (ctx, { query }) => service.listForStaff(ctx, query),
    accept: (ctx, { params, body }) => service.acceptDispute(forAccount(ctx, params.account_id), params.id, body),
    refuse: (ctx, { params, body }) => service.refuseDispute(forAccount(ctx, params.account_id), params.id, body),
  });
}
