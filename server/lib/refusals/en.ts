import { orderReasons } from '#contract/order-reasons.ts';
import { fields } from './en/fields.ts';
import { general } from './en/general.ts';
import { missing } from './en/missing.ts';
import { account } from './en/account.ts';
import { adjustments } from './en/adjustments.ts';
import { autopay } from './en/autopay.ts';
import { bankStatements } from './en/bank-statements.ts';
import { billLines } from './en/bill-lines.ts';
import { branding } from './en/branding.ts';
import { bulk } from './en/bulk.ts';
import { catalog } from './en/catalog.ts';
import { checks } from './en/checks.ts';
import { claims } from './en/claims.ts';
import { comparisons } from './en/comparisons.ts';
import { conversations } from './en/conversations.ts';
import { exchangeRates } from './en/exchange-rates.ts';
import { exports } from './en/exports.ts';
import { files } from './en/files.ts';
import { imageSearch } from './en/image-search.ts';
import { invoices } from './en/invoices.ts';
import { ledger } from './en/ledger.ts';
import { mappingFiles } from './en/mapping-files.ts';
import { lineDisputes } from './en/line-disputes.ts';
import { mappings } from './en/mappings.ts';
import { notifications } from './en/notifications.ts';
import { orders } from './en/orders.ts';
import { parcels } from './en/parcels.ts';
import { parsing } from './en/parsing.ts';
import { partners } from './en/partners.ts';
import { paymentRequests } from './en/payment-requests.ts';
import { prices } from './en/prices.ts';
import { privacy } from './en/privacy.ts';
import { products } from './en/products.ts';
import { profile } from './en/profile.ts';
import { publishing } from './en/publishing.ts';
import { quotes } from './en/quotes.ts';
import { session } from './en/session.ts';
import { shipping } from './en/shipping.ts';
import { statistics } from './en/statistics.ts';
import { statements } from './en/statements.ts';
import { stock } from './en/stock.ts';
import { stockOrders } from './en/stock-orders.ts';
import { stores } from './en/stores.ts';
import { suggestions } from './en/suggestions.ts';
import { views } from './en/views.ts';
import { wallet } from './en/wallet.ts';
import { withdrawals } from './en/withdrawals.ts';
import { webhooks } from './en/webhooks.ts';

/** Refusals in English by feature; `general`, `fields` and `missing` belong to all of them. */
export const en = {
  fields,
  general,
  missing,
  account,
  adjustments,
  'bank-statements': bankStatements,
  autopay,
  'bill-lines': billLines,
  branding,
  bulk,
  catalog,
  checks,
  claims,
  comparisons,
  conversations,
  'exchange-rates': exchangeRates,
  exports,
  files,
  'image-search': imageSearch,
  invoices,
  ledger,
  'line-disputes': lineDisputes,
  'mapping-files': mappingFiles,
  mappings,
  notifications,
  'order-reasons': orderReasons,
  orders,
  parcels,
  parsing,
  partners,
  paymentRequests,
  prices,
  privacy,
  products,
  profile,
  publishing,
  quotes,
  session,
  shipping,
  statistics,
  statements,
  stock,
  'stock-orders': stockOrders,
  stores,
  suggestions,
  views,
  wallet,
  withdrawals,
  webhooks,
} as const;
