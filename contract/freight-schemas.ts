import { z } from 'zod';
import type { FreightFormula, Weighing } from './freight.ts';
import { minor } from './shared.ts';

const price = minor.min(0, 'checks.amount_below_zero').max(1_000_000_000, 'checks.amount_too_high');
const grams = z.int().min(1).max(1_000_000);

type Band = { up_to_g: number; amount: number };
const rises = (before: Band | undefined, band: Band) =>
  before === undefined || (band.up_to_g > before.up_to_g && band.amount >= before.amount);

/** How a channel weighs: cm³ per kg of volume weight (null: actual weight only), rounded up to a step of grams. */
export const weighingSchema = z.object({
  divisor: z.int().positive().nullable(),
  step_g: z.int().positive(),
}) satisfies z.ZodType<Weighing>;

/**
 * How one destination and channel is charged by weight (domain.md §2.2). Amounts in minor units of the account's
 * currency: `flat` once; `first_step` for the first grams and each further step begun; `per_kg` plus handling; `table` by weight band.
 */
export const freightFormula = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flat'), amount: price }),
  z.object({ kind: z.literal('first_step'), first_g: grams, first_amount: price, step_g: grams, step_amount: price }),
  z.object({ kind: z.literal('per_kg'), handling_amount: price, kg_amount: price }),
  z
    .object({
      kind: z.literal('table'),
      bands: z
        .array(z.object({ up_to_g: grams, amount: price }))
        .min(1)
        .max(100),
      over_step_g: grams,
      over_step_amount: price,
    })
    .refine(({ bands }) => bands.every((band, index) => index === 0 || rises(bands[index - 1], band)), {
      message: 'checks.weight_bands',
      path: ['bands'],
    }),
]) satisfies z.ZodType<FreightFormula>;
export { taxModes } from './freight.ts';
