import {
  anyCarrier,
  type CarrierDemands,
  addressFields,
  type Address,
  type AddressProblem,
  judgeAddress,
} from '#contract/address-rules.ts';
import type { BlockCode } from '#contract/orders.ts';
import type { CatalogFlag } from '#contract/catalog-rules.ts';
import { taxIdKindOf } from '#contract/tax-id-rules.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';

/** What decides whether a parcel may go this way, beside prices and stock. */
export type ParcelFacts = {
  /** What the channel of the order asks for. */
  carrier: CarrierDemands;
  /** Channels that do not take these goods, when none is left or the chosen one is among them. */
  restricted: readonly Restriction[];
  /** SKUs without the papers that the channel needs. */
  without_customs: readonly string[];
  /** An earlier order of the same buyer, address and goods. */
  duplicate: { id: string; name: string } | null;
};
export const anyParcel: ParcelFacts = { carrier: anyCarrier, restricted: [], without_customs: [], duplicate: null };

/** What keeps a parcel from going: its address, its channel, its papers, or another order that is the same. */
export function parcelBlocks(
  recipient: Recipient | null,
  parcel: ParcelFacts,
): { code: BlockCode; detail: Record<string, unknown> }[] {
  const blocks = addressBlocks(recipient, parcel.carrier);
  if (parcel.restricted.length > 0)
    blocks.push({ code: 'CHANNEL_RESTRICTION', detail: { channels: parcel.restricted } });
  if (parcel.without_customs.length > 0)
    blocks.push({ code: 'CUSTOMS_DATA_MISSING', detail: { skus: parcel.without_customs } });
  if (parcel.duplicate)
    blocks.push({ code: 'DUPLICATE_SUSPECT', detail: { order_id: parcel.duplicate.id, name: parcel.duplicate.name } });
  return blocks;
}

/** Where an order goes, as its label reads it. */
export type Recipient = Address;

/** The block that a fault of an address leads to: each has a fix of its own. */
function blockOf({ field, fault }: AddressProblem): BlockCode {
  if (field === 'phone') return 'PHONE_REQUIRED';
  if (field === 'tax_id') return 'TAX_ID_REQUIRED';
  return fault === 'missing' || fault === 'letters' ? 'ADDRESS_INCOMPLETE' : 'ADDRESS_NOT_DELIVERABLE';
}

/** What stops an order for its address; details name fields and faults, never what stands in them (P12). */
function addressBlocks(
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

/** What a channel takes to a country, by its rate of today. */
export type ChannelLimits = { refuses: CatalogFlag[]; max_weight_g: number | null };
/** Why a channel does not take an order's goods. */
export type Restriction = { channel_id: string; channel: string; refuses: CatalogFlag[]; max_weight_g: number | null };

type Offer = { channel_id: string; channel: string; limits: ChannelLimits };
type Part = { flags?: readonly string[]; weight_g: number };

/** The channels among these offers that refuse the goods: their kind, or a piece too heavy for any parcel of theirs. */
export function restrictionsOf(offers: readonly Offer[], parts: readonly Part[]): Map<string, Restriction> {
  const flags = new Set<string>(parts.flatMap((part) => part.flags ?? []));
  const heaviest = Math.max(0, ...parts.map((part) => part.weight_g));
  const found = new Map<string, Restriction>();
  for (const { channel_id, channel, limits } of offers) {
    const refuses = limits.refuses.filter((kind) => flags.has(kind));
    const heavy = limits.max_weight_g !== null && heaviest > limits.max_weight_g;
    if (refuses.length === 0 && !heavy) continue;
    found.set(channel_id, { channel_id, channel, refuses, max_weight_g: heavy ? limits.max_weight_g : null });
  }
  return found;
}
