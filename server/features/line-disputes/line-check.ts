import type { FreightFormula } from '#contract/freight.ts';
import { pooledFreight } from '#server/features/shipping/index.ts';

/** Goods weighed together by one rate, as kept with the line when the order was paid (`shipping/pricing.ts`). */
type Pool = {
  formula: FreightFormula;
  weight_g: number;
  actual_g: number;
  volume_g: number;
  /** Not with orders that were paid before it was kept: those were rounded to whole grams. */
  step_g?: number;
};
type Inputs = Readonly<Record<string, unknown>>;
type Goods = { code: string; quantity: number; inputs: Inputs };

export type LineCheck = {
  goods_g: number | null;
  parts: { actual_g: number; volume_g: number; charged_g: number; charged_again_g: number }[];
  recorded: number;
  recomputed: number;
  by_claimed: number | null;
};

const poolsOf = ({ pools }: Inputs): Pool[] => (Array.isArray(pools) ? (pools as Pool[]) : []); // written by the order's pricing

/** What is charged for a parcel of this weight: at least its volume, in whole steps of its channel. */
const charged = ({ volume_g, step_g = 1 }: Pool, actual: number) =>
  Math.ceil(Math.max(actual, volume_g) / step_g) * step_g;

/**
 * Computes a shipping line again from what was recorded at its payment: weights, volume, steps and formulas as they were. `goods`
 * are the lines beside it, whose own weights show whether the parcel's was added up rightly.
 */
export function checkLine(
  line: { amount: number; inputs: Inputs },
  goods: readonly Goods[],
  claimed: number | null,
): LineCheck {
  const pools = poolsOf(line.inputs);
  const freight = (gramsOf: (pool: Pool) => number) =>
    pooledFreight(pools.map((pool) => ({ formula: pool.formula, grams: gramsOf(pool) })));
  const [only, ...others] = pools;
  return {
    goods_g: weightOf(goods),
    parts: pools.map((pool) => ({
      actual_g: pool.actual_g,
      volume_g: pool.volume_g,
      charged_g: pool.weight_g,
      charged_again_g: charged(pool, pool.actual_g),
    })),
    recorded: line.amount,
    recomputed: freight((pool) => charged(pool, pool.actual_g)),
    by_claimed:
      claimed === null || only === undefined || others.length > 0 ? null : freight((pool) => charged(pool, claimed)),
  };
}

/** What the recorded weights of goods add up to; null where one has none. */
function weightOf(lines: readonly Goods[]): number | null {
  const weights = lines
    .filter(({ code }) => code === 'goods')
    .map(({ quantity, inputs: { weight_g } }) => (typeof weight_g === 'number' ? weight_g * quantity : null));
  return weights.length === 0 || weights.includes(null)
    ? null
    : weights.reduce<number>((sum, grams) => sum + (grams ?? 0), 0);
}
