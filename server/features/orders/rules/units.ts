/** The counts of one line, in units. Each ordered unit has left, is open, was cancelled, or is sent by another order. */
export type LineUnits = {
  /** As ordered. */
  quantity: number;
  /** As the shop wants it now. */
  current_quantity: number;
  shipped_quantity: number;
  paid_quantity: number;
  /** Cancelled here: given back, or never paid. */
  cancelled_quantity: number;
  /** Sent by other orders. */
  moved_quantity: number;
  /** Paid units that never left from here: a replacement sends them instead. */
  replaced_quantity: number;
};
type Paid = Omit<LineUnits, 'quantity' | 'moved_quantity'>;

/** Units of a line that have left, or that a replacement sends: neither is open here any more. */
export const shippedOrReplaced = (line: Pick<LineUnits, 'shipped_quantity' | 'replaced_quantity'>): number =>
  line.shipped_quantity + line.replaced_quantity;

/** Units of a line that were paid, are still wanted and have not left yet. */
export function openQuantity(line: Paid): number {
  return Math.max(
    0,
    Math.min(line.paid_quantity - line.cancelled_quantity, line.current_quantity) - shippedOrReplaced(line),
  );
}

/** Paid units that never left: neither sent, replaced nor given back, whether the shop still wants them or not. */
export function unsentQuantity(line: Omit<Paid, 'current_quantity'>): number {
  return Math.max(0, line.paid_quantity - line.cancelled_quantity - shippedOrReplaced(line));
}

/** A line whose units may be bought again: of the cancelled ones, those that the shop had taken away when they were given back. */
export type AddableUnits = Pick<LineUnits, 'current_quantity' | 'paid_quantity'> & { dropped_quantity: number };

/**
 * Units that came to a paid order, also those that the shop took away and wants again after they were given back. What was
 * given back for another reason does not come back by itself: the shop has wanted it all the time.
 */
export function addedQuantity(line: AddableUnits): number {
  return Math.max(0, line.current_quantity - (line.paid_quantity - line.dropped_quantity));
}

/** Paid units that the shop took away before they left, and that were not given back. */
export function removedQuantity(line: Paid): number {
  const wanted = Math.max(line.current_quantity, shippedOrReplaced(line));
  return Math.max(0, line.paid_quantity - line.cancelled_quantity - wanted);
}

/** Where the ordered units of a line are. */
export function unitsOf(line: LineUnits): Record<'shipped' | 'open' | 'cancelled' | 'moved' | 'replaced', number> {
  const { shipped_quantity: shipped, moved_quantity: moved, replaced_quantity: replaced } = line;
  const wanted = Math.min(line.quantity - moved - line.cancelled_quantity, line.current_quantity);
  const open = Math.max(0, wanted - shipped - replaced);
  return { shipped, open, moved, replaced, cancelled: line.quantity - moved - shipped - replaced - open };
}
