import type { OrderEventKind } from '#contract/order-events.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { rememberSame } from '../records/address.db.ts';
import { lockFor } from '../review/actions.service.ts';
import * as rows from './edits.db.ts';
import { noteEvents, reviewOrders } from '../review/review.service.ts';
import { readOrder } from '../review/orders.service.ts';

type Change = ParsedOf<typeof orders.line>['body'];

/** Sends a line of an unpaid order as another variant of its store, or leaves it to somebody else. */
export async function changeLine(ctx: MerchantCtx, ids: { id: string; line: string }, body: Change) {
  const accountId = accountOf(ctx);
  const order = await lockFor(ctx, accountId, ids.id, 'change_lines', body.version);
  const line = order.lines.find((one) => one.id === ids.line);
  if (!line) throw notFound('line');
  if (body.variant_id !== undefined) {
    const variant = await rows.findVariant(ctx, accountId, order.store_id, body.variant_id);
    if (!variant) throw appError('order_not_editable', { text: 'orders.variant_elsewhere' }, 'variant_id');
    await rows.setVariant(ctx, accountId, line.id, variant.id);
    await noted(ctx, ids.id, 'line_variant', { line: line.title, variant: variant.title });
  }
  if (body.not_ours !== undefined) {
    await rows.setAside(ctx, accountId, line.id, body.not_ours);
    await noted(ctx, ids.id, body.not_ours ? 'line_not_ours' : 'line_ours', { line: line.title });
  }
  return readOrder(ctx, accountId, ids.id);
}

async function noted(ctx: MerchantCtx, id: string, kind: OrderEventKind, data: Record<string, unknown>): Promise<void> {
  const accountId = accountOf(ctx);
  const alike = await rememberSame(ctx, accountId, [id]);
  await noteEvents(ctx, accountId, [{ order_id: id, kind, data }]);
  await reviewOrders(ctx, accountId, { orderIds: [id, ...alike] });
  await audit(ctx, { action: `orders.${kind}`, entity: 'orders', entity_id: id });
  await publish(ctx, { account_id: accountId, kind: 'orders.changed', id });
}
