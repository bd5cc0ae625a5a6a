import {
  IconAffiliate,
  IconApi,
  IconBook,
  IconBuildingStore,
  IconChartBar,
  IconFileDollar,
  IconFileInvoice,
  IconLayoutDashboard,
  IconPackages,
  IconPhotoSearch,
  IconRosetteDiscountCheck,
  IconShoppingCart,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { paths } from '../lib/paths.ts';
import { referralHidden } from '../lib/site-config.ts';
import { imageSearchHidden } from '../lib/user-info.ts';
import type { PageEntry } from '../shell/page-entry.ts';
import { lazyPage } from './lazy-page.ts';

/** Pages of merchants, in the order of the menu; they carry no roles (decision 2). */
export const merchantPages: readonly PageEntry[] = [
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
    page: lazyPage(
      () => import('../features/stores/stores-page.tsx').then((m) => m.StoresPage),
      'stores',
      'store-care',
      'comparisons',
      'privacy',
    ),
  },
  {
    path: paths.products,
    title: 'products',
    icon: IconTags,
    feature: 'products',
    page: lazyPage(
      () => import('../features/products/products-page.tsx').then((m) => m.ProductsPage),
      'products',
      'mapping-files',
      'orders',
      'lists',
      'shipping',
    ),
  },
  {
    path: paths.mapping,
    title: 'mapping',
    hidden: true,
    activeMenu: paths.products,
    feature: 'products',
    page: lazyPage(() => import('../features/mapping/mapping-page.tsx').then((m) => m.MappingPage), 'mapping'),
  },
  {
    path: paths.catalog,
    title: 'catalog',
    hidden: true,
    feature: 'products',
    activeMenu: paths.products,
    page: lazyPage(() => import('../features/catalog/catalog-page.tsx').then((m) => m.CatalogPage), 'catalog'),
  },
  {
    path: paths.suggestions,
    title: 'suggestions',
    hidden: true,
    feature: 'products',
    activeMenu: paths.products,
    page: lazyPage(
      () => import('../features/suggestions/suggestions-page.tsx').then((m) => m.SuggestionsPage),
      'suggestions',
    ),
  },
  {
    path: paths.stock,
    title: 'stock',
    icon: IconPackages,
    feature: 'stock',
    page: lazyPage(() => import('../features/stock/stock-page.tsx').then((m) => m.StockPage), 'stock'),
  },
  {
    path: paths.brands,
    title: 'brands',
    icon: IconRosetteDiscountCheck,
    feature: 'brands',
    page: lazyPage(() => import('../features/coming/coming-page.tsx').then((m) => m.BrandsPage), 'coming'),
  },
  {
    path: paths.quotes,
    title: 'quotes',
    icon: IconFileDollar,
    feature: 'quotes',
    page: lazyPage(() => import('../features/quotes/quotes-page.tsx').then((m) => m.QuotesPage), 'quotes', 'lists'),
  },
  {
    path: paths.imageSearch,
    title: 'imageSearch',
    hidden: imageSearchHidden,
    icon: IconPhotoSearch,
    feature: 'products',
    page: lazyPage(
      () => import('../features/image-search/image-search-page.tsx').then((m) => m.ImageSearchPage),
      'image-search',
    ),
  },
  {
    path: paths.orders,
    title: 'orders',
    icon: IconShoppingCart,
    feature: 'orders',
    page: lazyPage(() => import('../features/orders/orders-page.tsx').then((m) => m.OrdersPage), 'orders', 'lists'),
  },
  {
    path: paths.invoices,
    title: 'invoices',
    icon: IconFileInvoice,
    feature: 'invoices',
    page: lazyPage(
      () => import('../features/invoices/invoices-page.tsx').then((m) => m.InvoicesPage),
      'invoices',
      'lists',
    ),
  },
  {
    path: paths.statistics,
    title: 'statistics',
    icon: IconChartBar,
    feature: 'statistics',
    page: lazyPage(() => import('../features/coming/coming-page.tsx').then((m) => m.StatisticsPage), 'coming'),
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
    path: paths.account,
    title: 'account',
    icon: IconUserCircle,
    page: lazyPage(() => import('../features/account/account-page.tsx').then((m) => m.AccountPage), 'account'),
  },
  {
    path: paths.subAccounts,
    title: 'subAccounts',
    icon: IconUsers,
    feature: 'sub-accounts',
    page: lazyPage(
      () => import('../features/sub-accounts/sub-accounts-page.tsx').then((m) => m.SubAccountsPage),
      'sub-accounts',
    ),
  },
  {
    path: paths.affiliate,
    title: 'affiliate',
    icon: IconAffiliate,
    feature: 'affiliate',
    hidden: referralHidden,
    page: lazyPage(() => import('../features/coming/coming-page.tsx').then((m) => m.AffiliatePage), 'coming'),
  },
  {
    path: paths.resources,
    title: 'resources',
    icon: IconBook,
    page: lazyPage(
      () => import('../features/resources/resources-page.tsx').then((m) => m.ResourcesPage),
      'resources',
      'shipping',
    ),
  },
  {
    path: paths.apiDocument,
    title: 'apiDocument',
    icon: IconApi,
    hidden: true,
    page: lazyPage(
      () => import('../features/api-access/api-document-page.tsx').then((m) => m.ApiDocumentPage),
      'api-access',
    ),
  },
];
