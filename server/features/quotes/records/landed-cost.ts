import { chargeableWeight, type FreightFormula, freightOf, type Weighing } from '#contract/freight.ts';

/** The first variant of an answer with its freight to the first destination. */
export type Main = {
  destination: string;
  unit_price: number;
  weight_g: number;
  volume_mm3: number;
  lead_days: number;
  freight: { formula: FreightFormula; weighing: Weighing; days_min: number; days_max: number }[] | null;
};

/** What one piece costs delivered by the cheapest channel; null without an answer, or without freight to that country. */
export function landedOf(main: Main | null) {
  if (!main?.freight) return null;
  const { destination, unit_price, lead_days } = main;
  const offers = main.freight.map(({ formula, weighing, days_min, days_max }) => {
    const amount = unit_price + freightOf(formula, chargeableWeight(main, weighing));
    return { destination, amount, lead_days, days_min, days_max };
  });
  return offers.toSorted((a, b) => a.amount - b.amount || a.days_max - b.days_max)[0] ?? null;
}
