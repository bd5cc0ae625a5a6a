import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { lockOrder } from '../records/detail.db.ts';
import { setNotDuplicate } from './edits.db.ts';
import { evaluate, noteEvents, reviewOrders } from '../review/review.service.ts';
import * as rules from '../records/account-rules.db.ts';
import { staleOrder } from '../rules/stale-order.ts';
import { readOrder } from '../review/orders.service.ts';

type Confirm = ParsedOf<typeof orders.confirm>['body'];

/** Takes a block away that only asks for a yes: the store's call of a risk, or a cost above its price guard. */
export async function confirmOrder(ctx: MerchantCtx, id: string, body: Confirm) {
  const accountId = accountOf(ctx);
  const order = await lockOrder(ctx, accountId, id);
  if (!order) throw notFound('order');
  demandStore(ctx.actor, order.store_id);
  if (order.version !== body.version) throw staleOrder();
  const [found] = await evaluate(ctx, accountId, [id], true);
  if (!found?.state.blocks.some((block) => block.code === body.code))
    throw appError('order_not_confirmable', { text: 'orders.nothing_to_confirm' });
  if (body.code === 'HIGH_RISK') {
    await rules.acceptRisk(ctx, accountId, id);
    await noteEvents(ctx, accountId, [{ order_id: id, kind: 'risk_accepted', data: { risk: found.row.risk } }]);
    await reviewOrders(ctx, accountId, { orderIds: [id] });
  } else if (body.code === 'DUPLICATE_SUSPECT') {
    await setNotDuplicate(ctx, accountId, id);
    await noteEvents(ctx, accountId, [
      { order_id: id, kind: 'both_wanted', data: { order: found.row.duplicate?.name } },
    ]);
    await reviewOrders(ctx, accountId, { orderIds: [id] });
  } else await acceptCost(ctx, accountId, found);
  await audit(ctx, { action: 'orders.confirm', entity: 'orders', entity_id: id, details: { code: body.code } });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id });
  return readOrder(ctx, accountId, id);
}

/** The yes is to the prices: other orders of the same goods to the same country go on as well. */
async function acceptCost(
  ctx: Ctx,
  accountId: string,
  { row, cost }: Awaited<ReturnType<typeof evaluate>>[number],
): Promise<void> {
  const skuIds = await rules.agreePrices(ctx, accountId, cost?.lines.flatMap((line) => line.price_id ?? []) ?? []);
  const data = { total: cost?.total, currency: cost?.currency };
  await noteEvents(ctx, accountId, [{ order_id: row.id, kind: 'cost_accepted', data }]);
  await reviewOrders(ctx, accountId, { orderIds: [row.id], skuIds });
}
