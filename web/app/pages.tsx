import {
  IconBuildingStore,
  IconCashBanknote,
  IconFileDollar,
  IconFileInvoice,
  IconLayoutDashboard,
  IconMessageDollar,
  IconShoppingCart,
  IconTags,
  IconTruckDelivery,
  IconUsersGroup,
  IconWallet,
  IconWorldCog,
} from '@tabler/icons-react';
import { paths } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/**
 * Every page of the app. Router, guard, sidebar, breadcrumb, page search and tab titles are computed from this table.
 * Desks of the provider's staff carry roles; pages of merchants carry none (decision 2).
 */
export const pages: readonly PageEntry[] = [
  {
    path: paths.dashboard,
    title: 'dashboard',
    icon: IconLayoutDashboard,
    feature: 'orders',
    affix: true,
    page: lazyPage(
      () => import('../features/dashboard/dashboard-page.tsx').then((m) => m.DashboardPage),
      'dashboard',
      'orders',
    ),
  },
  {
    path: paths.stores,
    title: 'stores',
    icon: IconBuildingStore,
    feature: 'stores',
    page: lazyPage(() => import('../features/stores/stores-page.tsx').then((m) => m.StoresPage), 'stores'),
  },
  {
    path: paths.products,
    title: 'products',
    icon: IconTags,
    feature: 'products',
    page: lazyPage(() => import('../features/products/products-page.tsx').then((m) => m.ProductsPage), 'products'),
  },
  {
    path: paths.quotes,
    title: 'quotes',
    icon: IconFileDollar,
    feature: 'quotes',
    page: lazyPage(() => import('../features/quotes/quotes-page.tsx').then((m) => m.QuotesPage), 'quotes'),
  },
  {
    path: paths.orders,
    title: 'orders',
    icon: IconShoppingCart,
    feature: 'orders',
    page: lazyPage(() => import('../features/orders/orders-page.tsx').then((m) => m.OrdersPage), 'orders'),
  },
  {
    path: paths.invoices,
    title: 'invoices',
    icon: IconFileInvoice,
    feature: 'invoices',
    page: lazyPage(() => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage), 'invoices'),
  },
  {
    path: '/wallet',
    title: 'wallet',
    icon: IconWallet,
    feature: 'wallet',
    children: [
      {
        path: paths.wallet,
        title: 'balance',
        feature: 'wallet',
        page: lazyPage(() => import('../features/wallet/wallet-page.tsx').then((m) => m.WalletPage), 'wallet'),
      },
      {
        path: paths.recharge,
        title: 'recharge',
        feature: 'wallet',
        page: lazyPage(() => import('../features/wallet/recharge-page.tsx').then((m) => m.RechargePage), 'wallet'),
      },
    ],
  },
  {
    path: paths.quoteDesk,
    title: 'quoteDesk',
    icon: IconMessageDollar,
    roles: ['agent'],
    page: lazyPage(() => import('../features/quotes/quote-desk-page.tsx').then((m) => m.QuoteDeskPage), 'quotes'),
  },
  {
    path: paths.rechargeDesk,
    title: 'rechargeDesk',
    icon: IconCashBanknote,
    roles: ['finance'],
    page: lazyPage(() => import('../features/wallet/recharge-desk-page.tsx').then((m) => m.RechargeDeskPage), 'wallet'),
  },
  {
    path: paths.fulfilmentDesk,
    title: 'fulfilmentDesk',
    icon: IconTruckDelivery,
    roles: ['warehouse'],
    page: lazyPage(
      () => import('../features/orders/fulfilment-desk-page.tsx').then((m) => m.FulfilmentDeskPage),
      'orders',
    ),
  },
  {
    path: paths.clients,
    title: 'clients',
    icon: IconUsersGroup,
    roles: ['agent', 'finance'],
    page: lazyPage(() => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage), 'clients'),
  },
  {
    path: '/desk/site',
    title: 'site',
    icon: IconWorldCog,
    roles: ['admin'],
    alwaysShow: true,
    children: [
      {
        path: paths.partnerDesk,
        title: 'partnerDesk',
        roles: ['admin'],
        page: lazyPage(
          () => import('../features/partners/partner-desk-page.tsx').then((m) => m.PartnerDeskPage),
          'partners',
        ),
      },
    ],
  },
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
    page: lazyPage(() => import('../features/stores/shopify-auth-page.tsx').then((m) => m.ShopifyAuthPage), 'stores'),
  },
  {
    path: paths.shopifyConnect,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/shopify-connect-page.tsx').then((m) => m.ShopifyConnectPage),
      'stores',
    ),
  },
  {
    path: paths.shopifyReconnect,
    title: 'connect',
    bare: true,
    page: lazyPage(
      () => import('../features/stores/shopify-connect-page.tsx').then((m) => m.ShopifyReconnectPage),
      'stores',
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
