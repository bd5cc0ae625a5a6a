import { attachFile } from './features/files/files.service.ts';
import { creditsOfOrders } from './app-claims.ts';
import { changesOfOrders } from './features/invoices/invoices-change.service.ts';
import { stockOrderBilling } from './features/invoices/invoices-issue.service.ts';
import type { OpenNeeds } from './features/invoices/invoices-open.service.ts';
import * as ledger from './features/ledger/ledger.service.ts';
import type { telling } from './features/notifications/notifications-notify.service.ts';
import type { ordersWith } from './features/orders/orders-with-stock.ts';
import { takeIn } from './features/stock/stock-desk.service.ts';
import { invoicePaid } from './features/stock-orders/stock-orders-desk.service.ts';
import type { Needs as StockOrderNeeds } from './features/stock-orders/stock-orders-needs.ts';
import type { Needs as WalletNeeds } from './features/wallet/wallet.service.ts';
import type { Config } from './lib/config.ts';
import { stripeClient } from './lib/stripe.ts';

// A part of app.ts: what the features that move money ask of others.

type Telling = ReturnType<typeof telling>;

/** What bills of orders and of stock orders ask of others. */
export function invoiceNeedsOf({ SELLER: seller }: Config, telling: Telling, orders: ReturnType<typeof ordersWith>) {
  const stockOrderPaid: OpenNeeds['stockOrderPaid'] = (ctx, paid) => invoicePaid(ctx, telling, paid);
  return { ...telling, orders, ledger, seller, stockOrderPaid };
}

/** What orders ask of their bills: to be given back, or to follow another way of a paid order. */
export const moneyOfOrders = (needs: ReturnType<typeof invoiceNeedsOf>) => ({
  ...creditsOfOrders,
  ...changesOfOrders({ ...needs, ...creditsOfOrders }),
});

/** Stock orders are billed by invoices and end as pieces on a shelf. */
export function stockOrderNeedsOf(telling: Telling, invoiceNeeds: ReturnType<typeof invoiceNeedsOf>): StockOrderNeeds {
  return {
    ...telling,
    ...stockOrderBilling(invoiceNeeds),
    attachFile,
    takeIn: (ctx, accountId, arrivals) => takeIn(ctx, telling, accountId, arrivals),
  };
}

/** What the wallet asks of others; cards are taken where a payment provider is set up. */
export function walletNeedsOf(config: Config, telling: Pick<WalletNeeds, 'notify' | 'settle'>): WalletNeeds {
  const { STRIPE_API_URL: apiUrl, STRIPE_SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = config;
  return { ...telling, ledger, attachFile, stripe: secretKey ? stripeClient({ apiUrl, secretKey }) : null, publicUrl };
}
