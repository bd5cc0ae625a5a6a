import { withdrawals } from '#contract/withdrawals.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as review from './withdrawals-review.service.ts';
import * as service from './withdrawals.service.ts';

export function withdrawalsRoutes(host: Host): void {
  mount(host, 'withdrawals', withdrawals, {
    payoutAccounts: (ctx) => service.listPayoutAccounts(ctx),
    createPayoutAccount: (ctx, { body }) => service.createPayoutAccount(ctx, body),
    removePayoutAccount: (ctx, { params }) => service.removePayoutAccount(ctx, params.id),
    list: (ctx, { query }) => service.listWithdrawals(ctx, query),
    get: (ctx, { params }) => service.getWithdrawal(ctx, params.id),
    create: (ctx, { body }) => service.createWithdrawal(ctx, body),
    sendCode: (ctx, { params }) => service.sendCode(ctx, params.id),
    confirm: { manual: (entry, { params, body }) => service.confirmWithdrawal(entry, params.id, body.code) },
    cancel: (ctx, { params, body }) => service.cancelWithdrawal(ctx, params.id, body.version),
    staffList: (ctx, { query }) => review.staffList(ctx, query),
    approve: (ctx, { params, body }) => review.approve(forAccount(ctx, params.account_id), params.id, body.version),
    markPaid: (ctx, { params, body }) => review.markPaid(forAccount(ctx, params.account_id), params.id, body),
    decline: (ctx, { params, body }) => review.decline(forAccount(ctx, params.account_id), params.id, body),
  });
}
