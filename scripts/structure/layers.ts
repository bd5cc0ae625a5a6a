/** Server features by layer, lowest first: a feature imports the `index.ts` of features of its own layer or below. */
export const layers: readonly (readonly string[])[] = [
  // platform
  [
    'account',
    'sub-accounts',
    'clients',
    'profile',
    'files',
    'jobs',
    'notifications',
    'ledger',
    'branding',
    'partners',
    'exchange-rates',
    'views',
    'session',
  ],
  // goods
  ['shipping', 'catalog', 'image-search', 'stores', 'products', 'stock'],
  // orders
  ['delivery-planning', 'invoices', 'orders', 'parcels', 'privacy'],
  // money and service
  [
    'sync',
    'comparisons',
    'checkout',
    'order-invoices',
    'payment-requests',
    'wallet',
    'auto-recharge',
    'bank-statements',
    'withdrawals',
    'adjustments',
    'statements',
    'autopay',
    'stock-orders',
    'claims',
    'line-disputes',
    'prices',
    'mappings',
    'mapping-files',
    'suggestions',
    'publishing',
  ],
  // conversations
  ['quotes', 'conversations'],
  // views
  ['statistics', 'finance', 'dashboard', 'order-history', 'guidance', 'exports', 'bulk'],
];

/**
 * Subfolders of a feature, lowest first. On the server a subfolder imports those before it, and the files beside them
 * (routes, jobs, index) import all of them. In the web the files beside the subfolders are what the subfolders share.
 */
export const subfolders: Readonly<Record<string, readonly string[]>> = {
  'server/features/orders': [
    'rules', // pure: state, evaluation, pricing, units
    'records', // rows, list, detail, filters, search terms
    'review', // evaluate, price again, what may be done, answers
    'intake', // orders of shops and files
    'pay',
    'edit',
    'cancel',
    'ship',
    'split-merge',
    'manual',
    'export',
    'timeline',
    'privacy',
  ],
  'server/features/invoices': [
    'records', // rows, states, bills, timeline
    'documents', // PDFs, prints and electronic invoices
  ],
  'server/features/products': ['records', 'figures', 'mapping', 'intake'],
  'server/features/quotes': ['records', 'messages', 'request', 'workbench', 'accept'],
  'server/features/stores': [
    'records', // rows, states, settings
    'health', // what the shop reports, whether it answers
    'connect', // authorization, log-in and installation from a shop, leaving
  ],
  'web/features/orders': ['edit', 'detail', 'pay', 'manual', 'import', 'list', 'staff'],
  'web/features/products': ['mapping'],
  'web/features/quotes': ['request', 'detail', 'list', 'workbench'],
  'web/features/stores': ['connect', 'comparison', 'detail', 'list'],
  'web/features/wallet': ['staff'],
};
