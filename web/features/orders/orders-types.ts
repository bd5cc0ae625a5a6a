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
export type StaffOrder = AnswerOf<Contract['orders']['deskList']>[number];
export type StaffOrderDetail = AnswerOf<Contract['orders']['deskGet']>;
export type Checkout = AnswerOf<Contract['checkout']['preview']>;
export type ImportResult = z.output<typeof orderImportResultSchema>;
export type ImportLook = AnswerOf<Contract['orders']['lookAtImport']>;
