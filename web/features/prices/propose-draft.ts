import type { PriceAct } from '#contract/price-rules.ts';
import { type FormulaDraft, formulaOf, newFormula } from '#web/components/freight-draft.ts';
import { decimalToMinor } from '#web/lib/format.ts';
import type { Proposal } from './prices-types.ts';

export const goodsKinds = ['none', 'percent', 'add', 'set'] as const;
export const freightKinds = ['none', 'percent', 'formula'] as const;

/** A proposal as it is typed. */
export type ProposeDraft = {
  goods: (typeof goodsKinds)[number];
  goodsValue: string;
  freight: (typeof freightKinds)[number];
  freightPercent: string;
  formula: FormulaDraft;
  reason: Proposal['reason'];
  note: string;
  /** `YYYY-MM-DD`. */
  day: string;
};

export const newProposal: Omit<ProposeDraft, 'day'> = {
  goods: 'percent',
  goodsValue: '',
  freight: 'none',
  freightPercent: '',
  formula: newFormula,
  reason: 'supplier',
  note: '',
};

const percentOf = (text: string): number | undefined => {
  const value = Number(text.replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? undefined : Math.round(value * 100);
};

/** What the draft does to prices; undefined until it says all that it must. */
export function actOf(draft: ProposeDraft, currency: string): PriceAct | undefined {
  const goods = goodsAct(draft, currency);
  const freight = freightAct(draft, currency);
  if (goods === undefined || freight === undefined || (goods === null && freight === null)) return undefined;
  return { goods, freight };
}

function goodsAct({ goods, goodsValue }: ProposeDraft, currency: string): PriceAct['goods'] | undefined {
  if (goods === 'none') return null;
  if (goods === 'percent') {
    const bp = percentOf(goodsValue);
    return bp === undefined ? undefined : { kind: 'percent', bp };
  }
  const amount = decimalToMinor(goodsValue, currency);
  return amount === undefined ? undefined : { kind: goods, amount };
}

function freightAct(draft: ProposeDraft, currency: string): PriceAct['freight'] | undefined {
  if (draft.freight === 'none') return null;
  if (draft.freight === 'percent') {
    const bp = percentOf(draft.freightPercent);
    return bp === undefined ? undefined : { kind: 'percent', bp };
  }
  const formula = formulaOf(draft.formula, currency);
  return formula === undefined ? undefined : { kind: 'formula', formula };
}
