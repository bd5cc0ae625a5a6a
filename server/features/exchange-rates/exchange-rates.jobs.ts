import type { RateSource } from '#server/connectors/exchange-rates/rate-source.ts';
import type { Tasks } from '#server/db/queue.ts';
import { fetchRates } from './exchange-rates.service.ts';

/** Each hour, until the rates of the day are there. */
export const exchangeRatesCrontab = '23 * * * * exchange_rates_fetch';

export const exchangeRatesTasks = (source: RateSource): Tasks => ({
  exchange_rates_fetch: async (entry) => {
    await fetchRates(entry, source);
  },
});
