import type { CatalogFlag } from '#contract/catalog-rules.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';

export type OfferedProduct = AnswerOf<Contract['catalog']['list']>[number];
export type OfferedDetail = AnswerOf<Contract['catalog']['get']>;
export type StaffProduct = AnswerOf<Contract['catalog']['staffProducts']>[number];
export type StaffDetail = AnswerOf<Contract['catalog']['staffGet']>;
export type StaffSku = StaffDetail['items'][number];
export type CatalogQuery = {
  page: number;
  per_page: number;
  q: string;
  sort?: string;
  category?: string;
  status?: 'active' | 'low';
  priced?: 'yes' | 'no';
  in_stock?: '1';
  without?: CatalogFlag[];
  price_from?: number;
  price_to?: number;
};
