/** What can happen to pieces on a shelf. */
export const movementKinds = [
  'receipt',
  'ship',
  'return',
  'damage',
  'adjust',
  'transfer_out',
  'transfer_in',
  'write_off',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** What a client may ask the warehouse to do with pieces, and what became of it. */
export const stockRequestKinds = ['transfer', 'write_off'] as const;
export type StockRequestKind = (typeof stockRequestKinds)[number];
export const stockRequestStatuses = ['asked', 'done', 'declined', 'withdrawn'] as const;
export type StockRequestStatus = (typeof stockRequestStatuses)[number];

/** Days until a refill is there, where the client names none. */
export const usualRefillDays = 14;
