import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { z } from 'zod';
import type { AddressField } from '#contract/address-rules.ts';
import type { orderImportResultSchema } from '#contract/order-import.ts';

export type Draft = AnswerOf<Contract['orders']['draft']>;
export type DraftLine = Draft['draft_lines'][number];

export type CancelRequest = AnswerOf<Contract['orders']['cancelRequests']>[number];

/** Another way for a paid order: a channel, an address, or the store’s own. */
export type Way = {
  channel_id: string | null;
  address?: Record<AddressField, string | null>;
  shop_address?: true;
};

export type Order = AnswerOf<Contract['orders']['list']>[number];
export type OrderDetail = AnswerOf<Contract['orders']['get']>;
export type StaffOrder = AnswerOf<Contract['orders']['staffList']>[number];
export type StaffOrderDetail = AnswerOf<Contract['orders']['staffGet']>;
export type Checkout = AnswerOf<Contract['checkout']['preview']>;
/** All orders that match a list’s filters, as their payment preview fixed them. */
export type Selection = AnswerOf<Contract['checkout']['previewMatching']>;
/** What a list asks its server: tab, search and filters. */
export type Asked = Readonly<Record<string, string>>;
export type ImportResult = z.output<typeof orderImportResultSchema>;
export type ImportLook = AnswerOf<Contract['orders']['lookAtImport']>;
