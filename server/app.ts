import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import { maxUploadBytes } from '#contract/constants.ts';
import { callTimes } from '#contract/endpoint.ts';
import { type Ctx, entryFor, type Ground, type MerchantCtx } from './db/context.ts';
import { priceRoutes } from './app-prices.ts';
import { cancelNeedsOf, claimRoutes } from './app-claims.ts';
import { mappingFileRoutes, publishedRoutes, takeProducts } from './app-products.ts';
import { cleaningTasks } from './db/cleaning.ts';
import { outboxTasks } from './db/outbox.ts';
import type { Tasks } from './db/queue.ts';
import { entryOfAsker, listRoutes } from './app-lists.ts';
import { importFilesOf } from './app-imports.ts';
import { invoiceNeedsOf, moneyOfOrders, stockOrderNeedsOf, walletNeedsOf } from './app-money.ts';
import { parcelRoutes } from './app-parcels.ts';
import { quoteFilesOf, quoteShippingOf } from './app-quotes.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { autopayCrontab, autopayTasks } from './features/autopay/autopay.jobs.ts';
import { autopayRoutes } from './features/autopay/autopay.routes.ts';
import { renderPage } from './features/branding/branding-page.ts';
import { openSites } from './features/branding/branding-sites.ts';
import { brandingRoutes } from './features/branding/branding.routes.ts';
import { staffMayEnter } from './features/branding/branding.service.ts';
import { bulkCrontab } from './features/bulk/bulk.jobs.ts';
import { catalogRoutes } from './features/catalog/catalog.routes.ts';
import * as catalog from './features/catalog/catalog.service.ts';
import { claimsCrontab } from './features/claims/claims.jobs.ts';
import { clientsRoutes } from './features/clients/clients.routes.ts';
import { comparisonsCrontab } from './features/comparisons/comparisons.jobs.ts';
import { comparisonsRoutes } from './features/comparisons/comparisons.routes.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { filesTasks } from './features/files/files.jobs.ts';
import { filesRoutes } from './features/files/files.routes.ts';
import {
  addFile,
  drawPicture,
  keepFileUntil,
  keepPicture as keepDrawn,
  linkTo,
  readFile,
  removeBuyerFiles,
} from './features/files/files.service.ts';
import { guidanceRoutes } from './features/guidance/guidance.routes.ts';
import { alikeInCatalog } from './features/image-search/image-search-stored.service.ts';
import { describeSoon, imageSearchCrontab, imageSearchTasks } from './features/image-search/image-search.jobs.ts';
import type { Needs as ImageSearchNeeds } from './features/image-search/image-search-needs.ts';
import { imageSearchRoutes } from './features/image-search/image-search.routes.ts';
import { payingByItself } from './features/invoices/invoices-pay.service.ts';
import { invoicesRoutes } from './features/invoices/invoices.routes.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import * as jobs from './features/jobs/jobs.service.ts';
import * as ledger from './features/ledger/ledger.service.ts';
import { notificationsCrontab, notificationsTasks } from './features/notifications/notifications.jobs.ts';
import { telling as tellingFor } from './features/notifications/notifications-notify.service.ts';
import { notificationsRoutes } from './features/notifications/notifications.routes.ts';
import type { ImportNeeds } from './features/orders/intake/import.service.ts';
import { ordersTasks, ordersCrontab } from './features/orders/orders.jobs.ts';
import { estimateOrders } from './features/orders/review/estimate.service.ts';
import { priceOffers } from './features/orders/rules/pricing.ts';
import { ordersRoutes } from './features/orders/orders.routes.ts';
import { ordersWith } from './features/orders/orders-with-stock.ts';
import { pricesCrontab } from './features/prices/prices.jobs.ts';
import { writePricesWith } from './features/prices/prices.service.ts';
import { deriveStates, removeShopProduct } from './features/products/intake/apply.service.ts';
import { mapVariants } from './features/products/mapping/map-variants.service.ts';
import { reviewMappingsOf } from './features/products/mapping/drift.service.ts';
import { figuresAfterOrders, figuresAfterPrices } from './features/products/figures/figures.service.ts';
import { productsCrontab, productsTasks } from './features/products/products.jobs.ts';
import { parcelsCrontab } from './features/parcels/parcels.jobs.ts';
import { partnersRoutes } from './features/partners/partners.routes.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { receivePrivacyRequest } from './features/privacy/privacy.service.ts';
import { productsRoutes } from './features/products/products.routes.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { type QuoteRequest, requestQuote } from './features/quotes/request/request.service.ts';
import type { Needs as QuoteNeeds } from './features/quotes/records/needs.ts';
import { quotesCrontab, quotesTasks } from './features/quotes/quotes.jobs.ts';
import { requestSourcing } from './features/quotes/request/sourcing.service.ts';
import { quotesRoutes } from './features/quotes/quotes.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { moveSession } from './features/session/session-shop.service.ts';
import { shippingRoutes } from './features/shipping/shipping.routes.ts';
import { stockCrontab, stockTasks } from './features/stock/stock.jobs.ts';
import { stockRoutes } from './features/stock/stock.routes.ts';
import { stockOfSkus } from './features/stock/stock-of-skus.db.ts';
import { handNeeds, ordersOfQuotes } from './app-hand.ts';
import { stockFor } from './features/stock/stock-draw.service.ts';
import { stockOrderRoutes } from './features/stock-orders/stock-orders.routes.ts';
import { ensureFirstApp } from './features/stores/store-apps.service.ts';
import { comparing } from './features/stores/store-comparing.ts';
import { redeemShopCode } from './features/stores/store-login.service.ts';
import { storesCrontab } from './features/stores/stores.jobs.ts';
import { storesKit, storesRoutes } from './features/stores/stores.routes.ts';
import { suggestionsCrontab, suggestionsTasks } from './features/suggestions/suggestions.jobs.ts';
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts';
import type { Needs as SuggestionNeeds } from './features/suggestions/suggestions.service.ts';
import { refreshAllSoon } from './features/suggestions/suggestions-refresh.service.ts';
import { subAccountsRoutes } from './features/sub-accounts/sub-accounts.routes.ts';
import { walletTasks } from './features/wallet/wallet.jobs.ts';
import { walletRoutes } from './features/wallet/wallet.routes.ts';
import { getWallet } from './features/wallet/wallet.service.ts';
import { readLargeBodies } from './http/large-bodies.ts';
import { limitCalls, trustedProxies } from './http/call-limits.ts';
import { refuseAddress, setErrorAnswers } from './http/errors.ts';
import { listenForEvents, mountEvents } from './http/events.ts';
import { mountHealth } from './http/health.ts';
import type { Host } from './http/host.ts';
import { mountOpenApi } from './http/openapi.ts';
import { deliverMail } from './http/mail-delivery.ts';
import { readableUrl, serveWebApp } from './http/web-app.ts';
import type { Blobs } from './lib/blob-folder.ts';
import type { Config } from './lib/config.ts';
import { fetchPicture, type PictureRules } from './lib/fetch-picture.ts';
import type { Mailer } from './lib/mail.ts';
import type { DrawnPicture } from './lib/pictures.ts';

/** What the process hands to the app: everything that touches the world. */
export type Deps = {
  config: Config;
  ground: Ground;
  pool: pg.Pool;
  log: FastifyBaseLogger;
  blobs: Blobs;
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

const requestLimits = {
  bodyLimit: 1024 * 1024,
  requestTimeout: (callTimes.bytes + 60) * 1000, // else a body may come without end, byte by byte
  http: { maxHeaderSize: 32 * 1024 }, // a list's address may hold 500 pasted entries (contract/list-rules.ts)
};

/** Times of what runs by itself, of all features. */
const crontab = [
  ordersCrontab,
  autopayCrontab,
  claimsCrontab,
  quotesCrontab,
  pricesCrontab,
  suggestionsCrontab,
  notificationsCrontab,
  stockCrontab,
  parcelsCrontab,
  ...storesCrontab,
  imageSearchCrontab,
  comparisonsCrontab,
  bulkCrontab,
  productsCrontab,
  '*/10 * * * * payments_sweep',
  '17 * * * * files_sweep',
  '23 3 * * * keys_purge',
].join('\n');

/** Wires features to the web server and the worker; the only place that sees more than one feature. */
export async function buildApp(deps: Deps): Promise<App> {
  const server = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    ...requestLimits,
    trustProxy: trustedProxies(deps.config.TRUST_PROXY),
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: refuseAddress,
    rewriteUrl: ({ url }) => readableUrl(url ?? '/'),
  });
  const { ground, config, disk, databaseProblem } = deps;
  const host: Host = { fastify: server, ground, config, disk, databaseProblem };
  for (const set of [setErrorAnswers, readLargeBodies]) set(server);
  await limitCalls(server, config.CALLS_PER_MINUTE);
  const events = listenForEvents(deps.pool, deps.log);
  const sites = openSites(deps.ground, deps.config.BRAND_NAME);
  events.subscribe(({ kind }) => kind === 'branding.changed' && sites.forget());
  await serveWebApp(host, async (domain, template) => renderPage(template, await sites.at(domain)));
  mountHealth(host);
  mountOpenApi(host);
  mountEvents(host, events);

  const sessionTasks = sessionRoutes(host, { redeemShopCode, staffMayEnter });
  peopleRoutes(host);
  brandingRoutes(host, sites);
  notificationsRoutes(host);
  partnersRoutes(host);
  filesRoutes(host, deps.blobs);

  const telling = tellingFor({ publicUrl: deps.config.PUBLIC_URL, brand: deps.config.BRAND_NAME });
  const stock = stockFor(telling);
  const orders = ordersWith(stock);
  const { reviewOrders, eraseRecipients, removeShopOrders } = orders;
  const applyShopOrders = figuresAfterOrders(orders.applyShopOrders);
  const suggestionNeeds = suggestionNeedsOf(reviewOrders);
  const keepPicture = pictureKeeper(deps.blobs);
  const quoteNeeds: QuoteNeeds = {
    ...catalog,
    ...quoteShippingOf(),
    ...quoteFilesOf(deps.blobs, keepPicture),
    mapVariants,
    ...ordersOfQuotes(stock, reviewOrders),
    writePrices: figuresAfterPrices(writePricesWith(telling)),
    ...telling,
  };
  const priceTasks = priceRoutes(host, orders, quoteNeeds);
  catalogueRoutes(host, keepPicture, suggestionNeeds, quoteNeeds);
  shippingRoutes(host, { priceOffers });
  const ask = (ctx: MerchantCtx, request: QuoteRequest) => requestQuote(ctx, quoteNeeds, request);
  productsRoutes(host, { reviewOrders, stockOfSkus, requestQuote: ask });
  quotesRoutes(host, quoteNeeds);
  imageSearchRoutes(host, imageNeedsOf(deps, quoteNeeds, keepPicture));

  const orderNeeds: ImportNeeds & typeof telling = {
    ...jobs,
    ...telling,
    applyShopOrders,
    ...importFilesOf(deps.blobs),
    applyShopProducts: (ctx, store, products) => takeProducts(ctx, reviewOrders, store, products, { partial: true }),
  };
  const invoiceNeeds = invoiceNeedsOf(deps.config, telling, orders);
  const cancelNeeds = cancelNeedsOf(telling, stock);
  ordersRoutes(host, { ...orderNeeds, ...moneyOfOrders(invoiceNeeds), ...handNeeds, ...cancelNeeds }, stock);
  stockRoutes(host, telling);
  const walletNeeds = walletNeedsOf(deps.config, telling);
  walletRoutes(host, walletNeeds);
  stockOrderRoutes(host, stockOrderNeedsOf(telling, invoiceNeeds));
  invoicesRoutes(host, invoiceNeeds);
  autopayRoutes(host, { ...telling, ...payingByItself(invoiceNeeds) });
  const parcels = parcelRoutes(host, telling, orders);
  const claims = claimRoutes(host, telling, stock);

  guidanceRoutes(host);
  dashboardRoutes(host, { wallet: (ctx) => getWallet(ctx, { ledger }) });

  const privacyNeeds = { ...telling, eraseRecipients, removeBuyerFiles };
  privacyRoutes(host, privacyNeeds);
  const shops = storesKit(host, {
    ...jobs,
    ...telling,
    applyShopOrders,
    removeShopOrders,
    receivePrivacyRequest: (ctx, request) => receivePrivacyRequest(ctx, privacyNeeds, request),
    applyShopProducts: (ctx, store, products) => takeProducts(ctx, reviewOrders, store, products),
    removeShopProduct,
  });
  const stores = storesRoutes(host, shops, { moveSession });
  const comparisons = comparisonsRoutes(host, { ...jobs, ...comparing(shops) });
  const published = publishedRoutes(host, shops, reviewOrders);
  const mapped = mappingFileRoutes(host, { ...deps, entryOf: entryOfAsker(deps.ground) }, reviewOrders);
  const lists = listRoutes(host, deps, { stock, cancelNeeds, reviewOrders, suggestionNeeds, requestQuote: ask });

  return {
    fastify: server,
    tasks: {
      ...outboxTasks({ mail: deliverMail(deps.mailer, deps.config.MAIL_FROM), ...stores.outbox, ...published }),
      ...stores.tasks,
      ...sessionTasks,
      ...comparisons,
      ...claims,
      ...filesTasks(deps.blobs),
      ...imageSearchTasks(deps.blobs, { described: refreshAllSoon }),
      ...mapped,
      ...productsTasks({ reviewOrders, estimateOrders, drawPicture, keepPicture, rules: pictureRulesOf(deps.config) }),
      ...quotesTasks(quoteNeeds),
      ...priceTasks,
      ...suggestionsTasks(suggestionNeeds),
      ...cleaningTasks,
      ...notificationsTasks,
      ...ordersTasks(orderNeeds, stock),
      ...walletTasks(walletNeeds),
      ...autopayTasks({ ...telling, ...payingByItself(invoiceNeeds) }),
      ...parcels,
      ...lists.tasks,
      ...stockTasks({ reviewOrders, ...telling }),
    },
    crontab,
    prepare: () => ensureFirstApp(entryFor(deps.ground, { kind: 'system', name: 'start' }, uuid()), deps.config),
    async close() {
      await events.close();
      await server.close();
    },
  };
}

/** Who works here and for whom. */
function peopleRoutes(host: Host): void {
  profileRoutes(host);
  accountRoutes(host);
  subAccountsRoutes(host);
  jobsRoutes(host);
  clientsRoutes(host);
}

type Review = ReturnType<typeof ordersWith>['reviewOrders'];

const suggestionNeedsOf = (reviewOrders: Review): SuggestionNeeds => ({
  mapVariants,
  reviewOrders,
  deriveStates,
  alikeInCatalog,
});

/** What the provider offers, and what the stores' variants probably are of it. */
function catalogueRoutes(
  host: Host,
  keepPicture: KeepPicture,
  suggestionNeeds: SuggestionNeeds,
  quoteNeeds: QuoteNeeds,
): void {
  catalogRoutes(host, {
    refreshAllSoon,
    reviewMappingsOf,
    drawPicture,
    keepPicture,
    requestSourcing: (ctx, request) => requestSourcing(ctx, quoteNeeds, request),
  });
  suggestionsRoutes(host, suggestionNeeds);
}

type KeepPicture = (ctx: Ctx, drawn: DrawnPicture) => Promise<{ sha256: string }>;

/** Keeps pictures so that they are soon found by what they look like. */
function pictureKeeper(blobs: Blobs): KeepPicture {
  return async (ctx, drawn) => {
    const picture = await keepDrawn(ctx, blobs, drawn);
    await describeSoon(ctx);
    return picture;
  };
}

function imageNeedsOf({ blobs, config }: Deps, quoteNeeds: QuoteNeeds, keepPicture: KeepPicture): ImageSearchNeeds {
  return {
    blobs,
    addFile,
    keepFileUntil,
    linkTo,
    drawPicture,
    keepPicture,
    readFile: (ctx, accountId, fileId) => readFile(ctx, blobs, accountId, fileId, 'image_search'),
    fetchPicture: (url) => fetchPicture(url, { ...pictureRulesOf(config), hosts: 'any' }),
    requestSourcing: (ctx, request) => requestSourcing(ctx, quoteNeeds, request),
  };
}

function pictureRulesOf(config: Config): PictureRules {
  const hosts = config.PICTURE_HOSTS.split(',').map((host) => host.trim());
  return { hosts, allowPrivate: config.ALLOW_PRIVATE_HOSTS, maxBytes: maxUploadBytes };
}
