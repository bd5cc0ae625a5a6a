/** Where a parcel is: what all carriers have in common (domain.md §3.7). */
export const parcelStatuses = [
  'pending',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'attempt_failed',
  'exception',
  'delivered',
  'expired',
  'returned',
] as const;
export type ParcelStatus = (typeof parcelStatuses)[number];

/** What an exception or a return is about, as far as carriers say. */
export const parcelTroubles = [
  'customs',
  'lost',
  'damaged',
  'refused',
  'address',
  'returning',
  'unrecognised',
  'delayed',
] as const;
export type ParcelTrouble = (typeof parcelTroubles)[number];
