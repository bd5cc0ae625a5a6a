/** How one destination and channel is charged by weight (domain.md §2.2); its schema is in `shipping.ts`. */
export type FreightFormula =
  | { kind: 'flat'; amount: number }
  | { kind: 'first_step'; first_g: number; first_amount: number; step_g: number; step_amount: number }
  | { kind: 'per_kg'; handling_amount: number; kg_amount: number };

/** Freight for `weight` grams in minor units; fractions round up, so that a shown price is never exceeded. */
export function freightOf(formula: FreightFormula, weight: number): number {
  if (formula.kind === 'flat') return formula.amount;
  if (formula.kind === 'per_kg') return formula.handling_amount + Math.ceil((formula.kg_amount * weight) / 1000);
  return (
    formula.first_amount + Math.max(0, Math.ceil((weight - formula.first_g) / formula.step_g)) * formula.step_amount
  );
}

/** The part of a formula that is charged once per parcel, whatever the weight. */
export function baseOf(formula: FreightFormula): number {
  if (formula.kind === 'flat') return formula.amount;
  return formula.kind === 'first_step' ? formula.first_amount : formula.handling_amount;
}

/** Who pays duty and tax at the border. */
export const taxModes = ['DDP', 'IOSS', 'DDU'] as const;
