import { prices } from '#contract/prices.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { acceptChanges, rejectChanges, withdrawChanges } from './prices-decide.service.ts';
import * as lists from './prices-list.service.ts';
import { earliestOffered, propose } from './prices-propose.service.ts';

export function pricesRoutes(host: Host): void {
  mount(host, 'prices', prices, {
    list: (ctx, { query }) => lists.listPrices(ctx, query),
    channels: (ctx, { query }) => lists.listChannels(ctx, query),
    get: (ctx, { params }) => lists.getPrice(ctx, params.id),
    changes: (ctx, { query }) => lists.listChanges(ctx, query),
    accept: (ctx, { body }) => acceptChanges(ctx, body.ids),
    reject: (ctx, { body }) => rejectChanges(ctx, body),
    rule: (ctx) => lists.getRule(ctx),
    saveRule: (ctx, { body }) => lists.saveRule(ctx, body),
    staffList: (ctx, { query }) => lists.listForStaff(ctx, query),
    staffChanges: (ctx, { query }) => lists.listChangesForStaff(ctx, query),
    notice: (ctx) => Promise.resolve({ days: ctx.app.priceNoticeDays, earliest: earliestOffered(ctx) }),
    propose: (ctx, { body }) => propose(ctx, body),
    withdraw: (ctx, { body }) => withdrawChanges(ctx, body.changes),
  });
}
