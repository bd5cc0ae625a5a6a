import { orderReasonsInChinese } from '#contract/order-reasons.ts';
import { fields } from './zh/fields.ts';
import { general } from './zh/general.ts';
import { missing } from './zh/missing.ts';
import { account } from './zh/account.ts';
import { adjustments } from './zh/adjustments.ts';
import { autopay } from './zh/autopay.ts';
import { bankStatements } from './zh/bank-statements.ts';
import { billLines } from './zh/bill-lines.ts';
import { branding } from './zh/branding.ts';
import { bulk } from './zh/bulk.ts';
import { catalog } from './zh/catalog.ts';
import { checks } from './zh/checks.ts';
import { claims } from './zh/claims.ts';
import { comparisons } from './zh/comparisons.ts';
import { conversations } from './zh/conversations.ts';
import { exchangeRates } from './zh/exchange-rates.ts';
import { exports } from './zh/exports.ts';
import { files } from './zh/files.ts';
import { imageSearch } from './zh/image-search.ts';
import { invoices } from './zh/invoices.ts';
import { ledger } from './zh/ledger.ts';
import { mappingFiles } from './zh/mapping-files.ts';
import { lineDisputes } from './zh/line-disputes.ts';
import { mappings } from './zh/mappings.ts';
import { notifications } from './zh/notifications.ts';
import { orders } from './zh/orders.ts';
import { parcels } from './zh/parcels.ts';
import { parsing } from './zh/parsing.ts';
import { partners } from './zh/partners.ts';
import { paymentRequests } from './zh/payment-requests.ts';
import { prices } from './zh/prices.ts';
import { privacy } from './zh/privacy.ts';
import { products } from './zh/products.ts';
import { profile } from './zh/profile.ts';
import { publishing } from './zh/publishing.ts';
import { quotes } from './zh/quotes.ts';
import { session } from './zh/session.ts';
import { shipping } from './zh/shipping.ts';
import { statistics } from './zh/statistics.ts';
import { statements } from './zh/statements.ts';
import { stock } from './zh/stock.ts';
import { stockOrders } from './zh/stock-orders.ts';
import { stores } from './zh/stores.ts';
import { suggestions } from './zh/suggestions.ts';
import { views } from './zh/views.ts';
import { wallet } from './zh/wallet.ts';
import { withdrawals } from './zh/withdrawals.ts';
import { webhooks } from './zh/webhooks.ts';
import type { en } from './en.ts';

/** Refusals in Chinese, with exactly the keys of the English ones. */
export const zh: { [F in keyof typeof en]: Record<keyof (typeof en)[F], string> } = {
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
  'order-reasons': orderReasonsInChinese,
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
};
