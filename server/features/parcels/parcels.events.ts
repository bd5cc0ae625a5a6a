import { forAccount } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { unitsReturned } from '#server/features/stock/index.ts';
import { settleReturned } from './parcels-alerts.service.ts';

export function subscribeParcels(): void {
  unitsReturned.on(settle);
}

const settle: Parameters<typeof unitsReturned.on>[0] = async (ctx, { accountId, orderId }) => {
  await settleReturned(forAccount(ctx, accountId), [orderId]);
  for (const to of [accountId, null]) publish(ctx, { account_id: to, kind: 'orders.changed', id: orderId });
};
