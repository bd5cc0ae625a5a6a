import { v7 as uuid } from 'uuid';
import type { AccountCtx, Ctx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import { reduceHolds, providerAccount } from './stock-reserve.db.ts';
import * as rows from './stock-journal.db.ts';

type Ref = { kind: string; id: string; label: string };
/** What happens on a shelf; the journal fills in the rest. */
export type Move = Pick<rows.Movement, 'account_id' | 'sku_id' | 'warehouse_id' | 'kind' | 'qty'> & {
  damaged_qty?: number;
  unit_cost?: number | null;
  layer_at?: Date;
  ref?: Ref;
  reason?: string;
  /** Makes a repeated action one movement. */
  key: string;
};

/**
 * Writes to the journal; levels follow by themselves. Throws `stock_short` when a shelf holds less than what is to leave it
 * or than what orders hold: then nothing happened.
 */
export async function record(ctx: Ctx, moves: readonly Move[]): Promise<void> {
  const movements = moves.map(
    (move): rows.Movement => ({
      account_id: move.account_id,
      id: uuid(),
      sku_id: move.sku_id,
      warehouse_id: move.warehouse_id,
      kind: move.kind,
      qty: move.qty,
      damaged_qty: move.damaged_qty ?? 0,
      unit_cost: move.qty > 0 ? (move.unit_cost ?? null) : null,
      layer_at: move.qty > 0 ? (move.layer_at ?? ctx.now) : null,
      ref_kind: move.ref?.kind ?? null,
      ref_id: move.ref?.id ?? null,
      ref_label: move.ref?.label ?? '',
      reason: move.reason ?? '',
      idempotency_key: move.key,
    }),
  );
  await rows.append(ctx, movements).catch((error: unknown) => {
    throw isShort(error) ? appError('stock_short', { text: 'stock.too_few' }, 'quantity') : error;
  });
}

function isShort(error: unknown): boolean {
  return (
    error instanceof Error &&
    'constraint' in error &&
    (error.constraint === 'stock_levels_available' || error.constraint === 'stock_levels_counts')
  );
}

/** The pieces that a parcel takes along leave their shelves: those that its order holds, first the client's own. */
export async function consumeStock(
  ctx: AccountCtx,
  parcel: {
    parcel_id: string;
    order_id: string;
    order_name: string;
    lines: readonly { line_id: string; quantity: number }[];
  },
): Promise<void> {
  const units = new Map(parcel.lines.map((line) => [line.line_id, line.quantity]));
  const held = await rows.findCommitted(ctx, parcel.order_id, [...units.keys()]);
  if (held.length === 0) return;
  const left = new Map<string, number>();
  const taken: (rows.CommittedHold & { pieces: number })[] = [];
  for (const hold of [...held].sort(
    (a, b) => Number(a.owner_id === providerAccount) - Number(b.owner_id === providerAccount),
  )) {
    const key = `${hold.line_id}:${hold.sku_id}`;
    const wanted = left.get(key) ?? (units.get(hold.line_id) ?? 0) * hold.per_unit;
    const pieces = Math.min(wanted, hold.quantity);
    left.set(key, wanted - pieces);
    if (pieces > 0) taken.push({ ...hold, pieces });
  }
  const skus = [...new Set(taken.map((hold) => hold.sku_id))];
  await rows.lockLevels(ctx, [providerAccount, ctx.account], skus);
  await reduceHolds(
    ctx,
    taken.map((hold) => ({
      ...hold,
      order_id: parcel.order_id,
      owner: hold.owner_id === providerAccount ? 'shared' : 'own',
      quantity: hold.quantity - hold.pieces,
    })),
  );
  await record(
    ctx,
    taken.map((hold) => ({
      account_id: hold.owner_id,
      sku_id: hold.sku_id,
      warehouse_id: hold.warehouse_id,
      kind: 'ship',
      qty: -hold.pieces,
      ref: { kind: 'orders', id: parcel.order_id, label: parcel.order_name },
      key: `ship:${parcel.parcel_id}:${hold.line_id}:${hold.sku_id}:${hold.warehouse_id}`,
    })),
  );
  publish(ctx, { account_id: ctx.account, kind: 'stock.changed' });
}
