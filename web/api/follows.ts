import type { Contract } from './client.ts';

export type FeatureName = keyof Contract;

/** Features whose events make every answer of a feature stale, besides its own events. */
const ofFeature: Partial<Record<FeatureName, readonly FeatureName[]>> = {
  adjustments: ['wallet'],
  autoRecharge: ['wallet'],
  autopay: ['orders', 'wallet', 'stores'],
  bankStatements: ['wallet'],
  comparisons: ['stores', 'jobs'],
  dashboard: ['orders', 'quotes', 'products', 'stores', 'wallet', 'invoices', 'claims', 'stock', 'prices'],
  lineDisputes: ['invoices'],
  orderHistory: ['orders', 'claims', 'invoices', 'parcels'],
  orderInvoices: ['invoices', 'orders', 'prices'],
  finance: ['wallet', 'invoices', 'claims'],
  guidance: ['orders', 'quotes', 'products', 'stores', 'wallet', 'invoices', 'account'],
  parcels: ['orders', 'stock'],
  paymentRequests: ['wallet', 'orders', 'invoices'],
  prices: ['quotes', 'shipping'],
  privacy: ['stores'],
  deliveryPlanning: ['orders', 'wallet', 'products', 'prices', 'quotes', 'stores', 'shipping'],
  publishing: ['products', 'stores'],
  statements: ['wallet'],
  stockOrders: ['stock', 'invoices'],
  suggestions: ['products'],
  conversations: ['orders'],
  withdrawals: ['wallet'],
};

type Reads = { [F in FeatureName]?: { [N in keyof Contract[F]]?: readonly FeatureName[] } };

/** The same for single answers that show more than their feature's records. */
const ofEndpoint: Reads = {
  catalog: { list: ['quotes'] },
  clients: { readable: ['account'] },
  dashboard: { staffWork: ['claims', 'invoices'] },
  imageSearch: { results: ['products', 'quotes'], duplicates: ['products', 'quotes'] },
  checkout: {
    payable: ['orders', 'stock', 'prices'],
    preview: ['orders', 'wallet', 'products', 'quotes', 'invoices'],
    previewMatching: ['orders', 'wallet', 'products', 'quotes', 'invoices'],
  },
  orders: { costs: ['quotes', 'invoices'], previewChange: ['wallet'] },
  prices: { changes: ['orders'] },
  products: {
    get: ['quotes', 'orders', 'stock'],
    list: ['quotes', 'orders', 'stock'],
    orders: ['quotes', 'orders', 'stock'],
    prices: ['quotes', 'orders', 'stock'],
    quotes: ['quotes', 'orders', 'stock'],
    stock: ['stock', 'orders'],
    timeline: ['quotes', 'orders', 'stock'],
    variants: ['quotes', 'orders', 'stock'],
  },
  quotes: {
    list: ['orders'],
    acceptEffect: ['orders', 'invoices', 'products'],
    previewAccept: ['orders', 'invoices', 'products', 'stock'],
  },
  shipping: { cost: ['products', 'quotes'] },
  statistics: {
    get: ['orders', 'invoices', 'claims'],
    breakdown: ['orders', 'invoices', 'claims'],
    products: ['orders', 'invoices', 'claims'],
    productClaims: ['claims'],
    waiting: ['orders', 'invoices'],
  },
  stores: { get: ['jobs'], list: ['jobs'] },
  wallet: { billingLogs: ['invoices'], get: ['orders', 'invoices'] },
};

/** Features whose changes make the answer of an endpoint stale, besides its own: those whose records it shows. */
export function followedBy(feature: string, endpoint: string): readonly string[] {
  const whole: Partial<Record<string, readonly string[]>> = ofFeature;
  const single: Partial<Record<string, Partial<Record<string, readonly string[]>>>> = ofEndpoint;
  return [...(whole[feature] ?? []), ...(single[feature]?.[endpoint] ?? [])];
}
