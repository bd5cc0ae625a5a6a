import type { FreightFormula } from '#contract/freight.ts';
import { decimalToMinor, minorToDecimal } from '#web/lib/format.ts';

export type FormulaKind = FreightFormula['kind'];

/** A freight formula as it is typed. */
export type FormulaDraft = {
  kind: FormulaKind;
  /** Flat amount, first amount or handling. */
  base: string;
  /** Step amount, amount per kilogram, or what each step over the last band costs. */
  rate: string;
  first_g: string;
  step_g: string;
  /** One band a line: `500 = 4.20`. */
  bands: string;
};

/** What an empty form begins with. */
export const newFormula: FormulaDraft = {
  kind: 'per_kg',
  base: '',
  rate: '',
  first_g: '100',
  step_g: '100',
  bands: '',
};

/** A formula as fields that can be typed in. */
export function formulaFields(formula: FreightFormula, currency: string): FormulaDraft {
  const write = (amount: number) => minorToDecimal(amount, currency);
  switch (formula.kind) {
    case 'flat':
      return { ...newFormula, kind: 'flat', base: write(formula.amount) };
    case 'per_kg':
      return {
        ...newFormula,
        kind: 'per_kg',
        base: write(formula.handling_amount),
        rate: write(formula.kg_amount),
      };
    case 'first_step':
      return {
        ...newFormula,
        kind: 'first_step',
        base: write(formula.first_amount),
        rate: write(formula.step_amount),
        first_g: String(formula.first_g),
        step_g: String(formula.step_g),
      };
    default:
      return {
        ...newFormula,
        kind: 'table',
        bands: formula.bands.map((band) => `${band.up_to_g} = ${write(band.amount)}`).join('\n'),
        rate: write(formula.over_step_amount),
        step_g: String(formula.over_step_g),
      };
  }
}

const grams = (text: string) => (/^\s*[1-9]\d{0,6}\s*$/.test(text) ? Number(text) : undefined);

/** An amount as typed, in minor units; undefined when it is none. */
export function amountOf(text: string, currency: string): number | undefined {
  const value = decimalToMinor(text, currency);
  return value !== undefined && value >= 0 ? value : undefined;
}

/** Bands as typed; undefined unless each is heavier than the one before and costs at least as much. */
function bandsOf(text: string, currency: string) {
  const bands = text
    .split(/\n|;/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [weight = '', amount = ''] = part.split(/[=:]/);
      return { up_to_g: grams(weight), amount: amountOf(amount, currency) };
    });
  const known = bands.flatMap(({ up_to_g, amount }) =>
    up_to_g !== undefined && amount !== undefined ? [{ up_to_g, amount }] : [],
  );
  const rising = known.every((band, index) => {
    const before = known[index - 1];
    return before === undefined || (band.up_to_g > before.up_to_g && band.amount >= before.amount);
  });
  return known.length > 0 && known.length === bands.length && rising ? known : undefined;
}

/** The formula of typed fields; undefined while a field is not filled. */
export function formulaOf(draft: FormulaDraft, currency: string): FreightFormula | undefined {
  const [base, rate] = [amountOf(draft.base, currency), amountOf(draft.rate, currency)];
  const [first_g, step_g] = [grams(draft.first_g), grams(draft.step_g)];
  switch (draft.kind) {
    case 'flat':
      return base === undefined ? undefined : { kind: 'flat', amount: base };
    case 'per_kg':
      return base === undefined || rate === undefined
        ? undefined
        : { kind: 'per_kg', handling_amount: base, kg_amount: rate };
    case 'first_step':
      return base === undefined || rate === undefined || !first_g || !step_g
        ? undefined
        : { kind: 'first_step', first_g, first_amount: base, step_g, step_amount: rate };
    default: {
      const bands = bandsOf(draft.bands, currency);
      return !bands || rate === undefined || !step_g
        ? undefined
        : { kind: 'table', bands, over_step_g: step_g, over_step_amount: rate };
    }
  }
}
