import { v7 as uuid } from 'uuid';
import { isDeepStrictEqual } from 'node:util';
import type { Job } from '#contract/jobs.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stores } from '#contract/stores.ts';
import type { ListQuery } from '#contract/shared.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import {
  type AccountCtx,
  type Ctx,
  requireStore,
  type MerchantCtx,
  notFound,
  readerLanguage,
} from '#server/db/context.ts';
import { publish, enqueue } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import { scopeProblem } from './states.service.ts';
import * as rows from './stores.db.ts';
import { importKind } from './kit.ts';
import { latestJobs } from '#server/features/jobs/index.ts';
import { payingSettings, type StoreSettings } from '#contract/store-rules.ts';
import { allows } from '#contract/rights.ts';
import { appError } from '#server/lib/app-error.ts';

const scopeOf = (ctx: Ctx) => (ctx.actor.kind === 'merchant' ? ctx.actor.stores : null);

/** A store as lists and its drawer show it, its sentences in `language`. */
export function asStore(row: rows.StoreRow, job: Job | undefined, language: Language) {
  const { external_domain, scopes_granted: _granted, required_scopes: _required, settings, ...rest } = row;
  const { refused_since, refused_reason, ...store } = rest;
  const failing = refused_since !== null && (store.status === 'pending' || store.status === 'connected');
  const capabilities = capabilitiesOf(store.platform);
  return {
    ...store,
    status_reason: store.status_reason && keptSentence(language, store.status_reason),
    trouble: failing ? { since: refused_since, reason: keptSentence(language, refused_reason ?? '') } : null,
    myshopify_domain: store.platform === 'shopify' ? external_domain : null,
    shop_domain: capabilities.reads_shop ? external_domain : null,
    capabilities,
    pay_mode: readStoreSettings(settings).pay_mode,
    import_job: job ?? null,
  };
}

export type Query = ParsedOf<typeof stores.list>['query'];

/** The stores that the member may see and asks for. */
export const whichOf = (ctx: MerchantCtx, { q, status, platform }: Query): rows.Which => ({
  accountId: ctx.account,
  stores: scopeOf(ctx),
  q,
  status,
  platform,
});

/** Stores that the member may see, oldest first, each with its latest import. */
export async function listStores(ctx: MerchantCtx, query: Query) {
  const which = whichOf(ctx, query);
  const found = await rows.findStores(ctx, which, pageOf(query));
  const jobs = await latestJobs(
    ctx,
    importKind,
    found.map((store) => store.id),
  );
  return {
    data: found.map((row) => asStore(row, jobs.get(row.id), readerLanguage(ctx))),
    meta: metaOf(query, await rows.countStores(ctx, which)),
  };
}

export async function getStore(ctx: AccountCtx, id: string) {
  requireStore(ctx.actor, id);
  const [row] = await rows.findStores(
    ctx,
    { accountId: ctx.account, stores: scopeOf(ctx), id },
    { offset: 0, limit: 1 },
  );
  if (!row) throw notFound('store');
  const jobs = await latestJobs(ctx, importKind, [id]);
  return asStore(row, jobs.get(id), readerLanguage(ctx));
}

/** Stores by name, for pickers. */
export const storeOptions = (ctx: MerchantCtx, query: ListQuery) =>
  rows.findOptions(ctx, { accountId: ctx.account, stores: scopeOf(ctx), q: query.q }, pageOf(query));

/** A store whose orders come from files. */
export async function createFileStore(ctx: MerchantCtx, input: { name: string; currency: string }) {
  const { account_id, user_id } = ctx.actor;
  const id = uuid();
  await rows.insertFileStore(ctx, { account_id, id, ...input });
  if (ctx.actor.stores) await rows.addToScope(ctx, { account_id, user_id, store_id: id });
  await audit(ctx, {
    action: 'stores.createFileStore',
    entity: 'stores',
    entity_id: id,
    details: { platform: 'file', currency: input.currency },
  });
  publish(ctx, { account_id, kind: 'stores.changed', id });
  const [row] = await rows.findStores(ctx, { accountId: account_id, stores: null, id }, { offset: 0, limit: 1 });
  if (!row) throw notFound('store');
  return asStore(row, (await latestJobs(ctx, importKind, [id])).get(id), readerLanguage(ctx));
}

const byHandName = 'By hand';

/**
 * The store of orders that are of no shop, such as samples: one per account, made when first wanted, with settings like any
 * other. Throws 404 when it lies outside the member's stores.
 */
export async function manualStore(ctx: MerchantCtx): Promise<string> {
  const { id, created } = await rows.ensureStoreByHand(ctx, byHandName);
  const { stores, user_id } = ctx.actor;
  if (!created) {
    requireStore(ctx.actor, id);
    return id;
  }
  if (stores) await rows.addToScope(ctx, { account_id: ctx.account, user_id, store_id: id });
  await audit(ctx, { action: 'stores.byHand', entity: 'stores', entity_id: id, details: { platform: 'file' } });
  publish(ctx, { account_id: ctx.account, kind: 'stores.changed', id });
  return id;
}

/** Domains of stores that must be authorized again: lost tokens, or scopes that do not cover what is needed now (P33). */
export async function reauthorizeStores(ctx: MerchantCtx): Promise<string[]> {
  const found = await rows.findStores(
    ctx,
    { accountId: ctx.account, stores: scopeOf(ctx) },
    { offset: 0, limit: 1000 },
  );
  return found.filter(mustReauthorize).map((store) => store.external_domain);
}

function mustReauthorize(store: rows.StoreRow): boolean {
  if (!capabilitiesOf(store.platform).scopes) return false;
  if (store.status === 'needs_reauth') return true;
  return store.status === 'connected' && scopeProblem(store.scopes_granted, store.required_scopes ?? []) !== null;
}

/** A paused store goes on importing; nothing is paid by itself (domain.md §3.1). */
export async function pauseStore(ctx: MerchantCtx, id: string, paused: boolean): Promise<void> {
  requireStore(ctx.actor, id);
  const { account_id } = ctx.actor;
  if (!(await rows.updateStore(ctx, { account_id, id }, { paused }))) throw notFound('store');
  await audit(ctx, {
    action: 'stores.pause',
    entity: 'stores',
    entity_id: id,
    fields: ['paused'],
    details: { paused },
  });
  publish(ctx, { account_id, kind: 'stores.changed', id });
}

type Versioned = { settings: StoreSettings; version: number };

/** Settings of a store, whole. */
export async function getSettings(ctx: MerchantCtx, id: string): Promise<Versioned> {
  requireStore(ctx.actor, id);
  const row = await rows.findSettings(ctx, { account_id: ctx.actor.account_id, id });
  if (!row) throw notFound('store');
  return { settings: readStoreSettings(row.settings), version: row.version };
}

/** Writes a store's settings; what they change about unpaid orders is worked out in the background. */
export async function saveSettings(ctx: MerchantCtx, id: string, input: Versioned): Promise<Versioned> {
  requireStore(ctx.actor, id);
  const store = { account_id: ctx.actor.account_id, id };
  const row = await rows.findSettings(ctx, store, true);
  if (!row) throw notFound('store');
  if (row.version !== input.version) throw appError('stale_version', { text: 'stores.settings_changed' });
  const before = readStoreSettings(row.settings);
  const fields = changedFields(before, input.settings);
  if (fields.length === 0) return { settings: before, version: row.version };
  requireRight(ctx, fields);
  await requireChannels(ctx, before, input.settings);
  await rows.updateSettings(ctx, store, input.settings);
  const details = Object.fromEntries(fields.map((field) => [field, input.settings[field]]));
  await audit(ctx, { action: 'stores.saveSettings', entity: 'stores', entity_id: id, fields, details });
  await enqueue(ctx, 'orders_review_store', { account_id: store.account_id, store_id: id }, { key: `review:${id}` });
  publish(ctx, { account_id: store.account_id, kind: 'stores.changed', id });
  return { settings: input.settings, version: row.version + 1 };
}

type Field = keyof StoreSettings;

function changedFields(before: StoreSettings, after: StoreSettings): Field[] {
  const fields = Object.keys(after) as Field[]; // the schema leaves no other keys
  return fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

const spends: ReadonlySet<string> = new Set(payingSettings);

/** Who may not pay must not let the portal pay either. */
function requireRight(ctx: MerchantCtx, fields: readonly Field[]): void {
  if (!fields.some((field) => spends.has(field))) return;
  if (ctx.actor.acting) throw appError('not_allowed_while_acting', { text: 'stores.payment_acting' });
  if (!allows(ctx.actor.rights, 'orders', 'pay')) throw appError('forbidden', { text: 'stores.payment_right' });
}

/** Channels that are newly named must be offered; one that has ended since may stay, the cheapest takes its place. */
async function requireChannels(ctx: MerchantCtx, before: StoreSettings, after: StoreSettings): Promise<void> {
  const known = new Set(Object.values(before.default_channels));
  const named = [...new Set(Object.values(after.default_channels))].filter((channel) => !known.has(channel));
  const offered = await rows.findChannels(ctx, named);
  if (named.some((channel) => !offered.has(channel)))
    throw appError('invalid_input', { text: 'stores.no_channel' }, 'settings.default_channels');
}
