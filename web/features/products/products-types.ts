import type { InputOf, AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { productTabs } from '#contract/products.ts';

export type Asked = InputOf<Contract['mappingFiles']['run']>['body'];
export type Template = InputOf<Contract['mappingFiles']['template']>['body'];

export type Product = AnswerOf<Contract['products']['get']>;
export type Variant = AnswerOf<Contract['products']['variants']>[number];
export type ProductEvent = AnswerOf<Contract['products']['timeline']>[number];
export type ProductStockItem = AnswerOf<Contract['products']['stock']>[number];
export type ProductTab = (typeof productTabs)[number];
