import { v7 as uuid } from 'uuid';
import type { z } from 'zod';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { draftInput } from '#contract/order-drafts.ts';
import type { orders } from '#contract/orders.ts';
import { audit } from '#server/db/audit.ts';
import { type AccountCtx, type Ctx, demand, requireStore, type MerchantCtx, notFound } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { appError } from '#server/lib/app-error.ts';
import { findSkuGoods, findVariantGoods, type GoodsRow } from './draft-items.db.ts';
import * as rows from './drafts.db.ts';
import { orderExists } from './manual.db.ts';
import { manualOrderStore, placeManualOrder, tidyRecipient } from './manual.service.ts';
import { seesBuyers, shownTo } from '../rules/buyers.ts';
import { findStore } from '../records/orders.db.ts';

type Input = z.output<typeof draftInput>;
const goodsShown = 20;
const keptDays = 60;
const dayMs = 86_400_000;

const readersOf = (ctx: MerchantCtx): rows.Readers => ({
  accountId: ctx.account,
  stores: ctx.actor.stores,
  userId: ctx.actor.user_id,
  buyers: seesBuyers(ctx.actor),
});

/** Orders that are being written, the latest first. */
export async function listDrafts(ctx: MerchantCtx, query: ParsedOf<typeof orders.drafts>['query']) {
  const found = await rows.findDrafts(ctx, readersOf(ctx), query.q, pageOf(query));
  return { data: found.rows.map((row) => shownTo(ctx.actor, summaryOf(row))), meta: metaOf(query, found.total) };
}

function summaryOf({ id, store, name, recipient, lines, updated_at, version }: rows.DraftRow) {
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  const country = /^[A-Z]{2}$/.test(recipient.country ?? '') ? recipient.country : null;
  return { id, store, name, customer: recipient.name, country, lines: lines.length, units, updated_at, version };
}

/** One draft with its recipient and what its lines are; what is gone from the store or the catalogue is marked. */
export async function getDraft(ctx: MerchantCtx, id: string) {
  const draft = await rows.findDraft(ctx, readersOf(ctx), id);
  if (!draft) throw notFound('draft');
  demand(ctx.actor, 'customers', 'view');
  const goods = await goodsOf(ctx, draft);
  return {
    ...summaryOf(draft),
    recipient: draft.recipient,
    draft_lines: draft.lines.map((line) => {
      const known = goods.find(
        (one) => one.variant_id === (line.variant_id ?? null) && one.sku_id === (line.sku_id ?? null),
      );
      return { ...(known ?? unknown(line)), quantity: line.quantity, gone: !known };
    }),
    channel_id: draft.channel_id,
    remark: draft.remark,
  };
}

const unknown = ({ variant_id, sku_id }: { variant_id: string | null; sku_id: string | null }): GoodsRow => ({
  variant_id,
  sku_id,
  title: '',
  variant_title: null,
  sku: '',
  picture_url: null,
  price: null,
  mapped: false,
  stock: null,
});

async function goodsOf(
  ctx: AccountCtx,
  { store_id, lines }: Pick<rows.DraftRow, 'store_id' | 'lines'>,
): Promise<GoodsRow[]> {
  const variants = lines.flatMap((line) => line.variant_id ?? []);
  const skus = lines.flatMap((line) => line.sku_id ?? []);
  return [
    ...(store_id && variants.length > 0
      ? await findVariantGoods(ctx, { account_id: ctx.account, id: store_id }, { ids: variants }, variants.length)
      : []),
    ...(skus.length > 0 ? await findSkuGoods(ctx, { ids: skus }, skus.length) : []),
  ];
}

/** What can be put into an order: variants of the store with these words first, then catalogue items with a price. */
export async function findGoods(ctx: MerchantCtx, { store_id, q }: ParsedOf<typeof orders.draftGoods>['query']) {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (store_id) await requireOwnStore(ctx, store_id);
  const variants = store_id
    ? await findVariantGoods(ctx, { account_id: ctx.account, id: store_id }, { words }, goodsShown)
    : [];
  return [...variants, ...(await findSkuGoods(ctx, { words }, goodsShown))];
}

async function requireOwnStore(ctx: MerchantCtx, storeId: string): Promise<void> {
  requireStore(ctx.actor, storeId);
  if (!(await findStore(ctx, storeId))) throw notFound('store');
}

/** Puts what was written so far aside. */
export async function createDraft(ctx: MerchantCtx, input: Input) {
  if (input.store_id) await requireOwnStore(ctx, input.store_id);
  const id = uuid();
  await rows.insertDraft(ctx, readersOf(ctx), id, valuesOf(input));
  await trace(ctx, id, 'draft_create');
  return getDraft(ctx, id);
}

const valuesOf = ({ store_id, name, recipient, lines, channel_id, remark }: Input): rows.DraftValues => ({
  store_id,
  name,
  recipient: tidyRecipient(recipient),
  lines,
  channel_id,
  remark,
});

async function lockDraft(ctx: MerchantCtx, id: string, version?: number): Promise<rows.DraftRow> {
  const draft = await rows.findDraft(ctx, readersOf(ctx), id, true);
  if (!draft) throw notFound('draft');
  if (version !== undefined && draft.version !== version)
    throw appError('stale_version', { text: 'orders.draft_changed' }, 'version');
  return draft;
}

/** Changes a draft as it was last seen. */
export async function saveDraft(ctx: MerchantCtx, id: string, { version, ...input }: Input & { version: number }) {
  await lockDraft(ctx, id, version);
  if (input.store_id) await requireOwnStore(ctx, input.store_id);
  await rows.updateDraft(ctx, id, valuesOf(input));
  await trace(ctx, id, 'draft_save');
  return getDraft(ctx, id);
}

/** Throws a draft away. */
export async function removeDraft(ctx: MerchantCtx, id: string): Promise<void> {
  await lockDraft(ctx, id);
  await rows.deleteDraft(ctx, id);
  await trace(ctx, id, 'draft_remove');
}

/**
 * Makes the order of a draft. The order has the draft's id and the draft goes in the same transaction, so that two calls
 * make one order; a later call changes nothing.
 */
export async function placeDraft(ctx: MerchantCtx, id: string, version: number) {
  const found = await rows.findDraft(ctx, readersOf(ctx), id, true);
  if (!found && (await orderExists(ctx, id))) return;
  const draft = await lockDraft(ctx, id, version);
  const store = await manualOrderStore(ctx, draft.store_id);
  const { name, recipient, lines, channel_id, remark } = draft;
  const order = { id, name, recipient, lines, channel_id, remark, quote: null };
  const placed = await placeManualOrder(ctx, store.id, order);
  await rows.deleteDraft(ctx, id);
  await audit(ctx, { action: 'orders.place', entity: 'orders', entity_id: id, details: { name: placed } });
  publish(ctx, { account_id: ctx.account, kind: 'orders.changed', id });
}

/** Begins a new order like one that is there; what is no longer to be had is left out. */
export async function draftAgain(ctx: MerchantCtx, orderId: string) {
  const copy = await rows.findCopy(ctx, orderId);
  if (!copy) throw notFound('order');
  requireStore(ctx.actor, copy.store_id);
  const id = uuid();
  const recipient = copy.recipient ?? noRecipient;
  const lines = copy.lines.slice(0, 100);
  const { store_id } = copy;
  await rows.insertDraft(ctx, readersOf(ctx), id, {
    store_id,
    name: '',
    recipient,
    lines,
    channel_id: null,
    remark: '',
  });
  await trace(ctx, id, 'draft_again', { of: orderId });
  return getDraft(ctx, id);
}

const noRecipient: rows.DraftValues['recipient'] = {
  name: null,
  company: null,
  address1: null,
  address2: null,
  city: null,
  province: null,
  zip: null,
  country: null,
  phone: null,
  tax_id: null,
  email: null,
};

async function trace(
  ctx: MerchantCtx,
  id: string,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await audit(ctx, { action: `orders.${action}`, entity: 'order_drafts', entity_id: id, details });
  publish(ctx, { account_id: ctx.account, kind: 'orders.drafts', id });
}

/** Drafts nobody came back to go after 60 days, with the buyers in them. */
export const dropOldDrafts = (ctx: Ctx): Promise<number> =>
  rows.deleteOldDrafts(ctx, new Date(ctx.now.getTime() - keptDays * dayMs));
