export const parcels = {
  no_carrier: 'This carrier isn’t set up.',
} as const;
