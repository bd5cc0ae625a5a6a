// What other features may call.
export { ratesKnown } from './exchange-rates.events.ts';
export { conversionToday, convertedToday, inCurrency } from './exchange-rates.service.ts';
