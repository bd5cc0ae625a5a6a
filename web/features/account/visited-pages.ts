import type { FeatureName } from '#web/api/follows.ts';
import type { shell } from '#web/i18n/en/shell.ts';

type PageName = keyof (typeof shell)['menu'];

/** The page that shows what each feature has; what has none of its own is part of another, or of the account. */
const pageOf: Readonly<Record<FeatureName, PageName>> = {
  account: 'account',
  adjustments: 'wallet',
  autopay: 'orders',
  orderInvoices: 'invoices',
  autoRecharge: 'wallet',
  bankStatements: 'recharge',
  branding: 'account',
  bulk: 'orders',
  catalog: 'catalog',
  checkout: 'orders',
  claims: 'orders',
  clients: 'account',
  comparisons: 'stores',
  dashboard: 'dashboard',
  orderHistory: 'orders',
  exchangeRates: 'wallet',
  exports: 'account',
  files: 'account',
  finance: 'wallet',
  guidance: 'dashboard',
  imageSearch: 'imageSearch',
  invoices: 'invoices',
  jobs: 'account',
  lineDisputes: 'invoices',
  mappings: 'products',
  mappingFiles: 'products',
  notifications: 'account',
  orders: 'orders',
  parcels: 'orders',
  paymentRequests: 'wallet',
  partners: 'account',
  prices: 'quotes',
  privacy: 'stores',
  deliveryPlanning: 'dashboard',
  products: 'products',
  profile: 'account',
  publishing: 'published',
  quotes: 'quotes',
  session: 'account',
  shipping: 'quotes',
  statistics: 'statistics',
  statements: 'wallet',
  stock: 'stock',
  stockOrders: 'stock',
  stores: 'stores',
  subAccounts: 'subAccounts',
  views: 'account',
  suggestions: 'suggestions',
  conversations: 'orders',
  wallet: 'wallet',
  withdrawals: 'wallet',
};

const isFeature = (name: string): name is FeatureName => Object.hasOwn(pageOf, name);

/** The pages that show what was visited, each once; a feature that is no longer there counts as the account. */
export function visitedPages(features: readonly string[]): PageName[] {
  return [...new Set(features.map((name) => (isFeature(name) ? pageOf[name] : 'account')))];
}
