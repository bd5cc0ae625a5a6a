import { forAccount } from '#server/db/context.ts';
import { eraseWords } from './claims.service.ts';
import { refreshClaims } from './claims-refresh.service.ts';
import { buyersErased, unitsCancelled } from '#server/features/orders/index.ts';

export function subscribeClaims(): void {
  unitsCancelled.on(refreshChanged);
  buyersErased.on(forgetBuyers);
}

const refreshChanged: Parameters<typeof unitsCancelled.on>[0] = (ctx, { accountId, orderIds }) =>
  refreshClaims(forAccount(ctx, accountId), orderIds);

const forgetBuyers: Parameters<typeof buyersErased.on>[0] = (ctx, { accountId, orderIds }) =>
  eraseWords(forAccount(ctx, accountId), orderIds);
