import { paths } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/** Pages of the provider’s staff, in the order of the menu; they carry staff roles (P2). */
export const staffPages: readonly PageEntry[] = [
  {
    path: paths.staffQuotes,
    title: 'staffQuotes',
    icon: 'staffQuotes',
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/quotes/workbench/staff-quotes-page.tsx').then((m) => m.StaffQuotesPage),
      'quotes',
      'quotes-workbench',
      'shipping',
      'lists',
    ),
  },
  {
    path: paths.staffRecharges,
    title: 'staffRecharges',
    icon: 'staffRecharges',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/wallet/staff-recharges-page.tsx').then((m) => m.StaffRechargesPage),
      'wallet',
      'lists',
    ),
  },
  {
    path: paths.staffBankStatements,
    title: 'staffBankStatements',
    icon: 'staffBankStatements',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/bank-statements/staff-bank-page.tsx').then((m) => m.StaffBankPage),
      'bank-statements',
      'wallet',
      'lists',
    ),
  },
  {
    path: paths.staffWithdrawals,
    title: 'staffWithdrawals',
    icon: 'staffWithdrawals',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/withdrawals/staff-withdrawals-page.tsx').then((m) => m.StaffWithdrawalsPage),
      'withdrawals',
      'lists',
    ),
  },
  {
    path: paths.staffAdjustments,
    title: 'staffAdjustments',
    icon: 'staffAdjustments',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/adjustments/staff-adjustments-page.tsx').then((m) => m.StaffAdjustmentsPage),
      'adjustments',
      'lists',
    ),
  },
  {
    path: paths.staffFinance,
    title: 'staffFinance',
    icon: 'staffFinance',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/finance/staff-finance-page.tsx').then((m) => m.StaffFinancePage),
      'finance',
      'wallet',
      'lists',
    ),
  },
  {
    path: paths.staffExchangeRates,
    title: 'staffExchangeRates',
    icon: 'staffExchangeRates',
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/exchange-rates/staff-exchange-rates-page.tsx').then((m) => m.StaffExchangeRatesPage),
      'exchange-rates',
      'lists',
    ),
  },
  {
    path: paths.staffClaims,
    title: 'staffClaims',
    icon: 'staffClaims',
    roles: ['agent', 'finance'],
    page: lazyPage(
      () => import('../features/claims/staff-claims-page.tsx').then((m) => m.StaffClaimsPage),
      'claims',
      'lists',
    ),
  },
  {
    path: paths.staffLineDisputes,
    title: 'staffLineDisputes',
    icon: 'staffLineDisputes',
    roles: ['agent', 'finance'],
    page: lazyPage(
      () => import('../features/line-disputes/staff-line-disputes-page.tsx').then((m) => m.StaffLineDisputesPage),
      'line-disputes',
      'lists',
    ),
  },
  {
    path: paths.staffFulfillment,
    title: 'staffFulfillment',
    icon: 'staffFulfillment',
    roles: ['warehouse'],
    page: lazyPage(
      () => import('./fulfillment-with-timeline.tsx').then((m) => m.FulfillmentWithTimeline),
      'orders',
      'order-history',
      'orders-actions',
      'orders-edit',
      'orders-staff',
      'lists',
    ),
  },
  {
    path: paths.staffCancellations,
    title: 'staffCancellations',
    icon: 'staffCancellations',
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/orders/staff/cancellations-page.tsx').then((m) => m.CancellationsPage),
      'orders-staff',
      'orders-actions',
      'orders',
      'lists',
    ),
  },
  {
    path: paths.staffCatalog,
    title: 'staffCatalog',
    icon: 'staffCatalog',
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/catalog/staff-catalog-page.tsx').then((m) => m.StaffCatalogPage),
      'catalog',
      'lists',
    ),
  },
  {
    path: paths.staffShipping,
    title: 'staffShipping',
    icon: 'staffShipping',
    roles: ['agent', 'warehouse', 'finance'],
    page: lazyPage(
      () => import('../features/shipping/staff-shipping-page.tsx').then((m) => m.StaffShippingPage),
      'shipping',
      'lists',
    ),
  },
  {
    path: paths.staffExceptions,
    title: 'staffExceptions',
    icon: 'staffExceptions',
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/parcels/exceptions-page.tsx').then((m) => m.ExceptionsPage),
      'parcels',
      'lists',
    ),
  },
  {
    path: paths.staffMessages,
    title: 'staffMessages',
    icon: 'staffMessages',
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/conversations/staff-conversation-page.tsx').then((m) => m.StaffConversationPage),
      'conversations',
      'orders',
      'lists',
    ),
  },
  {
    path: paths.staffStock,
    title: 'staffStock',
    icon: 'staffStock',
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/stock/staff-stock-page.tsx').then((m) => m.StaffStockPage),
      'stock',
      'stock-orders',
      'lists',
    ),
  },
  {
    path: paths.staffPrices,
    title: 'staffPrices',
    icon: 'staffPrices',
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/prices/staff-prices-page.tsx').then((m) => m.StaffPricesPage),
      'prices',
      'shipping',
      'lists',
    ),
  },
  {
    path: paths.clients,
    title: 'clients',
    icon: 'clients',
    roles: ['agent', 'finance'],
    page: lazyPage(() => import('../features/clients/clients-page.tsx').then((m) => m.ClientsPage), 'clients', 'lists'),
  },
  {
    path: '/staff/site',
    title: 'site',
    icon: 'site',
    roles: ['admin'],
    alwaysShow: true,
    children: [
      {
        path: paths.branding,
        title: 'branding',
        roles: ['admin'],
        page: lazyPage(() => import('../features/branding/branding-page.tsx').then((m) => m.BrandingPage), 'branding'),
      },
      {
        path: paths.notices,
        title: 'notices',
        roles: ['admin'],
        page: lazyPage(
          () => import('../features/notifications/notices-page.tsx').then((m) => m.NoticesPage),
          'notifications',
          'lists',
        ),
      },
      {
        path: paths.staffPartners,
        title: 'staffPartners',
        roles: ['admin'],
        page: lazyPage(
          () => import('../features/partners/staff-partners-page.tsx').then((m) => m.StaffPartnersPage),
          'partners',
          'lists',
        ),
      },
    ],
  },
];
