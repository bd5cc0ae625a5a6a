import { exchangeRates } from '#contract/exchange-rates.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import * as service from './exchange-rates.service.ts';

export function exchangeRatesRoutes(host: Host): void {
  mount(host, 'exchangeRates', exchangeRates, {
    staffList: (ctx, { query }) => service.listRates(ctx, query),
    enter: (ctx, { body }) => service.enterRate(ctx, body),
  });
}
