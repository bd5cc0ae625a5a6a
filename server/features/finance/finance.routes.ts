import { finance } from '#contract/finance.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './finance.service.ts';

export function financeRoutes(host: Host): void {
  mount(host, 'finance', finance, {
    trialBalance: (ctx, { query }) => service.getTrialBalance(ctx, query),
    liabilities: (ctx, { query }) => service.getLiabilities(ctx, query),
    clients: (ctx, { query }) => service.listClients(ctx, query),
  });
}
