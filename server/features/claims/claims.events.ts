import { refreshClaims } from './claims-refresh.service.ts';
import { unitsCancelled } from '#server/features/orders/index.ts';

export function subscribeClaims(): void {
  unitsCancelled.on(refreshChanged);
}

const refreshChanged: Parameters<typeof unitsCancelled.on>[0] = (ctx, { accountId, orderIds }) =>
  refreshClaims(ctx, accountId, orderIds);
