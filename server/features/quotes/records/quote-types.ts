import type { FreightFormula } from '#contract/shipping.ts';

export type Which = { variantIds?: string[]; skuIds?: string[]; orderIds?: string[] };
export type PriceRow = {
  catalog_sku_id: string;
  destination: string;
  channel_id: string;
  unit_price: number;
  currency: string;
  formula: FreightFormula;
  days_min: number;
  days_max: number;
  tax_mode: string;
  divisor: number | null;
  step_g: number;
  locked_until: Date | null;
  quote_id: string | null;
  quote_version: number | null;
};
export type Sku = {
  id: string;
  code: string;
  owner_account_id: string | null;
  priced: boolean;
  weight_g: number;
  status: string;
};

export type Rate = {
  channel: { id: string };
  currency: string;
  formula: FreightFormula;
  days_p50: number;
  days_p90: number;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
};

export type SampleRecipient = Record<
  'name' | 'company' | 'address1' | 'address2' | 'city' | 'province' | 'zip' | 'country' | 'phone' | 'tax_id' | 'email',
  string | null
>;
