import { chargeableWeight, type FreightFormula, freightOf, type Weighing } from './freight.ts';

// What a change of prices is worth, without schemas, so that the web app can share it (domain.md §3.4).

/** Why the provider proposes another price. */
export const changeReasons = ['supplier', 'freight', 'fuel', 'duty', 'fx'] as const;
export type ChangeReason = (typeof changeReasons)[number];

/**
 * What became of a proposed price. `accepted` and `rejected` wait for its day; `due`: its day came undecided, the old price
 * has ended; `ended`: it was rejected and the old price has ended; `superseded`: another price came in between.
 */
export const changeStatuses = [
  'open',
  'accepted',
  'rejected',
  'due',
  'applied',
  'ended',
  'withdrawn',
  'superseded',
] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

/** Who decided: the merchant, a rule of theirs, or nobody because it became cheaper. */
export const decidedWays = ['merchant', 'rule', 'falling'] as const;

/** What waits for the merchant. */
export const undecided: readonly ChangeStatus[] = ['open', 'due'];

/** A price as it is charged: a piece, and its freight by weight. */
export type Charged = { unit_price: number; formula: FreightFormula };
type Goods = { weight_g: number; volume_mm3: number; weighing: Weighing };

const mostPieces = 20;

/** What so many pieces in one parcel cost, delivered. */
export function deliveredCost(price: Charged, goods: Goods, pieces: number): number {
  const parcel = { weight_g: goods.weight_g * pieces, volume_mm3: goods.volume_mm3 * pieces };
  return price.unit_price * pieces + freightOf(price.formula, chargeableWeight(parcel, goods.weighing));
}

/** How much more a delivered piece costs at worst, in minor units and in hundredths of a per cent. */
export type Rise = { amount: number; bp: number };

/** The worst of all parcels of 1 to 20 pieces, so that a formula cannot hide a rise behind the first piece. */
export function riseOf(before: Charged, after: Charged, goods: Goods): Rise {
  const rises = Array.from({ length: mostPieces }, (_, index) => {
    const pieces = index + 1;
    const was = deliveredCost(before, goods, pieces);
    const more = deliveredCost(after, goods, pieces) - was;
    return { amount: Math.ceil(more / pieces), bp: Math.ceil((more * 10_000) / Math.max(1, was)) };
  });
  return {
    amount: Math.max(...rises.map((rise) => rise.amount)),
    bp: Math.max(...rises.map((rise) => rise.bp)),
  };
}

/** Nowhere dearer: it counts at once. */
export const isFalling = (rise: Rise): boolean => rise.amount <= 0 && rise.bp <= 0;

/** Up to which rise prices are accepted by themselves: per cent in hundredths, or an amount per delivered piece. */
export type AcceptRule = { percent_bp: number | null; amount: number | null };

/** Whether the merchant's rule accepts a rise: within either of its two limits. */
export function isWithin(rule: AcceptRule, rise: Rise): boolean {
  return (
    (rule.percent_bp !== null && rise.bp <= rule.percent_bp) || (rule.amount !== null && rise.amount <= rule.amount)
  );
}

/** What is done to a price of goods, and to its freight; null leaves it. */
export type PriceAction = {
  goods: { kind: 'set' | 'add'; amount: number } | { kind: 'percent'; bp: number } | null;
  freight: { kind: 'formula'; formula: FreightFormula } | { kind: 'percent'; bp: number } | null;
};

const byPercent = (amount: number, bp: number) => Math.round((amount * (10_000 + bp)) / 10_000);

/** The price after an action; a piece never costs less than one minor unit. */
export function changedPrice({ unit_price, formula }: Charged, { goods, freight }: PriceAction): Charged {
  return { unit_price: Math.max(1, changedGoods(unit_price, goods)), formula: changedFreight(formula, freight) };
}

function changedGoods(amount: number, action: PriceAction['goods']): number {
  if (action === null) return amount;
  if (action.kind === 'percent') return byPercent(amount, action.bp);
  return action.kind === 'set' ? action.amount : amount + action.amount;
}

function changedFreight(formula: FreightFormula, action: PriceAction['freight']): FreightFormula {
  if (action === null) return formula;
  return action.kind === 'formula' ? action.formula : scaled(formula, action.bp);
}

/** A formula whose every amount changes by the same per cent. */
function scaled(formula: FreightFormula, bp: number): FreightFormula {
  const by = (amount: number) => Math.max(0, byPercent(amount, bp));
  switch (formula.kind) {
    case 'flat':
      return { ...formula, amount: by(formula.amount) };
    case 'first_step':
      return { ...formula, first_amount: by(formula.first_amount), step_amount: by(formula.step_amount) };
    case 'per_kg':
      return { ...formula, handling_amount: by(formula.handling_amount), kg_amount: by(formula.kg_amount) };
    default:
      return {
        ...formula,
        bands: formula.bands.map((band) => ({ ...band, amount: by(band.amount) })),
        over_step_amount: by(formula.over_step_amount),
      };
  }
}
