import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { trackingService } from './connectors/carriers/tracking-service.ts';
import { europeanCentralBank } from './connectors/exchange-rates/ecb.ts';
import { cleaningTasks } from './db/cleaning.ts';
import { entryFor, type Ground } from './db/context.ts';
import { outboxTasks } from './db/outbox.ts';
import type { Tasks } from './db/queue.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { adjustmentsRoutes } from './features/adjustments/adjustments.routes.ts';
import { autoRechargeCrontab, autoRechargeTasks } from './features/auto-recharge/auto-recharge.jobs.ts';
import { autoRechargeRoutes } from './features/auto-recharge/auto-recharge.routes.ts';
import { autopayCrontab, autopayTasks } from './features/autopay/autopay.jobs.ts';
import { autopayRoutes } from './features/autopay/autopay.routes.ts';
import { renderPage } from './features/branding/branding-page.ts';
import { openSites } from './features/branding/branding-sites.ts';
import { bankStatementsRoutes } from './features/bank-statements/bank-statements.routes.ts';
import { brandingRoutes } from './features/branding/branding.routes.ts';
import { bulkCrontab, bulkTasks } from './features/bulk/bulk.jobs.ts';
import { bulkRoutes } from './features/bulk/bulk.routes.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import { checkoutCrontab, checkoutTasks } from './features/checkout/checkout.jobs.ts';
import { checkoutRoutes } from './features/checkout/checkout.routes.ts';
import { claimsExport } from './features/claims/claims-export.ts';
import { claimsCrontab, claimsTasks } from './features/claims/claims.jobs.ts';
import { claimsRoutes } from './features/claims/claims.routes.ts';
import { clientsRoutes } from './features/clients/clients.routes.ts';
import { comparisonsCrontab } from './features/comparisons/comparisons.jobs.ts';
import { comparisonsRoutes } from './features/comparisons/comparisons.routes.ts';
import { conversationsRoutes } from './features/conversations/conversations.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { deliveryPlanningRoutes } from './features/delivery-planning/delivery-planning.routes.ts';
import { exchangeRatesCrontab, exchangeRatesTasks } from './features/exchange-rates/exchange-rates.jobs.ts';
import { exchangeRatesRoutes } from './features/exchange-rates/exchange-rates.routes.ts';
import { exportsTasks } from './features/exports/exports.jobs.ts';
import { exportsRoutes } from './features/exports/exports.routes.ts';
import { filesTasks } from './features/files/files.jobs.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import { financeRoutes } from './features/finance/finance.routes.ts';
import { guidanceRoutes } from './features/guidance/guidance.routes.ts';
import { imageSearchCrontab, imageSearchTasks } from './features/image-search/image-search.jobs.ts';
import { imageSearchRoutes } from './features/image-search/image-search.routes.ts';
import { quickbooksBills, xeroBills } from './features/invoices/invoices-bills-export.ts';
import { billedOrdersExport, invoicesExport } from './features/invoices/invoices-export.ts';
import { invoicesTasks } from './features/invoices/invoices.jobs.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { ledgerCrontab, ledgerTasks } from './features/ledger/ledger.jobs.ts';
import { mappingFilesTasks } from './features/mapping-files/mapping-files.jobs.ts';
import { mappingFilesRoutes } from './features/mapping-files/mapping-files.routes.ts';
import { productActions } from './features/mappings/mappings-bulk.ts';
import { mappingsTasks } from './features/mappings/mappings.jobs.ts';
import { lineDisputesRoutes } from './features/line-disputes/line-disputes.routes.ts';
import { mappingsRoutes } from './features/mappings/mappings.routes.ts';
import { notificationsCrontab, notificationsTasks } from './features/notifications/notifications.jobs.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import { orderInvoicesCrontab, orderInvoicesTasks } from './features/order-invoices/order-invoices.jobs.ts';
import { orderInvoicesRoutes } from './features/order-invoices/order-invoices.routes.ts';
import { orderMarks } from './features/orders/edit/bulk-tags.ts';
import { orderLinesExport, ordersExport } from './features/orders/export/export.ts';
import { cancelMany, changeChannel, holdOrders, releaseOrders } from './features/orders/orders.bulk.ts';
import { ordersCrontab, ordersTasks } from './features/orders/orders.jobs.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { orderHistoryRoutes } from './features/order-history/order-history.routes.ts';
import { parcelsCrontab, parcelsTasks } from './features/parcels/parcels.jobs.ts';
import { parcelsRoutes } from './features/parcels/parcels.routes.ts';
import { partnersRoutes } from './features/partners/partners.routes.ts';
import { paymentRequestsRoutes } from './features/payment-requests/payment-requests.routes.ts';
import { pricesCrontab, pricesTasks } from './features/prices/prices.jobs.ts';
import { pricesRoutes } from './features/prices/prices.routes.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { productsCrontab, productsTasks } from './features/products/products.jobs.ts';
import { productsRoutes } from './features/products/products.routes.ts';
import { productsExport } from './features/products/records/export.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { deliverPublication } from './features/publishing/publishing-send.service.ts';
import { publishingRoutes } from './features/publishing/publishing.routes.ts';
import { acceptQuotes } from './features/quotes/accept/bulk.ts';
import { quotesCrontab, quotesTasks } from './features/quotes/quotes.jobs.ts';
import { quotesRoutes } from './features/quotes/quotes.routes.ts';
import { requestForOrders, requestQuotes } from './features/quotes/request/bulk.ts';
import { quotesExport } from './features/quotes/records/export.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { shippingRoutes } from './features/shipping/shipping.routes.ts';
import { movementsExport, stockExport } from './features/stock/stock-export.ts';
import { statisticsExport } from './features/statistics/statistics-export.ts';
import { statisticsCrontab, statisticsTasks } from './features/statistics/statistics.jobs.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { statementsCrontab, statementsRoutes } from './features/statements/statements.routes.ts';
import { stockCrontab, stockTasks } from './features/stock/stock.jobs.ts';
import { stockRoutes } from './features/stock/stock.routes.ts';
import { stockOrdersRoutes } from './features/stock-orders/stock-orders.routes.ts';
import { ensureFirstApp } from './features/stores/connect/authorization.service.ts';
import { publishingAt } from './features/stores/records/kit.ts';
import { storesExport } from './features/stores/records/export.ts';
import { quickbooksBankLines, transactionsExport, xeroBankLines } from './features/wallet/wallet-export.ts';
import { storesCrontab } from './features/stores/stores.jobs.ts';
import { storesKit, storesRoutes } from './features/stores/stores.routes.ts';
import { subAccountsRoutes } from './features/sub-accounts/sub-accounts.routes.ts';
import { suggestionsCrontab, suggestionsTasks } from './features/suggestions/suggestions.jobs.ts';
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts';
import { syncCrontab } from './features/sync/sync.jobs.ts';
import { syncRoutes } from './features/sync/sync.routes.ts';
import { viewsRoutes } from './features/views/views.routes.ts';
import { walletTasks } from './features/wallet/wallet.jobs.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import { withdrawalsCrontab, withdrawalsTasks } from './features/withdrawals/withdrawals.jobs.ts';
import { withdrawalsRoutes } from './features/withdrawals/withdrawals.routes.ts';
import { limitCalls, trustedProxies } from './http/call-limits.ts';
import { refuseAddress, setErrorAnswers } from './http/errors.ts';
import { listenForEvents, mountEvents } from './http/events.ts';
import { mountHealth } from './http/health.ts';
import type { Host } from './http/host.ts';
import { readLargeBodies } from './http/large-bodies.ts';
import { exportList } from './http/list-actions.ts';
import { deliverMail } from './http/mail-delivery.ts';
import { mountOpenApi } from './http/openapi.ts';
import { unusedConnections } from './http/unused-connections.ts';
import { readableUrl, serveWebApp } from './http/web-app.ts';
import type { Config } from './lib/config.ts';
import type { Mailer } from './lib/mail.ts';
import { stripeOf } from './lib/stripe.ts';
import { subscribeFeatures } from './subscriptions.ts';

/** What the process hands to the app: everything that touches the world. */
export type Deps = {
  config: Config;
  ground: Ground;
  pool: pg.Pool;
  log: FastifyBaseLogger;
  /** null when no mail server is set: mails are then kept as failed. */
  mailer: Mailer | null;
  /** Absent: never full. */
  disk?: Host['disk'];
  databaseProblem?: Host['databaseProblem'];
};

export type App = {
  fastify: FastifyInstance;
  /** Background tasks of all features, for the worker. */
  tasks: Tasks;
  /** `minute hour day month weekday task` lines, UTC. */
  crontab: string;
  /** What must be there before the first call: rows that the settings create. */
  prepare(): Promise<void>;
  close(): Promise<void>;
};

const requestLimits = ({ BODY_SECONDS }: Config) => ({
  bodyLimit: 1024 * 1024,
  requestTimeout: BODY_SECONDS * 1000, // else a body may come without end, byte by byte
  http: {
    maxHeaderSize: 32 * 1024, // a list's address may hold 500 pasted entries (contract/list-rules.ts)
    headersTimeout: Math.min(60, BODY_SECONDS) * 1000,
    connectionsCheckingInterval: Math.min(30, BODY_SECONDS) * 1000, // when Node looks whose time is over
  },
});

/** Times of what runs by itself, of all features. */
const crontab = [
  ordersCrontab,
  checkoutCrontab,
  autopayCrontab,
  orderInvoicesCrontab,
  autoRechargeCrontab,
  claimsCrontab,
  quotesCrontab,
  pricesCrontab,
  suggestionsCrontab,
  notificationsCrontab,
  stockCrontab,
  parcelsCrontab,
  ...storesCrontab,
  ...syncCrontab,
  imageSearchCrontab,
  comparisonsCrontab,
  bulkCrontab,
  productsCrontab,
  exchangeRatesCrontab,
  statisticsCrontab,
  withdrawalsCrontab,
  ledgerCrontab,
  statementsCrontab,
  '*/10 * * * * payments_sweep',
  '*/5 * * * * wallet_alerts',
  '17 * * * * files_sweep',
  '23 3 * * * keys_purge',
].join('\n');

/** What can be done with many rows of a list at once. */
const bulkActions = [
  holdOrders,
  releaseOrders,
  cancelMany,
  changeChannel,
  ...orderMarks,
  ...productActions,
  requestQuotes,
  requestForOrders,
  acceptQuotes,
];

/** Lists that can be had in a file. */
const exportedLists = {
  orders: exportList(ordersExport),
  order_lines: exportList(orderLinesExport),
  quotes: exportList(quotesExport),
  invoices: exportList(invoicesExport),
  invoice_orders: exportList(billedOrdersExport),
  bills_xero: exportList(xeroBills),
  bills_quickbooks: exportList(quickbooksBills),
  claims: exportList(claimsExport),
  stock: exportList(stockExport),
  stock_movements: exportList(movementsExport),
  products: exportList(productsExport),
  stores: exportList(storesExport),
  transactions: exportList(transactionsExport),
  bank_xero: exportList(xeroBankLines),
  bank_quickbooks: exportList(quickbooksBankLines),
  statistics: exportList(statisticsExport),
};

/** Features whose endpoints need no more than the server, in the sequence of the reference. */
const routesOfFeatures: readonly ((host: Host) => void)[] = [
  profileRoutes,
  accountRoutes,
  subAccountsRoutes,
  clientsRoutes,
  jobsRoutes,
  filesRoutes,
  notificationsRoutes,
  partnersRoutes,
  exchangeRatesRoutes,
  viewsRoutes,
  shippingRoutes,
  catalogRoutes,
  imageSearchRoutes,
  productsRoutes,
  mappingsRoutes,
  mappingFilesRoutes,
  suggestionsRoutes,
  stockRoutes,
  pricesRoutes,
  invoicesRoutes,
  ordersRoutes,
  privacyRoutes,
  checkoutRoutes,
  paymentRequestsRoutes,
  autopayRoutes,
  orderInvoicesRoutes,
  adjustmentsRoutes,
  bankStatementsRoutes,
  stockOrdersRoutes,
  withdrawalsRoutes,
  claimsRoutes,
  lineDisputesRoutes,
  publishingRoutes,
  quotesRoutes,
  conversationsRoutes,
  dashboardRoutes,
  statisticsRoutes,
  financeRoutes,
  deliveryPlanningRoutes,
  orderHistoryRoutes,
  guidanceRoutes,
];

/** Mounts the features on the web server and the worker. */
export async function buildApp(deps: Deps): Promise<App> {
  const server = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    ...requestLimits(deps.config),
    trustProxy: trustedProxies(deps.config.TRUST_PROXY),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseAddress,
    rewriteUrl: ({ url }) => readableUrl(url ?? '/'),
  });
  const unused = unusedConnections(server.server);
  const { ground, config, disk, databaseProblem } = deps;
  const host: Host = { fastify: server, ground, config, disk, databaseProblem };
  for (const set of [setErrorAnswers, readLargeBodies]) set(server);
  await limitCalls(server, config.CALLS_PER_MINUTE);
  const events = listenForEvents(deps.pool, deps.log);
  const sites = openSites(ground, config.BRAND_NAME);
  events.subscribe(({ kind }) => kind === 'branding.changed' && sites.forget());
  await serveWebApp(host, async (domain, template) => renderPage(template, await sites.at(domain)));
  mountHealth(host);
  mountOpenApi(host);
  mountEvents(host, events);
  subscribeFeatures();

  const payments = stripeOf(config);
  const carriers = carriersOf(config);
  const shops = storesKit(host);
  const sync = syncRoutes(host, shops);
  const tasks: Tasks = {
    ...sync.tasks,
    ...storesRoutes(host, shops),
    ...statementsRoutes(host),
    ...sessionRoutes(host),
    ...comparisonsRoutes(host, shops),
    ...outboxTasks({
      mail: deliverMail(deps.mailer, config.MAIL_FROM),
      ...sync.outbox,
      shop_product: deliverPublication(publishingAt(shops)),
    }),
    ...cleaningTasks,
    ...filesTasks,
    ...notificationsTasks,
    ...imageSearchTasks,
    ...productsTasks,
    ...mappingsTasks,
    ...mappingFilesTasks,
    ...suggestionsTasks,
    ...stockTasks,
    ...ordersTasks,
    ...pricesTasks,
    ...quotesTasks,
    ...claimsTasks,
    ...invoicesTasks,
    ...checkoutTasks,
    ...autopayTasks,
    ...orderInvoicesTasks,
    ...ledgerTasks,
    ...walletTasks(payments),
    ...autoRechargeTasks(payments),
    ...withdrawalsTasks,
    ...parcelsTasks(carriers),
    ...exchangeRatesTasks(ratesOf(config)),
    ...statisticsTasks,
    ...bulkTasks(bulkActions),
    ...exportsTasks(exportedLists),
  };
  for (const mountFeature of routesOfFeatures) mountFeature(host);
  brandingRoutes(host, sites);
  walletRoutes(host, payments);
  autoRechargeRoutes(host, payments);
  parcelsRoutes(host, carriers);
  bulkRoutes(host, bulkActions);
  exportsRoutes(host, exportedLists);

  return {
    fastify: server,
    tasks,
    crontab,
    prepare: () => ensureFirstApp(entryFor(ground, { kind: 'system', name: 'start' }, uuid()), config),
    async close() {
      await events.close();
      unused.end();
      await server.close();
    },
  };
}

/** Who reports parcels; null where nobody is set up: the warehouse's word counts alone then. */
function carriersOf({ CARRIER_FEED_URL: url, CARRIER_FEED_KEY: key, CARRIER_FEED_SECRET: secret }: Config) {
  return url && key && secret ? trackingService({ url, key, secret }) : null;
}

/** Who publishes rates of exchange. */
function ratesOf({ EXCHANGE_RATES_URL: url, ALLOW_PRIVATE_HOSTS: allowPrivate }: Config) {
  return europeanCentralBank({ url, allowPrivate });
}
