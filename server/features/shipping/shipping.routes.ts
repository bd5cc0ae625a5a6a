import { shipping } from '#contract/shipping.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as calendar from './shipping-calendar.service.ts';
import { costOf } from './shipping-cost.service.ts';
import * as service from './shipping.service.ts';

export function shippingRoutes(host: Host): void {
  mount(host, 'shipping', shipping, {
    channels: (ctx) => service.listChannels(ctx),
    rates: (ctx, { query }) => service.ratesAt(ctx, query),
    transit: (ctx) => service.listTransit(ctx),
    calendar: (ctx) => calendar.calendarAhead(ctx),
    claimPolicies: (ctx, { query }) => calendar.claimPolicies(ctx, query.at),
    cost: (ctx, { query }) => costOf(ctx, query),
    staffRates: (ctx, { query }) => service.staffRates(ctx, query),
    staffRateHistory: (ctx, { query }) => service.rateHistory(ctx, query),
    setRate: (ctx, { body }) => service.setRate(ctx, body),
    staffHolidays: (ctx, { query }) => calendar.holidaysOf(ctx, query.year),
    setHolidays: (ctx, { body }) => calendar.setHolidays(ctx, body),
    staffCutOffs: (ctx) => calendar.cutOffs(ctx),
    setCutOff: (ctx, { body }) => calendar.setCutOff(ctx, body),
    setClaimPolicy: (ctx, { body }) => calendar.setClaimPolicy(ctx, body),
    businessDays: (ctx, { query }) => calendar.businessDay(ctx, query),
  });
}
