import type { AnswerOf } from '#contract/endpoint.ts';
import type { Contract } from '#web/api/client.ts';
import type { z } from 'zod';
import type { draftInput } from '#contract/order-drafts.ts';
import type { AddressField } from '#contract/address-rules.ts';
import type { orderImportResultSchema, orderImportSchema } from '#contract/order-import.ts';
import type { shipSchema } from '#contract/orders.ts';

export type NextRun = AnswerOf<Contract['autopay']['next']>[number];
export type Run = AnswerOf<Contract['autopay']['allRuns']>[number];

export type Draft = AnswerOf<Contract['orders']['draft']>;
export type DraftRow = AnswerOf<Contract['orders']['drafts']>[number];
export type DraftLine = Draft['draft_lines'][number];
export type Goods = AnswerOf<Contract['orders']['draftGoods']>[number];
export type DraftInput = z.input<typeof draftInput>;
export type DraftPrice = AnswerOf<Contract['orders']['draftPrice']>;

export type CancelRequest = AnswerOf<Contract['orders']['cancelRequests']>[number];

export type ChannelOffer = AnswerOf<Contract['orders']['channels']>[number];

export type ChangePreview = AnswerOf<Contract['orders']['previewChange']>;
/** Another way for a paid order: a channel, an address, or the store’s own. */
export type Way = {
  channel_id: string | null;
  address?: Record<AddressField, string | null>;
  shop_address?: true;
};

export type Regrouping = AnswerOf<Contract['orders']['splitPreview']>;
export type Candidate = AnswerOf<Contract['orders']['mergeCandidates']>[number];
export type Units = { line_id: string; quantity: number }[];

export type Order = AnswerOf<Contract['orders']['list']>[number];
export type OrderDetail = AnswerOf<Contract['orders']['get']>;
export type DeskOrder = AnswerOf<Contract['orders']['deskList']>[number];
export type DeskOrderDetail = AnswerOf<Contract['orders']['deskGet']>;
export type Checkout = AnswerOf<Contract['invoices']['checkout']>;
export type ImportResult = z.output<typeof orderImportResultSchema>;
export type ImportLook = AnswerOf<Contract['orders']['lookAtImport']>;
export type ImportRequest = z.input<typeof orderImportSchema>;
export type ShipRequest = z.input<typeof shipSchema>;
