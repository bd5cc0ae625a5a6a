import { shippedOrReplaced } from './units.ts';

/** Units of one line of the shop's order, in the order that sends them. */
export type Share = {
  quantity: number;
  current_quantity: number;
  paid_quantity: number;
  shipped_quantity: number;
  cancelled_quantity: number;
  /** Sent by a replacement: for the shop these have left. */
  replaced_quantity: number;
};
/** Units of a line that another order sends. */
export type HeldUnits = Share & { line_id: string; order_id: string };

/** A line of the shop's order with what others send of it. */
type Shared = Share & { moved_quantity: number; held: readonly HeldUnits[] };

const sum = <T>(rows: readonly T[], count: (row: T) => number) => rows.reduce((all, row) => all + count(row), 0);

/** A line with all its units, wherever they are sent from: what the shop speaks of. */
export function wholeLine<Line extends Shared>(line: Line): Line {
  if (line.held.length === 0) return line;
  const all = (count: (share: Share) => number) => count(line) + sum(line.held, count);
  return {
    ...line,
    current_quantity: all((share) => share.current_quantity),
    paid_quantity: all((share) => share.paid_quantity),
    shipped_quantity: all((share) => share.shipped_quantity),
    cancelled_quantity: all((share) => share.cancelled_quantity),
    replaced_quantity: all((share) => share.replaced_quantity),
  };
}

/** Of a whole line: what the shop's later edits never go below, because it was paid, has left, was cancelled or moved. */
export function leastQuantity(line: Shared): number {
  const goneOf = (share: Share) => shippedOrReplaced(share) + share.cancelled_quantity;
  const gone = goneOf(line);
  const goneElsewhere = sum(line.held, goneOf);
  return Math.max(line.paid_quantity, gone, line.moved_quantity + gone - goneElsewhere);
}

/**
 * How many units of a line each share keeps when the shop wants `wanted` of them. What is cancelled already goes first, then
 * what is open, then what has left; always from the first share on. It depends on nothing but what is asked, so that the
 * shop's news end in the same state whatever came before them.
 */
export function shareOut(wanted: number, shares: readonly Share[]): number[] {
  let removed =
    sum(shares, (share) => share.quantity) -
    Math.min(
      wanted,
      sum(shares, (share) => share.quantity),
    );
  const left = shares.map((share) => share.quantity);
  const phases: ((share: Share) => number)[] = [
    (share) => share.cancelled_quantity,
    (share) => share.quantity - share.cancelled_quantity - shippedOrReplaced(share),
    shippedOrReplaced,
  ];
  for (const amount of phases) {
    for (const [index, share] of shares.entries()) {
      const taken = Math.min(removed, Math.max(0, amount(share)));
      removed -= taken;
      left[index] = (left[index] ?? 0) - taken;
    }
  }
  return left;
}

/** A changed line as its own order has it, and what that leaves to the orders that send units of it. */
export function spread<Line extends { quantity: number; current_quantity: number }>(next: Line, stored?: Shared) {
  if (!stored || stored.held.length === 0) return { own: next, held: [] };
  const own = { ...stored, quantity: next.quantity - stored.moved_quantity };
  const [mine = 0, ...others] = shareOut(next.current_quantity, [own, ...stored.held]);
  const held = stored.held.map(({ line_id, order_id, current_quantity: before, paid_quantity }, index) => ({
    line_id,
    order_id,
    before,
    paid: paid_quantity > 0,
    current_quantity: others[index] ?? 0,
  }));
  return { own: { ...next, current_quantity: mine }, held };
}
