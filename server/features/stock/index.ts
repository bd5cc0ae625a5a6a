// What other features may call.
export { takeIn } from './stock-staff.service.ts';
export { commitStock, moveReserved, type PaidDemand, ownUnits, reserveStock } from './stock-reserve.service.ts';
export { stockOfSkus } from './stock-list.db.ts';
export { stockReleased, unitsReturned } from './stock.events.ts';
export { findHolding } from './stock-journal.db.ts';
export { findReturnable } from './stock-returns.db.ts';
export { consumeStock } from './stock.service.ts';
