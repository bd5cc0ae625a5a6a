import { statistics } from '#contract/statistics.ts';
import type { Host } from '#server/http/host.ts';
import { mount } from '#server/http/mount.ts';
import { importAds, listAds, removeAd, saveAd } from './statistics-ads.service.ts';
import {
  getDeliveries,
  getDeliveryTimes,
  getProductClaims,
  getRecommendations,
  getWaiting,
} from './statistics-deliveries.service.ts';
import { getMails, setMails } from './statistics-mails.service.ts';
import { getPayments } from './statistics-payments.service.ts';
import { getBreakdown, getProducts, getStatistics } from './statistics.service.ts';

export function statisticsRoutes(host: Host): void {
  mount(host, 'statistics', statistics, {
    get: (ctx, { query }) => getStatistics(ctx, query),
    breakdown: (ctx, { query }) => getBreakdown(ctx, query),
    products: (ctx, { query }) => getProducts(ctx, query),
    deliveries: (ctx, { query }) => getDeliveries(ctx, query),
    deliveryTimes: (ctx, { query }) => getDeliveryTimes(ctx, query),
    productClaims: (ctx, { query }) => getProductClaims(ctx, query),
    waiting: (ctx, { query }) => getWaiting(ctx, query),
    payments: (ctx, { query }) => getPayments(ctx, query),
    recommendations: (ctx) => getRecommendations(ctx),
    ads: (ctx, { query }) => listAds(ctx, query),
    saveAd: (ctx, { body }) => saveAd(ctx, body),
    removeAd: (ctx, { params }) => removeAd(ctx, params.id),
    importAds: { manual: (entry, { body }) => importAds(entry, body) },
    mails: (ctx) => getMails(ctx),
    setMails: (ctx, { body }) => setMails(ctx, body),
  });
}
