// What other features may call.
export { ordersByCutOff } from './delivery-planning.service.ts';
