import { account } from '#contract/account.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { getAccount, listVisits } from './account.service.ts';

export function accountRoutes(host: Host): void {
  mount(host, 'account', account, {
    get: (ctx) => getAccount(ctx),
    visits: (ctx, { query }) => listVisits(ctx, query),
  });
}
