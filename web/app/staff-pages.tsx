import {
  IconBan,
  IconBox,
  IconCashBanknote,
  IconEye,
  IconMap2,
  IconMessageDollar,
  IconMessages,
  IconPackages,
  IconReceipt,
  IconReceiptRefund,
  IconTruckDelivery,
  IconUsersGroup,
  IconWorldCog,
} from '@tabler/icons-react';
import { paths } from '../lib/paths.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/** Desks of the provider’s staff, in the order of the menu; they carry staff roles (P2). */
export const staffPages: readonly PageEntry[] = [
  {
    path: paths.quoteDesk,
    title: 'quoteDesk',
    icon: IconMessageDollar,
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/quotes/workbench/staff-quotes-page.tsx').then((m) => m.StaffQuotesPage),
      'quotes',
      'quotes-workbench',
      'shipping',
    ),
  },
  {
    path: paths.rechargeDesk,
    title: 'rechargeDesk',
    icon: IconCashBanknote,
    roles: ['finance'],
    page: lazyPage(
      () => import('../features/wallet/staff-recharges-page.tsx').then((m) => m.StaffRechargesPage),
      'wallet',
    ),
  },
  {
    path: paths.claimsDesk,
    title: 'claimsDesk',
    icon: IconReceiptRefund,
    roles: ['agent', 'finance'],
    page: lazyPage(() => import('../features/claims/staff-claims-page.tsx').then((m) => m.StaffClaimsPage), 'claims'),
  },
  {
    path: paths.fulfilmentDesk,
    title: 'fulfilmentDesk',
    icon: IconTruckDelivery,
    roles: ['warehouse'],
    page: lazyPage(
      () => import('./fulfillment-with-timeline.tsx').then((m) => m.FulfillmentWithTimeline),
      'orders',
      'order-history',
      'orders-actions',
      'orders-edit',
      'orders-staff',
    ),
  },
  {
    path: paths.cancelDesk,
    title: 'cancelDesk',
    icon: IconBan,
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/orders/staff/cancellations-page.tsx').then((m) => m.CancellationsPage),
      'orders-staff',
      'orders-actions',
      'orders',
    ),
  },
  {
    path: paths.catalogDesk,
    title: 'catalogDesk',
    icon: IconBox,
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/catalog/staff-catalog-page.tsx').then((m) => m.StaffCatalogPage),
      'catalog',
    ),
  },
  {
    path: paths.shippingDesk,
    title: 'shippingDesk',
    icon: IconMap2,
    roles: ['agent', 'warehouse', 'finance'],
    page: lazyPage(
      () => import('../features/shipping/staff-shipping-page.tsx').then((m) => m.StaffShippingPage),
      'shipping',
    ),
  },
  {
    path: paths.watchDesk,
    title: 'watchDesk',
    icon: IconEye,
    roles: ['agent', 'warehouse'],
    page: lazyPage(() => import('../features/parcels/exceptions-page.tsx').then((m) => m.ExceptionsPage), 'parcels'),
  },
  {
    path: paths.talkDesk,
    title: 'talkDesk',
    icon: IconMessages,
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/conversations/staff-conversation-page.tsx').then((m) => m.StaffConversationPage),
      'conversations',
      'orders',
    ),
  },
  {
    path: paths.stockDesk,
    title: 'stockDesk',
    icon: IconPackages,
    roles: ['agent', 'warehouse'],
    page: lazyPage(
      () => import('../features/stock/staff-stock-page.tsx').then((m) => m.StaffStockPage),
      'stock',
      'stock-orders',
    ),
  },
  {
    path: paths.priceDesk,
    title: 'priceDesk',
    icon: IconReceipt,
    roles: ['agent'],
    page: lazyPage(
      () => import('../features/prices/staff-prices-page.tsx').then((m) => m.StaffPricesPage),
      'prices',
      'shipping',
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
        ),
      },
      {
        path: paths.partnerDesk,
        title: 'partnerDesk',
        roles: ['admin'],
        page: lazyPage(
          () => import('../features/partners/staff-partners-page.tsx').then((m) => m.StaffPartnersPage),
          'partners',
        ),
      },
    ],
  },
];
