// What other features may call.
export {
  type Cost,
  type CostLine,
  type Price,
  type PricedLine,
  pooledFreight,
  priceOffers,
  priceOrder,
  priceWithin,
  type Pricing,
} from './pricing.ts';
export { calendarAhead, claimPolicies, workingTime } from './shipping-calendar.service.ts';
export { daysOfPrice, measuredDays } from './shipping.db.ts';
export { listChannels, ratesTo } from './shipping.service.ts';
