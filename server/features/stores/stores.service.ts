import { v7 as uuid } from 'uuid';
import type { Job } from '#contract/jobs.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { stores } from '#contract/stores.ts';
import type { ListQuery } from '#contract/shared.ts';
import { readStoreSettings } from '#contract/store-settings.ts';
import { capabilitiesOf } from '#server/connectors/capabilities.ts';
import { audit } from '#server/db/audit.ts';
import { accountOf, type Ctx, demandStore, type MerchantCtx, notFound, readerLanguage } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { metaOf, pageOf } from '#server/http/list.ts';
import { keptSentence, type Language } from '#server/lib/refusal-texts.ts';
import { scopeProblem } from './store-states.service.ts';
import * as rows from './stores.db.ts';
import { importKind } from './stores-kit.ts';
import { latestJobs } from '#server/features/jobs/index.ts';

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
  accountId: accountOf(ctx),
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
    which.accountId,
    importKind,
    found.map((store) => store.id),
  );
  return {
    data: found.map((row) => asStore(row, jobs.get(row.id), readerLanguage(ctx))),
    meta: metaOf(query, await rows.countStores(ctx, which)),
  };
}

export async function getStore(ctx: Ctx, accountId: string, id: string) {
  demandStore(ctx.actor, id);
  const [row] = await rows.findStores(ctx, { accountId, stores: scopeOf(ctx), id }, { offset: 0, limit: 1 });
  if (!row) throw notFound('store');
  const jobs = await latestJobs(ctx, accountId, importKind, [id]);
  return asStore(row, jobs.get(id), readerLanguage(ctx));
}

/** Stores by name, for pickers. */
export const storeOptions = (ctx: MerchantCtx, query: ListQuery) =>
  rows.findOptions(ctx, { accountId: accountOf(ctx), stores: scopeOf(ctx), q: query.q }, pageOf(query));

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
  await publish(ctx, { account_id, kind: 'stores.changed', id });
  const [row] = await rows.findStores(ctx, { accountId: account_id, stores: null, id }, { offset: 0, limit: 1 });
  if (!row) throw notFound('store');
  return asStore(row, (await latestJobs(ctx, account_id, importKind, [id])).get(id), readerLanguage(ctx));
}

/** Domains of stores that must be authorized again: lost tokens, or scopes that do not cover what is needed now (P33). */
export async function reauthorizeStores(ctx: MerchantCtx): Promise<string[]> {
  const found = await rows.findStores(
    ctx,
    { accountId: accountOf(ctx), stores: scopeOf(ctx) },
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
  demandStore(ctx.actor, id);
  const { account_id } = ctx.actor;
  if (!(await rows.updateStore(ctx, { account_id, id }, { paused }))) throw notFound('store');
  await audit(ctx, {
    action: 'stores.pause',
    entity: 'stores',
    entity_id: id,
    fields: ['paused'],
    details: { paused },
  });
  await publish(ctx, { account_id, kind: 'stores.changed', id });
}
