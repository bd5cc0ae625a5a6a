import type { Tasks } from './db/queue.ts';
import { claimsTasks } from './features/claims/claims.jobs.ts';
import type { Needs } from './features/claims/claims-needs.ts';
import { claimStory } from './features/claims/claims-story.db.ts';
import { refreshClaims } from './features/claims/claims-refresh.service.ts';
import { claimsRoutes } from './features/claims/claims.routes.ts';
import { explainRoutes } from './features/order-history/order-history.routes.ts';
import { attachFile } from './features/files/files.service.ts';
import { orderCredits } from './features/invoices/invoices-credit.service.ts';
import { billStory, recompute } from './features/invoices/invoices-story.service.ts';
import * as ledger from './features/ledger/ledger.service.ts';
import type { telling } from './features/notifications/notifications-notify.service.ts';
import type { CancelNeeds } from './features/orders/cancel/cancel.service.ts';
import { markClaimed, markCredited } from './features/orders/pay/credit.service.ts';
import { eventStory, mappingStory, orderHead, parcelStory } from './features/orders/timeline/timeline.service.ts';
import type { Stock } from './features/orders/rules/stock-demand.ts';
import { reshipOrder, settleRefunded } from './features/orders/ship/reship.service.ts';
import { carrierStory } from './features/parcels/parcels-story.db.ts';
import { businessCalendar, claimPolicies } from './features/shipping/shipping-calendar.service.ts';
import { deliveryStory } from './features/stores/store-inbox.db.ts';
import { talksRoutes } from './features/conversations/conversations.routes.ts';
import type { Host } from './http/host.ts';

// What claims have to do with orders, their invoices and the wallet: a part of the wiring in app.ts.

/** Giving money back of what was paid for orders. */
export const creditsOfOrders = orderCredits({ ledger, orders: { markCredited } });

type Told = Pick<ReturnType<typeof telling>, 'notify' | 'settle'>;

/** What claims ask of others. */
export function claimNeedsOf(told: Told, stock: Stock): Needs {
  return {
    ...told,
    ...creditsOfOrders,
    claimPolicies,
    businessCalendar,
    markClaimed,
    attachFile,
    reshipOrder: (ctx, accountId, orderId, reship) =>
      reshipOrder(ctx, creditsOfOrders, accountId, orderId, reship, stock),
    settleRefunded: (ctx, accountId, orderId, refund) => settleRefunded(ctx, accountId, orderId, refund, stock),
  };
}

/** What cancelling orders asks of their invoices, and of claims about them. */
export function cancelNeedsOf(told: Told, stock: Stock): CancelNeeds {
  const needs = claimNeedsOf(told, stock);
  return {
    ...told,
    ...creditsOfOrders,
    refreshClaims: (ctx, accountId, orderIds) => refreshClaims(ctx, needs, accountId, orderIds),
  };
}

/** Claims, messages about orders and their stories; answers the tasks. */
export function claimRoutes(host: Host, told: Told, stock: Stock): Tasks {
  const needs = claimNeedsOf(told, stock);
  claimsRoutes(host, needs);
  const parts = [deliveryStory, eventStory, mappingStory, billStory, parcelStory, carrierStory, claimStory];
  talksRoutes(host, told);
  explainRoutes(host, { orderHead, parts, recompute });
  return claimsTasks(needs);
}
