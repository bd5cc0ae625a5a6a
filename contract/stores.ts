import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { jobSchema } from './jobs.ts';
import { sessionSchema } from './session.ts';
import { capabilitiesSchema } from './store-capabilities.ts';
import { currency, date, done, id, idParams, listMeta, listQuery, option, time } from './shared.ts';
import { leavingSchema, storeHealthSchema, subscriptionSchema } from './store-health.ts';
import { payModes } from './store-rules.ts';
import { storeSettingsSchema } from './store-settings.ts';

export const platforms = ['shopify', 'file'] as const;
export const storePlatforms = ['shopify', 'woocommerce', 'file'] as const;
export const storeStatuses = ['pending', 'connected', 'needs_reauth', 'suspended', 'disconnected'] as const;

/** `result` of a finished look at a shop. */
export const lookResultSchema = z.object({
  products: z.int(),
  products_new: z.int(),
  products_changed: z.int(),
  orders: z.int(),
  orders_new: z.int(),
  orders_changed: z.int(),
  /** The days that were asked for besides what changed since the last look. */
  range: z.object({ from: date, to: date }).nullable(),
});
export type LookResult = z.infer<typeof lookResultSchema>;

export const storeSchema = z.object({
  id,
  platform: z.enum(storePlatforms),
  name: z.string(),
  /** null for platforms other than Shopify (P9). */
  myshopify_domain: z.string().nullable(),
  /** The shop's address as people know it; null for stores without a shop. */
  shop_domain: z.string().nullable(),
  capabilities: capabilitiesSchema,
  currency: currency.nullable(),
  time_zone: z.string().nullable(),
  status: z.enum(storeStatuses),
  status_reason: z.string().nullable(),
  /** Set while the shop refuses calls and it is not certain yet that the connection has ended: we keep trying. */
  trouble: z.object({ since: time, reason: z.string() }).nullable(),
  paused: z.boolean(),
  products: z.int(),
  products_mapped: z.int(),
  orders: z.int(),
  /** Placed within the last 30 days. */
  orders_30d: z.int(),
  /** Orders that wait for a match of one of their products. */
  orders_unmapped: z.int(),
  pay_mode: z.enum(payModes),
  last_event_at: time.nullable(),
  last_reconciled_at: time.nullable(),
  connected_at: time.nullable(),
  /** The running or latest import, with its progress. */
  import_job: jobSchema.nullable(),
});
export type Store = z.infer<typeof storeSchema>;

/** What a merchant types into the domain box; the spec's two texts first, the exact form is the server's (spec §5). */
export const shopDomainInput = z
  .string()
  .trim()
  .min(1, 'stores.domain_empty')
  .max(255)
  .refine((value) => !value.toLowerCase().includes('http'), 'stores.domain_http');

/** Parameters that Shopify appended and signed. */
const signedQuery = z.record(z.string().max(100), z.string().max(2_000));
const secret = z.string().min(1).max(1_000);

/** From when orders are imported at first, and whether those with nothing left to ship stay in the shop. */
const importChoice = {
  import_days: z.int().min(1).max(60).default(60),
  unshipped_only: z.boolean().default(false),
};

/** The consent page; a store of `domain` that is connected at `started_at` or later was authorized since. */
const authorizationStart = z.object({ authorize_url: z.string(), domain: z.string(), started_at: time });

/** A WooCommerce shop's address as people type it; the exact form is the server's. */
const wooUrl = z.string().max(255);

const settingsAnswer = z.object({ settings: storeSettingsSchema, version: z.int() });

const view = { kind: 'merchant', feature: 'stores', action: 'view' } as const;
const edit = { kind: 'merchant', feature: 'stores', action: 'edit' } as const;

export const stores = endpoints({
  enterFromShop: {
    method: 'POST',
    path: '/api/shopify/login/token',
    access: { kind: 'public' },
    summary: 'Exchange the one-time code of a login from a store for a session.',
    body: z.object({ code: z.string().min(1).max(200), browser_key: z.string().min(1).max(200) }),
    answer: sessionSchema,
    perMinute: 60,
  },
  list: {
    method: 'GET',
    path: '/api/stores',
    rollback: true,
    access: view,
    summary: 'List the stores of the account.',
    query: listQuery.extend({ status: z.enum(storeStatuses).optional(), platform: z.enum(storePlatforms).optional() }),
    answer: z.array(storeSchema),
    meta: listMeta,
  },
  get: {
    method: 'GET',
    path: '/api/stores/{id}',
    access: view,
    summary: 'Retrieve a store.',
    params: idParams,
    answer: storeSchema,
  },
  options: {
    method: 'GET',
    path: '/api/filters/stores',
    cache: true,
    access: view,
    summary: 'List stores by name, for selection.',
    query: listQuery,
    answer: z.array(option),
  },
  createFileStore: {
    method: 'POST',
    path: '/api/stores',
    access: edit,
    summary: 'Create a store whose orders come from files.',
    body: z.object({
      platform: z.literal('file'),
      name: z.string().trim().min(2).max(120),
      currency,
    }),
    answer: storeSchema,
    idempotent: true,
  },
  authorizeUrl: {
    method: 'GET',
    path: '/api/stores/authorize_url',
    access: edit,
    summary: 'Create the authorization link of a Shopify store.',
    query: z.object({
      domain: z.string().max(255).default(''),
      import_days: z.coerce.number().int().min(1).max(60).default(60),
      unshipped_only: z.stringbool().default(false),
    }),
    answer: authorizationStart,
    perMinute: 60,
  },
  authorize: {
    method: 'POST',
    path: '/api/stores/authorize',
    seconds: callTimes.outside,
    access: edit,
    summary: 'Complete the authorization with all parameters of the redirect, unchanged.',
    body: z.record(z.string(), z.string()),
    answer: storeSchema,
  },
  reauthorizeStores: {
    method: 'GET',
    path: '/api/stores/re_authorize_stores',
    access: view,
    summary: 'List the domains of stores that need to be authorized again.',
    answer: z.array(z.string()),
  },
  sync: {
    method: 'POST',
    path: '/api/stores/{id}/sync',
    access: edit,
    summary:
      'Sync a store now: orders and products changed since the last sync, and all orders placed within a range of days.',
    params: idParams,
    body: z.object({ from: date.optional(), to: date.optional() }),
    answer: jobSchema,
  },
  pause: {
    method: 'POST',
    path: '/api/stores/{id}/pause',
    access: edit,
    summary: 'Pause or resume a store: orders still arrive, but nothing is paid automatically.',
    params: idParams,
    body: z.object({ paused: z.boolean() }),
    answer: done,
  },
  health: {
    method: 'GET',
    path: '/api/stores/{id}/health',
    seconds: callTimes.outside,
    access: view,
    summary: 'Retrieve the state of a store’s webhooks by topic: last, count, delay, waiting, and failed.',
    params: idParams,
    answer: storeHealthSchema,
  },
  subscriptions: {
    method: 'GET',
    path: '/api/stores/{id}/subscriptions',
    seconds: callTimes.outside,
    access: view,
    summary: 'List the webhooks that a store sends, as the store has them now.',
    params: idParams,
    answer: z.array(subscriptionSchema),
    perMinute: 60,
  },
  repair: {
    method: 'POST',
    path: '/api/stores/{id}/subscriptions',
    seconds: callTimes.outside,
    access: edit,
    summary: 'Repair a store’s webhooks; returns them as they are afterward.',
    params: idParams,
    answer: z.array(subscriptionSchema),
    perMinute: 60,
  },
  leaving: {
    method: 'GET',
    path: '/api/stores/{id}/disconnect',
    access: view,
    summary: 'Preview what disconnecting a store leaves behind.',
    params: idParams,
    answer: leavingSchema,
  },
  disconnect: {
    method: 'POST',
    path: '/api/stores/{id}/disconnect',
    seconds: callTimes.outside,
    access: edit,
    summary: 'Disconnect a store, confirmed by its typed domain: access is deleted, records stay.',
    params: idParams,
    body: z.object({ typed: z.string().trim().max(255) }),
    answer: z.object({ store: storeSchema, shop_notified: z.boolean() }),
    perMinute: 60,
  },
  settings: {
    method: 'GET',
    path: '/api/stores/{id}/settings',
    access: view,
    summary: 'Retrieve all settings of a store with their version.',
    params: idParams,
    answer: settingsAnswer,
  },
  saveSettings: {
    method: 'PUT',
    path: '/api/stores/{id}/settings',
    access: edit,
    summary: 'Update a store’s settings; automatic payments need the right to pay orders.',
    params: idParams,
    body: z.object({ settings: storeSettingsSchema, version: z.int() }),
    answer: settingsAnswer,
  },
  shopifyApp: {
    method: 'GET',
    path: '/api/config/shopify_app',
    access: { kind: 'public' },
    summary:
      'Retrieve the name, client ID, scopes, and install URL of this domain’s Shopify app, or of one store’s installation.',
    query: z.object({ shop: z.string().max(255).optional() }),
    answer: z.object({
      app_name: z.string(),
      client_id: z.string(),
      scopes: z.array(z.string()),
      install_url: z.string(),
    }),
  },
  openFromShop: {
    method: 'POST',
    path: '/api/shopify/login',
    access: { kind: 'public' },
    summary: 'Open the app from a store with all parameters that Shopify signed, unchanged.',
    body: z.object({ query: signedQuery }),
    answer: z.discriminatedUnion('next', [
      /** The caller works in this store's account already. */
      z.object({ next: z.literal('home') }),
      /** The store must be authorized again by the caller. */
      z.object({ next: z.literal('authorize'), authorize_url: z.string() }),
      /** Nobody is logged in and the store is connected: the shop says who it is. `browser_key` proves the same browser later. */
      z.object({ next: z.literal('log_in'), authorize_url: z.string(), browser_key: z.string() }),
      /** The store is not the caller's yet: `pending_install` is kept until somebody who is logged in links it. */
      z.object({ next: z.literal('link'), pending_install: z.string(), shop: z.string() }),
    ]),
    perMinute: 60,
  },
  finishShopLogin: {
    method: 'POST',
    path: '/api/shopify/login/finish',
    seconds: callTimes.outside,
    access: { kind: 'public' },
    summary: 'Complete a login from a store with all parameters of the redirect; returns a code that works once.',
    body: z.object({ query: signedQuery, browser_key: secret }),
    answer: z.object({ code: z.string() }),
    perMinute: 60,
  },
  pendingInstall: {
    method: 'POST',
    path: '/api/stores/pending_install',
    access: { kind: 'user' },
    summary: 'Retrieve the store of a pending installation and the accounts it can be connected to.',
    body: z.object({ pending_install: secret }),
    answer: z.object({
      shop: z.string(),
      /** Held by an account that the caller does not belong to. */
      elsewhere: z.boolean(),
      accounts: z.array(
        z.object({ id, name: z.string(), number: z.int(), state: z.enum(['free', 'linked', 'not_allowed']) }),
      ),
    }),
  },
  linkInstall: {
    method: 'POST',
    path: '/api/stores/link',
    seconds: callTimes.outside,
    access: { kind: 'user' },
    summary:
      'Connect a pending installation to an account: returns the authorization link, and a session if it is another account.',
    body: z.object({ pending_install: secret, account_id: id, ...importChoice }),
    answer: z.object({ authorize_url: z.string(), session: sessionSchema.nullable() }),
    perMinute: 60,
  },
  startWoo: {
    method: 'POST',
    path: '/api/stores/woocommerce/authorize_url',
    access: edit,
    summary: 'Create the authorization link of a WooCommerce store, which then sends its key to this server.',
    body: z.object({ url: wooUrl, ...importChoice }),
    answer: authorizationStart,
    perMinute: 60,
  },
  receiveWooKey: {
    method: 'POST',
    path: '/api/woocommerce/callback',
    seconds: callTimes.outside,
    access: { kind: 'public' },
    summary: 'Receive the key that a merchant approved in WooCommerce; `user_id` is a one-time secret of this server.',
    body: z.object({
      user_id: secret,
      consumer_key: secret,
      consumer_secret: secret,
      key_permissions: z.string().max(100).default(''),
    }),
    answer: done,
    perMinute: 60,
  },
  wooOutcome: {
    method: 'POST',
    path: '/api/stores/woocommerce/outcome',
    access: edit,
    summary: 'Retrieve the result of an authorization, for the page that the store returns to.',
    body: z.object({ user_id: secret }),
    answer: z.discriminatedUnion('state', [
      z.object({ state: z.literal('waiting') }),
      z.object({ state: z.literal('failed'), message: z.string() }),
      z.object({ state: z.literal('connected'), store: storeSchema }),
    ]),
    perMinute: 240,
  },
  connectWoo: {
    method: 'POST',
    path: '/api/stores/woocommerce',
    seconds: callTimes.outside,
    access: edit,
    summary: 'Connect a WooCommerce store with a key that its merchant created.',
    body: z.object({
      url: wooUrl,
      consumer_key: z
        .string()
        .trim()
        .regex(/^ck_[0-9a-f]{40}$/, 'checks.consumer_key'),
      consumer_secret: z
        .string()
        .trim()
        .regex(/^cs_[0-9a-f]{40}$/, 'checks.consumer_secret'),
      ...importChoice,
    }),
    answer: storeSchema,
    perMinute: 60,
  },
});
