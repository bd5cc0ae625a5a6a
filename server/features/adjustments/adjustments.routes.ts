import { adjustments } from '#contract/adjustments.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './adjustments.service.ts';

export function adjustmentsRoutes(host: Host): void {
  mount(host, 'adjustments', adjustments, {
    staffList: (ctx, { query }) => service.listForStaff(ctx, query),
    propose: (ctx, { body }) => service.propose(ctx, body),
    approve: (ctx, { params, body }) => service.approve(forAccount(ctx, params.account_id), params.id, body),
    reject: (ctx, { params, body }) => service.reject(forAccount(ctx, params.account_id), params.id, body),
    withdraw: (ctx, { params, body }) => service.withdraw(forAccount(ctx, params.account_id), params.id, body),
  });
}
