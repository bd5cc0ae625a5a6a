import { account } from './account.ts';
import { adjustments } from './adjustments.ts';
import { autoRecharge } from './auto-recharge.ts';
import { autopay } from './autopay.ts';
import { bankStatements } from './bank-statements.ts';
import { branding } from './branding.ts';
import { bulk } from './bulk.ts';
import { catalog } from './catalog.ts';
import { checkout } from './checkout.ts';
import { claims } from './claims.ts';
import { clients } from './clients.ts';
import { comparisons } from './comparisons.ts';
import { dashboard } from './dashboard.ts';
import { orderHistory } from './order-history.ts';
import { orderInvoices } from './order-invoices.ts';
import { exchangeRates } from './exchange-rates.ts';
import { exports } from './exports.ts';
import { files } from './files.ts';
import { finance } from './finance.ts';
import { guidance } from './guidance.ts';
import { imageSearch } from './image-search.ts';
import { invoices } from './invoices.ts';
import { jobs } from './jobs.ts';
import { conversations } from './conversations.ts';
import { lineDisputes } from './line-disputes.ts';
import { mappings } from './mappings.ts';
import { mappingFiles } from './mapping-files.ts';
import { notifications } from './notifications.ts';
import { orders } from './orders.ts';
import { paymentRequests } from './payment-requests.ts';
import { parcels } from './parcels.ts';
import { partners } from './partners.ts';
import { prices } from './prices.ts';
import { privacy } from './privacy.ts';
import { deliveryPlanning } from './delivery-planning.ts';
import { products } from './products.ts';
import { profile } from './profile.ts';
import { publishing } from './publishing.ts';
import { quotes } from './quotes.ts';
import { session } from './session.ts';
import { shipping } from './shipping.ts';
import { statistics } from './statistics.ts';
import { statements } from './statements.ts';
import { stock } from './stock.ts';
import { stockOrders } from './stock-orders.ts';
import { stores } from './stores.ts';
import { subAccounts } from './sub-accounts.ts';
import { views } from './views.ts';
import { suggestions } from './suggestions.ts';
import { wallet } from './wallet.ts';
import { withdrawals } from './withdrawals.ts';

/** Every feature of the API; the list of features and nothing else. */
export const contract = {
  account,
  adjustments,
  autopay,
  orderInvoices,
  autoRecharge,
  bankStatements,
  branding,
  bulk,
  catalog,
  checkout,
  claims,
  clients,
  comparisons,
  dashboard,
  orderHistory,
  exchangeRates,
  exports,
  files,
  finance,
  guidance,
  imageSearch,
  invoices,
  jobs,
  lineDisputes,
  mappings,
  mappingFiles,
  notifications,
  orders,
  parcels,
  paymentRequests,
  partners,
  prices,
  privacy,
  deliveryPlanning,
  products,
  profile,
  publishing,
  quotes,
  session,
  shipping,
  statistics,
  statements,
  stock,
  stockOrders,
  stores,
  subAccounts,
  views,
  suggestions,
  conversations,
  wallet,
  withdrawals,
};
