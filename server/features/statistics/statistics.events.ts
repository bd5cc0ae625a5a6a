import { ratesKnown } from '#server/features/exchange-rates/index.ts';
import { keepAdRates } from './statistics-ads.db.ts';

export function subscribeStatistics(): void {
  ratesKnown.on(keepAdRates);
}
