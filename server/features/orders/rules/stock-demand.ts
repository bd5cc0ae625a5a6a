import type { Evaluated } from './evaluation.ts';
import { openQuantity } from './units.ts';

/** What an order asks of the stock: pieces while it could be paid, what is left to send once it is, nothing otherwise. */
export type StockDemand = {
  order_id: string;
  store_id: string;
  placed_at: Date;
  kind: 'wanted' | 'paid' | 'none';
  lines: { line_id: string; units: number; parts: { sku_id: string; code: string; per_unit: number }[] }[];
};

/** So many units of a line that another order sends; `open` are those that still leave from the line itself. */
export type HandedUnits = { from: HeldLine; open: number; to: HeldLine; units: number };
type HeldLine = { order_id: string; line_id: string };
export type ShippedUnits = {
  parcel_id: string;
  order_id: string;
  order_name: string;
  lines: readonly { line_id: string; quantity: number }[];
};

/** The demand of an evaluated order. */
export function requireOf({ row, lines, state, toPrice, settled }: Evaluated): StockDemand {
  const { id: order_id, store_id, placed_at } = row;
  // it keeps what it holds until the payment is through, or its invoice has ended; cancelled meanwhile, it needs nothing
  if ((row.payment === 'paying' || row.payment === 'invoiced') && state.stage === 'paying')
    return { order_id, store_id, placed_at, kind: 'wanted', lines: piecesOf(toPrice) };
  if (settled) {
    const open = lines.map((line) => ({ line_id: line.id, units: openQuantity(line), parts: [] }));
    return { order_id, store_id, placed_at, kind: 'paid', lines: open };
  }
  if (!state.payable) return { order_id, store_id, placed_at, kind: 'none', lines: [] };
  return { order_id, store_id, placed_at, kind: 'wanted', lines: piecesOf(toPrice) };
}

/** The SKUs of each line and how many of them one unit takes. */
export function piecesOf(toPrice: Evaluated['toPrice']): StockDemand['lines'] {
  return toPrice.map(({ line_id, quantity, components }) => {
    const parts = new Map<string, { sku_id: string; code: string; per_unit: number }>();
    for (const { sku_id, code, quantity: pieces } of components) {
      const known = parts.get(sku_id);
      parts.set(sku_id, { sku_id, code, per_unit: (known?.per_unit ?? 0) + pieces });
    }
    return { line_id, units: quantity, parts: [...parts.values()] };
  });
}
