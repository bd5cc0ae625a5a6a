import type { parcels as english } from '../en/parcels.ts';

export const parcels: Record<keyof typeof english, string> = {
  no_carrier: '未设置该承运商。',
};
