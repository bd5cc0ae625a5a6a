import { paths } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/** Pages without the shell around them: public ones, and those that are printed. */
export const barePages: readonly PageEntry[] = [
  {
    path: paths.login,
    title: 'login',
    bare: true,
    plain: true,
    page: lazyPage(() => import('../features/session/login-page.tsx').then((m) => m.LoginPage), 'session'),
  },
  {
    path: paths.shopifyAuth,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/connect/shopify-auth-page.tsx').then((m) => m.ShopifyAuthPage),
      'stores',
    ),
  },
  {
    path: paths.shopifyConnect,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/connect/shopify-connect-page.tsx').then((m) => m.ShopifyConnectPage),
      'stores',
    ),
  },
  {
    path: paths.shopifyReconnect,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/connect/shopify-connect-page.tsx').then((m) => m.ShopifyReconnectPage),
      'stores',
    ),
  },
  {
    path: paths.wooReturn,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/connect/woo-return-page.tsx').then((m) => m.WooReturnPage),
      'stores',
    ),
  },
  {
    path: paths.clientInvoice,
    title: 'clientInvoice',
    feature: 'invoices',
    bare: true,
    page: lazyPage(
      () => import('../features/invoices/client-invoice-page.tsx').then((m) => m.ClientInvoicePage),
      'invoices',
    ),
  },
  {
    path: paths.invoiceOrderPdf,
    title: 'orderInvoice',
    feature: 'invoices',
    bare: true,
    page: lazyPage(
      () => import('../features/invoices/order-invoice-pages.tsx').then((m) => m.OrderInvoicePage),
      'invoices',
    ),
  },
  {
    path: paths.batchPdf,
    title: 'batchInvoice',
    feature: 'invoices',
    bare: true,
    page: lazyPage(
      () => import('../features/invoices/order-invoice-pages.tsx').then((m) => m.BatchInvoicePage),
      'invoices',
    ),
  },
  {
    path: paths.quoteDetail,
    title: 'quoteDetail',
    bare: true,
    page: lazyPage(
      () => import('../features/quotes/detail/quote-detail-page.tsx').then((m) => m.QuoteDetailPage),
      'quotes',
    ),
  },
  {
    path: paths.getToken,
    title: 'login',
    bare: true,
    page: lazyPage(() => import('../features/stores/connect/get-token-page.tsx').then((m) => m.GetTokenPage), 'stores'),
  },
  {
    path: paths.getTokenFree,
    title: 'login',
    bare: true,
    page: lazyPage(() => import('../features/stores/connect/get-token-page.tsx').then((m) => m.GetTokenPage), 'stores'),
  },
  {
    path: paths.linkToStore,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/connect/link-to-store-page.tsx').then((m) => m.LinkToStorePage),
      'stores',
    ),
  },
  {
    path: paths.authRedirect,
    title: 'authRedirect',
    bare: true,
    plain: true,
    page: lazyPage(
      () => import('../features/session/auth-redirect-page.tsx').then((m) => m.AuthRedirectPage),
      'session',
    ),
  },
  {
    path: paths.notFound,
    title: 'notFound',
    bare: true,
    plain: true,
    page: lazyPage(() => import('../features/session/not-found-page.tsx').then((m) => m.NotFoundPage)),
  },
  {
    path: paths.forbidden,
    title: 'forbidden',
    bare: true,
    plain: true,
    page: lazyPage(() => import('../features/session/forbidden-page.tsx').then((m) => m.ForbiddenPage)),
  },
];
