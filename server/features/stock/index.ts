// What other features may call.
export { takeIn } from './stock-desk.service.ts';
export { commitStock, moveReserved, ownUnits, reserveStock } from './stock-draw.service.ts';
export { stockOfSkus } from './stock-of-skus.db.ts';
export { stockReleased } from './stock.events.ts';
export { consumeStock } from './stock.service.ts';
