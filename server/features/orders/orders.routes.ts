import { orders } from '#contract/orders.ts';
import { forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { startImport } from './intake/import.service.ts';
import { lookAtImport } from './intake/import-preview.service.ts';
import { orderCosts } from './review/costs.service.ts';
import * as cancel from './cancel/cancel.service.ts';
import { cancelRequest, cancelRequests, decideCancel } from './cancel/staff-cancellations.service.ts';
import {
  correctTracking,
  noteScan,
  ship,
  recordFulfilmentStep,
  cancelFulfilment,
  releaseInStore,
} from './ship/ship.service.ts';
import { channelOffers, chooseChannel, changeLine, confirmOrder } from './edit/unpaid.service.ts';
import { editAddress, chooseAddress } from './edit/address.service.ts';
import { draftHandlers } from './manual/drafts.routes.ts';
import { changeShipping, previewChange } from './edit/change.service.ts';
import { mergeCandidates, mergeOrders, mergePreview, putBack } from './split-merge/merge.service.ts';
import { splitOrder, splitPreview } from './split-merge/split.service.ts';
import { holdOrder } from './edit/hold.service.ts';
import { noteLastMile } from './ship/last-mile.service.ts';
import { queueFile, staffList } from './ship/queue.service.ts';
import * as service from './review/orders.service.ts';

export function ordersRoutes(host: Host): void {
  mount(host, 'orders', orders, {
    ...draftHandlers(),
    list: (ctx, { query }) => service.listOrders(ctx, query),
    get: (ctx, { params }) => service.getOrder(ctx, params.id),
    costs: (ctx, { params }) => orderCosts(ctx, params.id),
    hold: (ctx, { params, body }) => holdOrder(ctx, params.id, body),
    confirm: (ctx, { params, body }) => confirmOrder(ctx, params.id, body),
    import: (ctx, { body }) => startImport(ctx, body),
    lookAtImport: { manual: (entry, { body }) => lookAtImport(entry, body) },
    cancel: {
      action: (ctx, { params, body }) => cancel.cancelOrder(ctx, params.id, body),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id), // holds the buyer's address
    },
    takeBack: {
      action: (ctx, { params, body }) => cancel.takeBack(ctx, params.id, body.version),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id),
    },
    requestCancel: async (ctx, { params, body }) => {
      await cancel.requestCancel(ctx, params.id, body);
      return service.getOrder(ctx, params.id);
    },
    withdrawCancel: async (ctx, { params }) => {
      await cancel.withdrawCancel(ctx, params.id);
      return service.getOrder(ctx, params.id);
    },
    cancelRequests: (ctx, { query }) => cancelRequests(ctx, query),
    decideCancel: {
      action: (ctx, { params, body }) => decideCancel(forAccount(ctx, params.account_id), params.id, body),
      answer: (ctx, { params }) => cancelRequest(forAccount(ctx, params.account_id), params.id),
    },
    recordFulfilmentStep: async (ctx, { params, body }) => {
      await recordFulfilmentStep(forAccount(ctx, params.account_id), params.id, body);
      return service.readForStaff(forAccount(ctx, params.account_id), params.id);
    },
    staffList: (ctx, { query }) => staffList(ctx, query),
    staffFile: { manual: (entry, { body }) => queueFile(entry, body) },
    staffGet: (ctx, { params }) => service.staffGet(forAccount(ctx, params.account_id), params.id),
    ship: {
      action: (ctx, { params, body }) => ship(forAccount(ctx, params.account_id), params.id, body),
      answer: (ctx, { params }) => service.readForStaff(forAccount(ctx, params.account_id), params.id), // holds the buyer's address
    },
    scanned: (ctx, { params }) => noteScan(forAccount(ctx, params.account_id), params.id),
    lastMile: (ctx, { params, body }) => noteLastMile(forAccount(ctx, params.account_id), params.id, body),
    correctTracking: (ctx, { params, body }) => correctTracking(forAccount(ctx, params.account_id), params.id, body),
    address: (ctx, { params, body }) => editAddress(ctx, params.id, body),
    shopAddress: (ctx, { params, body }) => chooseAddress(ctx, params.id, body),
    channels: (ctx, { params }) => channelOffers(ctx, params.id),
    channel: (ctx, { params, body }) => chooseChannel(ctx, params.id, body),
    cancelFulfilment: (ctx, { params, body }) => cancelFulfilment(ctx, params.id, body.version),
    releaseInStore: (ctx, { params, body }) => releaseInStore(ctx, params.id, body.version),
    previewChange: (ctx, { params, body }) => previewChange(ctx, params.id, body),
    change: {
      action: (ctx, { params, body }) => changeShipping(ctx, params.id, body),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id), // holds the buyer's address
    },
    line: (ctx, { params, body }) => changeLine(ctx, params, body),
    splitPreview: (ctx, { params, body }) => splitPreview(ctx, params.id, body),
    split: {
      action: (ctx, { params, body }) => splitOrder(ctx, params.id, body),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id),
    },
    mergeCandidates: (ctx, { params }) => mergeCandidates(ctx, params.id),
    mergePreview: (ctx, { params, body }) => mergePreview(ctx, params.id, body),
    merge: {
      action: (ctx, { params, body }) => mergeOrders(ctx, params.id, body),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id),
    },
    putBack: {
      action: (ctx, { params, body }) => putBack(ctx, params.id, body.version),
      answer: (ctx, { params }) => service.getOrder(ctx, params.id),
    },
  });
}
