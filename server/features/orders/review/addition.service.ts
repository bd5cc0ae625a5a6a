import type { Ctx } from '#server/db/context.ts';
import type { Evaluated } from '../rules/evaluation.ts';
import { savePaidParts } from '../records/addition.db.ts';
import { noteEvents, reviewOrders } from './review.service.ts';

/** Records that what the shop added to paid orders is paid too: it is prepared like the rest, and nothing of the rest changes. */
export async function markAdditionsPaid(ctx: Ctx, accountId: string, evaluated: readonly Evaluated[]): Promise<void> {
  const parts = evaluated.flatMap(({ row, addition }) => {
    if (!addition?.cost) return [];
    const { goods, freight, fees, total, weight_g, currency, unit_costs } = addition.cost;
    const lines = addition.lines.map((line) => ({ ...line, unit_cost: unit_costs.get(line.line_id) ?? 0 }));
    return [{ order_id: row.id, goods, freight, fees, total, weight_g, currency, lines, units: addition.units }];
  });
  if (parts.length === 0) return;
  await savePaidParts(ctx, accountId, parts);
  await noteEvents(
    ctx,
    accountId,
    parts.map(({ order_id, units, total, currency }) => ({
      order_id,
      kind: 'addition_paid',
      data: { units, total, currency },
    })),
  );
  await reviewOrders(ctx, accountId, { orderIds: parts.map((part) => part.order_id) });
}
