import { account } from '#contract/account.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getAccount, getBilling, listVisits, saveBilling } from './account.service.ts';

export function accountRoutes(host: Host): void {
  mount(host, 'account', account, {
    get: (ctx) => getAccount(ctx),
    billing: (ctx) => getBilling(ctx),
    saveBilling: (ctx, { body }) => saveBilling(ctx, body),
    visits: (ctx, { query }) => listVisits(ctx, query),
  });
}
