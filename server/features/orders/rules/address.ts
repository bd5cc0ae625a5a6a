import {
  addressFields,
  type Address,
  type AddressProblem,
  type CarrierDemands,
  judgeAddress,
} from '#contract/address-rules.ts';
import type { BlockCode } from '#contract/orders.ts';
import { taxIdKindOf } from '#contract/tax-id-rules.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** Where an order goes, as its label reads it. */
export type Recipient = Address;

/** The block that a fault of an address leads to: each has a fix of its own. */
function blockOf({ field, fault }: AddressProblem): BlockCode {
  if (field === 'phone') return 'PHONE_REQUIRED';
  if (field === 'tax_id') return 'TAX_ID_REQUIRED';
  return fault === 'missing' || fault === 'letters' ? 'ADDRESS_INCOMPLETE' : 'ADDRESS_NOT_DELIVERABLE';
}

/** What stops an order for its address; details name fields and faults, never what stands in them (P12). */
export function addressBlocks(
  recipient: Recipient | null,
  carrier: CarrierDemands,
): { code: BlockCode; detail: Record<string, unknown> }[] {
  if (!recipient) return [{ code: 'ADDRESS_INCOMPLETE', detail: { fields: ['address'] } }];
  const problems = judgeAddress(recipient, carrier);
  const of = (code: BlockCode) => problems.filter((problem) => blockOf(problem) === code);
  const incomplete = of('ADDRESS_INCOMPLETE').map((problem) => problem.field);
  const undeliverable = of('ADDRESS_NOT_DELIVERABLE');
  return [
    ...(incomplete.length > 0 ? [{ code: 'ADDRESS_INCOMPLETE' as const, detail: { fields: incomplete } }] : []),
    ...(undeliverable.length > 0
      ? [{ code: 'ADDRESS_NOT_DELIVERABLE' as const, detail: { problems: undeliverable } }]
      : []),
    ...of('PHONE_REQUIRED').map(({ fault }) => ({ code: 'PHONE_REQUIRED' as const, detail: { fault } })),
    ...of('TAX_ID_REQUIRED').map(({ fault }) => ({
      code: 'TAX_ID_REQUIRED' as const,
      detail: { fault, kind: taxIdKindOf(recipient.country ?? null) },
    })),
  ];
}

/** Sentences by field for an address that cannot be saved. */
export function addressErrors(address: Address, carrier: CarrierDemands): Record<string, Phrase[]> {
  const errors: Record<string, Phrase[]> = {};
  for (const { field, fault } of judgeAddress(address, carrier))
    errors[`address.${field}`] = [...(errors[`address.${field}`] ?? []), { text: `orders.address_${fault}` }];
  return errors;
}

/** The names of the fields that differ. */
export const changedFields = (a: Address, b: Address): string[] =>
  addressFields.filter((field) => (a[field] ?? null) !== (b[field] ?? null));
