import { v7 as uuid } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stockOrders } from '#contract/stock-orders.ts';
import { countsOf } from '#contract/stock-order-rules.ts';
import type { AccountCtx, StaffActor } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { insertReceipt } from './stock-orders-change.db.ts';
import { notifyAgents, notifyOf } from './stock-orders-staff.service.ts';
import { lockFor, applyAction } from './stock-orders-moves.ts';
import { staffDetailOf } from './stock-orders.service.ts';
import { findLines, type LineRow, type StockOrderRow } from './stock-orders.db.ts';
import { attachFile } from '#server/features/files/index.ts';
import { takeIn } from '#server/features/stock/index.ts';

type Arrival = {
  account_id: string;
  sku_id: string;
  warehouse_id: string;
  kind: 'receipt';
  qty: number;
  damaged_qty: number;
  unit_cost: number;
  ref: { kind: string; id: string; label: string };
  reason: string;
  key: string;
};
type Counted = ParsedOf<typeof stockOrders.staffReceive>['body'];

/** Writes a delivery down: pieces lie on the shelf, the damaged ones set apart; the last one says what came short. */
export async function receive(ctx: AccountCtx<StaffActor>, id: string, counted: Counted) {
  const { version, counts: every, verdict, note, file_ids, last } = counted;
  const order = await lockFor(ctx, id, last ? 'stock' : 'receive', version);
  const before = await findLines(ctx, id);
  const counts = requireCounts(before, every, last);
  for (const fileId of new Set(file_ids)) await attachFile(ctx, fileId, 'stock_qc');
  const receipt = { id: uuid(), verdict, note, counts, file_ids: [...new Set(file_ids)] };
  if (counts.length > 0 || note !== '' || file_ids.length > 0) await insertReceipt(ctx, order, receipt);
  await takeIn(ctx, arrivalsOf(order, before, receipt));
  const after = await findLines(ctx, id);
  const sums = sumsOf(after);
  await applyAction(ctx, order, last ? 'stock' : 'receive', { note, details: { verdict, ...sums } });
  const damaged = counts.reduce((sum, count) => sum + count.damaged_qty, 0);
  const received = counts.reduce((sum, count) => sum + count.good_qty + count.damaged_qty, 0);
  if (verdict === 'failed' || damaged > 0) await notifyOf(ctx, order, 'stock_qc_failed', { damaged, received });
  if (last) {
    const { name } = order.warehouse;
    await notifyOf(ctx, order, 'stock_order_stocked', { ...sums, warehouse: name });
    if (sums.short > 0 || sums.damaged > 0)
      await notifyAgents(ctx, order, 'staff_stock_order_short', { state: 'to_complete', ...sums });
  }
  return staffDetailOf(ctx, id);
}

/** Counts of lines that the order has; a delivery in parts brings something. */
function requireCounts(lines: readonly LineRow[], counts: Counted['counts'], last: boolean): Counted['counts'] {
  const known = new Set(lines.map((line) => line.line));
  const named = new Set(counts.map((count) => count.line));
  if (named.size < counts.length || counts.some((count) => !known.has(count.line)))
    throw appError('stock_order_invalid', { text: 'stock-orders.count_once' }, 'counts');
  const come = counts.filter(({ good_qty, damaged_qty }) => good_qty + damaged_qty > 0);
  if (come.length === 0 && !last)
    throw appError('stock_order_invalid', { text: 'stock-orders.count_missing' }, 'counts');
  return come;
}

function sumsOf(lines: readonly LineRow[]) {
  const sum = (of: (line: LineRow) => number) => lines.reduce((total, line) => total + of(line), 0);
  return {
    good_qty: sum(({ received, damaged }) => received - damaged),
    damaged: sum(({ damaged }) => damaged),
    short: sum((line) => countsOf(line).short),
    over: sum((line) => countsOf(line).over),
  };
}

/** What goes on the shelf; pieces beyond the order were not paid for and are worth nothing in the books. */
function arrivalsOf(
  { account_id, id, number, warehouse }: StockOrderRow,
  lines: readonly LineRow[],
  receipt: { id: string; counts: Counted['counts'] },
): Arrival[] {
  const counted = new Map(receipt.counts.map((count) => [count.line, count]));
  return lines.flatMap((line) => {
    const { good_qty: good = 0, damaged_qty: damaged = 0 } = counted.get(line.line) ?? {};
    const come = good + damaged;
    const ordered = Math.min(come, Math.max(0, line.quantity - line.received));
    const broken = Math.min(damaged, ordered);
    const place = { account_id, sku_id: line.sku.id, warehouse_id: warehouse.id, kind: 'receipt' as const };
    const about = { ref: { kind: 'stock_orders', id, label: number } };
    const arrival = (qty: number, damaged_qty: number, unit_cost: number, reason: string, key: string): Arrival[] =>
      qty > 0
        ? [{ ...place, ...about, qty, damaged_qty, unit_cost, reason, key: `receipt:${receipt.id}:${line.line}${key}` }]
        : [];
    return [
      ...arrival(ordered, broken, line.unit_price ?? 0, '', ''),
      ...arrival(come - ordered, damaged - broken, 0, 'More than ordered', ':over'),
    ];
  });
}
