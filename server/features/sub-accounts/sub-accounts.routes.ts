import { subAccounts } from '#contract/sub-accounts.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { setLimits } from './sub-accounts-limits.service.ts';
import { listMembers } from './sub-accounts.service.ts';

export function subAccountsRoutes(host: Host): void {
  mount(host, 'sub-accounts', subAccounts, {
    list: (ctx, { query }) => listMembers(ctx, query),
    setLimits: (ctx, { params, body }) => setLimits(ctx, params.user_id, body),
  });
}
