/** Server features by floor, lowest first: a feature imports the `index.ts` of features on its own floor or below. */
export const floors: readonly (readonly string[])[] = [
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
 * Folders inside a feature, lowest first. On the server a room imports the rooms before it, and the files beside the rooms
 * (routes, jobs, index) import all of them. In the web the files beside the rooms are what the rooms share.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
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
  'server/features/products': ['records', 'figures', 'mapping', 'intake'],
  'server/features/quotes': ['records', 'messages', 'request', 'workbench', 'accept'],
  'server/features/stores': [
    'records', // rows, states, settings
    'health', // what the shop tells, whether it answers
    'connect', // authorization, log-in and installation from a shop, leaving
  ],
  'web/features/orders': ['edit', 'detail', 'pay', 'manual', 'import', 'list', 'staff'],
  'web/features/products': ['mapping'],
  'web/features/quotes': ['request', 'detail', 'list', 'workbench'],
  'web/features/stores': ['connect', 'comparison', 'detail', 'list'],
};
