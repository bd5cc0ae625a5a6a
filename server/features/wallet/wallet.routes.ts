import { wallet } from '#contract/wallet.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { mountRawPost } from '#server/http/raw-body.ts';
import { appError } from '#server/lib/app-error.ts';
import { StripeCallError } from '#server/lib/stripe.ts';
import { openCheckout } from './wallet-card.service.ts';
import { receiveEvent } from './wallet-events.service.ts';
import * as methods from './wallet-methods.service.ts';
import * as recharges from './wallet-recharges.service.ts';
import { rechargesFile } from './wallet-recharges-file.ts';
import * as review from './wallet-review.service.ts';
import * as settings from './wallet-settings.service.ts';
import * as service from './wallet.service.ts';

export function walletRoutes(host: Host, payments: service.Payments): void {
  mount(host, 'wallet', wallet, {
    get: (ctx) => service.getWallet(ctx),
    settings: (ctx) => settings.getSettings(ctx),
    saveSettings: (ctx, { body }) => settings.saveSettings(ctx, body),
    billingLogs: (ctx, { query }) => service.listLogs(ctx, query),
    logSums: (ctx, { query }) => service.sumLogs(ctx, query),
    rechargeMethods: (ctx) => methods.offeredMethods(ctx, payments),
    recharges: (ctx, { query }) => recharges.listRecharges(ctx, query),
    recharge: (ctx, { params }) => recharges.getRecharge(ctx, params.id),
    createRecharge: (ctx, { body }) => recharges.createRecharge(ctx, payments, body),
    prove: (ctx, { params, body }) => recharges.prove(ctx, params.id, body),
    cancelRecharge: (ctx, { params, body }) => recharges.cancelRecharge(ctx, params.id, body.version),
    checkout: { manual: (entry, { params }) => openCheckout(entry, payments, params.id) },
    staffList: (ctx, { query }) => review.staffList(ctx, query),
    staffFile: { manual: (entry, { body }) => rechargesFile(entry, body) },
    approve: (ctx, { params, body }) => review.approve(forAccount(ctx, params.account_id), params.id, body),
    reject: (ctx, { params, body }) => review.reject(forAccount(ctx, params.account_id), params.id, body),
    sendBack: (ctx, { params, body }) => review.sendBack(forAccount(ctx, params.account_id), params.id, body),
    refund: (ctx, { params, body }) => review.refund(forAccount(ctx, params.account_id), params.id, body),
    staffMethods: (ctx) => methods.staffMethods(ctx),
    createMethod: (ctx, { body }) => methods.createMethod(ctx, body),
    saveMethod: (ctx, { params, body }) => methods.saveMethod(ctx, params.code, body),
  });
  mountStripeWebhook(host);
}

/** Keeps the event and answers; the work comes after the answer. A call that cannot be believed is 400. */
function mountStripeWebhook(host: Host): void {
  const secret = host.config.STRIPE_WEBHOOK_SECRET;
  mountRawPost(host, '/api/webhooks/stripe', async (rawBody, request) => {
    if (!secret) throw appError('not_found', { text: 'wallet.no_cards' });
    const header = request.headers['stripe-signature'];
    const entry = entryFor(host.ground, { kind: 'system' as const, name: 'stripe' }, request.id, request.log);
    try {
      await receiveEvent(entry, { rawBody, signatureHeader: typeof header === 'string' ? header : undefined, secret });
    } catch (error) {
      if (!(error instanceof StripeCallError)) throw error;
      request.log.warn({ reason: error.reason }, 'stripe webhook refused');
      throw appError('bad_request', { text: `webhooks.${error.reason}` });
    }
    return { status: 200, data: { received: true } };
  });
}
