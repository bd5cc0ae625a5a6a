import type { TFunction } from 'i18next';
import type { FreightFormula } from '#contract/shipping.ts';
import { formatMoney } from '#web/lib/format.ts';
import type { InvoiceLine } from './invoices-types.ts';

type Pool = { formula: FreightFormula; weight_g: number; actual_g?: number; volume_g?: number };
type Money = (amount: number) => string;

/** The inputs are kept as the pricing wrote them; a shape that is not known is left out rather than guessed. */
function poolsOf(inputs: InvoiceLine['inputs']): Pool[] {
  const { pools } = inputs;
  return Array.isArray(pools) ? pools.filter(isPool) : [];
}

function isPool(value: unknown): value is Pool {
  return typeof value === 'object' && value !== null && 'formula' in value && 'weight_g' in value;
}

function formulaText(t: TFunction<'invoices'>, { formula, weight_g: grams }: Pool, money: Money): string {
  if (formula.kind === 'flat') return t('formula.flat', { grams, amount: money(formula.amount) });
  if (formula.kind === 'per_kg')
    return t('formula.per_kg', { grams, kg: money(formula.kg_amount), handling: money(formula.handling_amount) });
  if (formula.kind === 'table') {
    const { bands, over_step_g, over_step_amount } = formula;
    const band = bands.find(({ up_to_g }) => grams <= up_to_g);
    const last = bands.at(-1) ?? { up_to_g: 0, amount: 0 };
    return band
      ? t('formula.band', { grams, up_to_g: band.up_to_g, amount: money(band.amount) })
      : t('formula.overBand', {
          grams,
          up_to_g: last.up_to_g,
          amount: money(last.amount),
          over: money(over_step_amount),
          step_g: over_step_g,
        });
  }
  const { first_g, step_g } = formula;
  return t('formula.first_step', {
    grams,
    first_g,
    first: money(formula.first_amount),
    step_g,
    step: money(formula.step_amount),
  });
}

/** Why these grams are charged, when they are not simply the weight: by the parcel's size, or rounded up. Bills from before say nothing of it. */
function weightText(
  t: TFunction<'invoices'>,
  { weight_g: grams, actual_g: actual, volume_g: volume = 0 }: Pool,
): string[] {
  if (actual === undefined || actual === grams) return [];
  if (volume <= actual) return [t('formula.charged.rounded', { grams, actual })];
  return [t(volume === grams ? 'formula.charged.volume' : 'formula.charged.volumeRounded', { grams, actual, volume })];
}

/** What an amount was computed from, line by line, so that the merchant can compute it again (domain.md §2.2). */
export function inputLines(t: TFunction<'invoices'>, line: InvoiceLine, currency: string, locale: string): string[] {
  const money: Money = (amount) => formatMoney({ amount, currency }, locale);
  if (line.code === 'freight') {
    const pools = poolsOf(line.inputs);
    const texts = pools.flatMap((pool) => [formulaText(t, pool, money), ...weightText(t, pool)]);
    return pools.length > 1 ? [...texts, t('formula.pooled')] : texts;
  }
  const { units, per_unit, line_title: title, weight_g: grams } = line.inputs;
  if (
    typeof units !== 'number' ||
    typeof per_unit !== 'number' ||
    typeof title !== 'string' ||
    typeof grams !== 'number'
  )
    return [];
  const made = t(per_unit === 1 ? 'goodsOf' : 'goodsFrom', { units, per_unit, title, grams });
  return line.inputs.own_stock === true ? [made, t('ownStock')] : [made];
}
