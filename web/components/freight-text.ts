import type { TFunction } from 'i18next';
import type { FreightFormula } from '#contract/freight.ts';
import { capitalized } from '#web/lib/format.ts';

/** A formula in words: "$2.10 + $11.50 per kg". `money` writes minor units. */
export function formulaText(
  t: TFunction<'shipping'>,
  formula: FreightFormula,
  money: (amount: number) => string,
): string {
  switch (formula.kind) {
    case 'flat':
      return t('text.flat', { amount: money(formula.amount) });
    case 'per_kg':
      return t('text.per_kg', { handling: money(formula.handling_amount), kg: money(formula.kg_amount) });
    case 'first_step':
      return t('text.first_step', {
        first: money(formula.first_amount),
        first_g: formula.first_g,
        step: money(formula.step_amount),
        step_g: formula.step_g,
      });
    default:
      return capitalized(
        t('text.table', {
          bands: formula.bands
            .map((band) => t('text.band', { grams: band.up_to_g, amount: money(band.amount) }))
            .join(t('text.betweenBands')),
          step: money(formula.over_step_amount),
          step_g: formula.over_step_g,
        }),
      );
  }
}
