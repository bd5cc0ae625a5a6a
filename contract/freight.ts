/** How one destination and channel is charged by weight (domain.md §2.2); its schema is in `shipping.ts`. */
export type FreightFormula =
  | { kind: 'flat'; amount: number }
  | { kind: 'first_step'; first_g: number; first_amount: number; step_g: number; step_amount: number }
  | { kind: 'per_kg'; handling_amount: number; kg_amount: number }
  /** Amounts by weight band, lightest first; what is heavier than the last band pays a step for each begun `over_step_g`. */
  | { kind: 'table'; bands: { up_to_g: number; amount: number }[]; over_step_g: number; over_step_amount: number };

/** Freight for `weight` charged grams in minor units; fractions round up, so that a shown price is never exceeded. */
export function freightOf(formula: FreightFormula, weight: number): number {
  switch (formula.kind) {
    case 'flat':
      return formula.amount;
    case 'per_kg':
      return formula.handling_amount + Math.ceil((formula.kg_amount * weight) / 1000);
    case 'first_step':
      return (
        formula.first_amount + Math.max(0, Math.ceil((weight - formula.first_g) / formula.step_g)) * formula.step_amount
      );
    default:
      return tableFreight(formula, weight);
  }
}

function tableFreight(formula: FreightFormula & { kind: 'table' }, weight: number): number {
  const band = formula.bands.find(({ up_to_g }) => weight <= up_to_g);
  if (band) return band.amount;
  const last = formula.bands.at(-1) ?? { up_to_g: 0, amount: 0 };
  return last.amount + Math.ceil((weight - last.up_to_g) / formula.over_step_g) * formula.over_step_amount;
}

/** The part of a formula that is charged once per parcel, whatever the weight. */
export function baseOf(formula: FreightFormula): number {
  switch (formula.kind) {
    case 'flat':
      return formula.amount;
    case 'first_step':
      return formula.first_amount;
    case 'per_kg':
      return formula.handling_amount;
    default:
      return formula.bands[0]?.amount ?? 0;
  }
}

/** How a channel weighs: `divisor` in cm³ per kg of volume weight (null: actual weight only), rounded up to `step_g`. */
export type Weighing = { divisor: number | null; step_g: number };

/** Grams that a parcel's volume (mm³) counts for; 0 where a channel does not look at volume. */
export function volumeWeight(volume_mm3: number, divisor: number | null): number {
  return divisor === null ? 0 : Math.ceil(volume_mm3 / divisor);
}

/** What is charged: the greater of actual and volume weight, rounded up to the channel's step (domain.md §2.2). In grams. */
export function chargeableWeight(parcel: { weight_g: number; volume_mm3: number }, by: Weighing): number {
  const grams = Math.max(parcel.weight_g, volumeWeight(parcel.volume_mm3, by.divisor));
  return Math.ceil(grams / by.step_g) * by.step_g;
}

/** Who pays duty and tax at the border. */
export const taxModes = ['DDP', 'IOSS', 'DDU'] as const;

/** Kinds of goods that some channels do not take. */
export const goodsKinds = ['battery', 'liquid', 'magnet'] as const;
export type GoodsKind = (typeof goodsKinds)[number];
