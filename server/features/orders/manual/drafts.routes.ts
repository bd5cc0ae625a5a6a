import type { orders } from '#contract/orders.ts';
import type { Handlers } from '#server/http/mount.ts';
import { lookAtPrice } from './draft-price.service.ts';
import * as drafts from './drafts.service.ts';
import { getOrder } from '../review/orders.service.ts';

type DraftName =
  | 'drafts'
  | 'draft'
  | 'draftGoods'
  | 'draftPrice'
  | 'createDraft'
  | 'saveDraft'
  | 'removeDraft'
  | 'placeDraft'
  | 'draftAgain';

/** The endpoints of manual orders, a part of the orders'. */
export const draftHandlers = (): Pick<Handlers<typeof orders>, DraftName> => ({
  drafts: (ctx, { query }) => drafts.listDrafts(ctx, query),
  draftGoods: (ctx, { query }) => drafts.findGoods(ctx, query),
  draftPrice: { manual: (entry, { body }) => lookAtPrice(entry, body) },
  draft: (ctx, { params }) => drafts.getDraft(ctx, params.id),
  createDraft: (ctx, { body }) => drafts.createDraft(ctx, body),
  saveDraft: (ctx, { params, body }) => drafts.saveDraft(ctx, params.id, body),
  removeDraft: async (ctx, { params }) => {
    await drafts.removeDraft(ctx, params.id);
    return { done: true };
  },
  placeDraft: {
    action: (ctx, { params, body }) => drafts.placeDraft(ctx, params.id, body.version),
    answer: (ctx, { params }) => getOrder(ctx, params.id), // holds the buyer's address
  },
  draftAgain: (ctx, { params }) => drafts.draftAgain(ctx, params.id),
});
