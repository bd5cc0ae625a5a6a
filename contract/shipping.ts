import { z } from 'zod';
import { endpoints } from './endpoint.ts';
import type { FreightFormula } from './freight.ts';
import { id, minor } from './shared.ts';

const price = minor.min(0);
const grams = z.int().min(1).max(1_000_000);

/**
 * How one destination and channel is charged by weight (domain.md §2.2). Amounts in minor units of the account's
 * currency: `flat` once; `first_step` for the first grams and each further step begun; `per_kg` plus handling.
 */
export const freightFormula = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('flat'), amount: price }),
  z.object({ kind: z.literal('first_step'), first_g: grams, first_amount: price, step_g: grams, step_amount: price }),
  z.object({ kind: z.literal('per_kg'), handling_amount: price, kg_amount: price }),
]) satisfies z.ZodType<FreightFormula>;
export { baseOf, type FreightFormula, freightOf, taxModes } from './freight.ts';

export const channelSchema = z.object({ id, code: z.string(), name: z.string(), carrier: z.string() });
export type Channel = z.infer<typeof channelSchema>;

export const shipping = endpoints({
  channels: {
    method: 'GET',
    path: '/api/channels',
    access: { kind: 'user' },
    summary: 'Shipping channels of the provider.',
    answer: z.array(channelSchema),
  },
});
