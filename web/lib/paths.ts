/** Every address of the web app, once (spec §2). Spelling as the spec has it; matching ignores case (P13). */
export const paths = {
  root: '/',
  login: '/login',
  authRedirect: '/auth-redirect',
  shopifyConnect: '/shopify/connect',
  shopifyReconnect: '/shopify/reconnect',
  shopifyAuth: '/shopify/auth',
  wooReturn: '/woocommerce/return',
  notFound: '/404',
  forbidden: '/401',
  redirect: '/redirect',
  getToken: '/mystores/GetToken',
  getTokenFree: '/mysotres/gettoken', // sic, spec §2
  linkToStore: '/link_to_store',
  clientInvoice: '/clientInvoice',
  invoiceOrderPdf: '/invoiceOrderPdf',
  batchPdf: '/batchpdf',
  quoteDetail: '/quoteDetail',

  dashboard: '/Dashboard/index',
  stores: '/my-store/index',
  apiDocument: '/api-document/index',
  products: '/my-product/index',
  mapping: '/my-product/mapping',
  catalog: '/my-product/catalog',
  suggestions: '/my-product/suggestions',
  published: '/my-product/published',
  stock: '/ProductStock/index',
  brands: '/brand/index',
  quotes: '/quote/index',
  imageSearch: '/identifyImage/index',
  orders: '/order/index',
  invoices: '/invoice/invoice',
  statistics: '/sales-statitstics/index', // sic, spec §2
  wallet: '/wallet/wallet',
  recharge: '/wallet/recharge',
  account: '/Account/Account',
  subAccounts: '/Sub-Account/Sub-Account',
  affiliate: '/affiliate/affiliate',
  resources: '/resource/resource',

  staffQuotes: '/staff/quotes',
  staffCatalog: '/staff/catalog',
  staffRecharges: '/staff/recharges',
  staffBankStatements: '/staff/bank-statements',
  staffWithdrawals: '/staff/withdrawals',
  staffAdjustments: '/staff/adjustments',
  staffFinance: '/staff/finance',
  staffExchangeRates: '/staff/exchange-rates',
  staffFulfillment: '/staff/fulfillment',
  staffExceptions: '/staff/exceptions',
  staffMessages: '/staff/messages',
  staffCancellations: '/staff/cancellations',
  staffStock: '/staff/stock',
  staffClaims: '/staff/claims',
  staffLineDisputes: '/staff/line-disputes',
  staffShipping: '/staff/shipping',
  staffPrices: '/staff/prices',
  clients: '/staff/clients',
  notices: '/staff/notices',
  staffPartners: '/staff/partners',
  branding: '/staff/branding',
} as const;

/** Pages reachable without a token (spec §2), and the second spelling of P14. */
export const freePaths: readonly string[] = [
  paths.login,
  paths.quoteDetail,
  paths.shopifyConnect,
  paths.shopifyAuth,
  paths.authRedirect,
  paths.shopifyReconnect,
  paths.getTokenFree,
  paths.getToken,
];

/** Pages of staff whose last word was another one under `/desk`; the others kept theirs. */
const formerPages: ReadonlyMap<string, string> = new Map([
  ['catalogue', 'catalog'],
  ['fulfilment', 'fulfillment'],
  ['watch', 'exceptions'],
]);

/** Where a page is that mails, tabs and bookmarks hold under `/desk/…`; other paths as they are. */
function presentPath(path: string): string {
  const former = /^\/desk\/([^/]*)(.*)$/.exec(path);
  if (!former) return path;
  const [, page = '', rest = ''] = former;
  return `/staff/${formerPages.get(page) ?? page}${rest}`;
}

/** Form of a path for comparing: no trailing slash, lower case (P13), under the address that its page has now. */
export function plainPath(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return presentPath((trimmed === '' ? '/' : trimmed).toLowerCase());
}

/** Whether two paths name the same page. */
export function samePath(a: string, b: string): boolean {
  return plainPath(a) === plainPath(b);
}

/** Whether an address leads out of the app: such links open in a new tab of the browser (spec §2). */
export function isExternal(path: string): boolean {
  return /^(https?|mailto|tel):/i.test(path);
}

/** Whether a page may be opened without a token. */
export function isFree(path: string): boolean {
  return freePaths.some((free) => samePath(free, path));
}

/** A path with a query; undefined and empty values are left out. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** The address that refreshes `fullPath` (spec §2: through /redirect). */
export function refreshPath(fullPath: string): string {
  return paths.redirect + fullPath;
}

/** What `/redirect/{path}` leads to: always a local path, never another origin. */
export function refreshTarget(pathname: string): string {
  return `/${pathname.slice(paths.redirect.length).replace(/^[/\\]+/, '')}`;
}
