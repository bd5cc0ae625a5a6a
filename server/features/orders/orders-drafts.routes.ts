import { orderDrafts } from '#contract/order-drafts.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import type { Stock } from './order-stock.ts';
import { lookAtPrice } from './orders-draft-price.service.ts';
import * as drafts from './orders-drafts.service.ts';
import type { HandNeeds } from './orders-hand.service.ts';
import { getOrder } from './orders.service.ts';

export function orderDraftsRoutes(host: Host, needs: HandNeeds, stock: Stock): void {
  mount(host, 'orderDrafts', orderDrafts, {
    list: (ctx, { query }) => drafts.listDrafts(ctx, query),
    goods: (ctx, { query }) => drafts.findGoods(ctx, query),
    price: { manual: (entry, { body }) => lookAtPrice(entry, body, needs, stock) },
    get: (ctx, { params }) => drafts.getDraft(ctx, params.id),
    create: (ctx, { body }) => drafts.createDraft(ctx, body),
    save: (ctx, { params, body }) => drafts.saveDraft(ctx, params.id, body),
    remove: async (ctx, { params }) => {
      await drafts.removeDraft(ctx, params.id);
      return { done: true } as const;
    },
    place: {
      act: (ctx, { params, body }) => drafts.placeDraft(ctx, needs, params.id, body.version, stock),
      answer: (ctx, { params }) => getOrder(ctx, params.id), // holds the buyer's address
    },
    again: (ctx, { params }) => drafts.draftAgain(ctx, params.id),
  });
}
