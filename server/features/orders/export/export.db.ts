import { sql } from 'kysely';
import type { Ctx } from '#server/db/context.ts';
import type { OrderListRow } from '../records/list.db.ts';

type ExportLine = {
  order_id: string;
  sku: string;
  title: string;
  variant_title: string | null;
  quantity: number;
  shipped_quantity: number;
  unit_price: number | null;
  unit_cost: number | null;
};

/** An order beside one of its lines. */
export type LineExportRow = OrderListRow & { line: ExportLine };

/** The lines that these orders still have, in the sequence of each. */
export async function findExportLines(ctx: Ctx, accountId: string, orderIds: readonly string[]): Promise<ExportLine[]> {
  const { rows } = await sql<ExportLine>`
    SELECT l.order_id, l.sku, l.title, l.variant_title, l.current_quantity AS quantity, l.shipped_quantity, l.unit_price, l.unit_cost
    FROM order_lines l
    WHERE l.account_id = ${accountId} AND l.order_id = ANY(${[...orderIds]}::uuid[]) AND l.current_quantity > 0
    ORDER BY l.order_id, l.position, l.id`.execute(ctx.db);
  return rows;
}
