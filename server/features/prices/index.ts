// What other features may call.
export { writePrices } from './prices.service.ts';
