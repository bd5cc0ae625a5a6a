import { isOfCosts, type ShownFigure } from './figure-texts.ts';
import type { Figures } from './statistics-types.ts';
import type { OrdersFilter } from './use-period.ts';

/** Why a figure isn't known: a text under `unknown` and how many orders or lines it speaks of. */
export type UnknownReason = { key: 'noCost' | 'noRate' | 'selfFulfilled' | 'noOrders'; count: number };

/** The orders that a reason speaks of, as a filter of the list of orders. */
export const unknownOrders: Record<UnknownReason['key'], OrdersFilter | null> = {
  noCost: { unknown: 'cost' },
  noRate: { unknown: 'rate' },
  selfFulfilled: { stage: 'self_fulfilled' },
  noOrders: null,
};

/** What a figure lacks that `figuresOf` on the server could not compute. */
export function unknownReason(
  name: ShownFigure,
  { no_cost, no_rate, self_fulfilled }: Pick<Figures, 'no_cost' | 'no_rate' | 'self_fulfilled'>,
): UnknownReason {
  const ofCosts = isOfCosts(name);
  if (ofCosts && (no_cost ?? 0) > 0) return { key: 'noCost', count: no_cost ?? 0 };
  if ((name === 'average_order' || name === 'margin') && no_rate > 0) return { key: 'noRate', count: no_rate };
  if (ofCosts && self_fulfilled > 0) return { key: 'selfFulfilled', count: self_fulfilled };
  return { key: 'noOrders', count: 0 };
}
