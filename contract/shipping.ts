import { z } from 'zod';
import { endpoints } from './endpoint.ts';
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
]);
export type FreightFormula = z.infer<typeof freightFormula>;

/** Freight for `weight` grams in minor units; fractions round up, so that a shown price is never exceeded. */
export function freightOf(formula: FreightFormula, weight: number): number {
  switch (formula.kind) {
    case 'flat':
      return formula.amount;
    case 'first_step':
      return (
        formula.first_amount + Math.max(0, Math.ceil((weight - formula.first_g) / formula.step_g)) * formula.step_amount
      );
    case 'per_kg':
      return formula.handling_amount + Math.ceil((formula.kg_amount * weight) / 1000);
  }
}

/** The part of a formula that is charged once per parcel, whatever the weight. */
export function baseOf(formula: FreightFormula): number {
  if (formula.kind === 'flat') return formula.amount;
  return formula.kind === 'first_step' ? formula.first_amount : formula.handling_amount;
}

export const taxModes = ['DDP', 'IOSS', 'DDU'] as const;

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
