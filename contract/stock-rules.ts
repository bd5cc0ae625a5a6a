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
