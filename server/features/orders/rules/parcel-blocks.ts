import { anyCarrier, type CarrierDemands } from '#contract/address-rules.ts';
import type { BlockCode } from '#contract/orders.ts';
import { addressBlocks, type Recipient } from './address.ts';
import type { Restriction } from './restrictions.ts';

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
