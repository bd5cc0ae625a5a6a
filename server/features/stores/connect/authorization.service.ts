import { v7 as uuid } from 'uuid';
import { siteDomain } from '#contract/branding-rules.ts';
import type { Platform } from '#server/connectors/connector.ts';
import {
  findApp,
  findAppOfSite,
  type ShopifyApp,
  findAppByClientId,
  writeApp,
} from '#server/connectors/shopify/apps.ts';
import { optionalScopes } from '#server/connectors/shopify/scopes.ts';
import { authorizeUrl, type Grant } from '#server/connectors/shopify/oauth.ts';
import { readShopDomain } from '#server/connectors/shopify/shop-url.ts';
import { saveTokens } from '#server/connectors/shopify/tokens.ts';
import { audit } from '#server/db/audit.ts';
import { type Ctx, type Entry, forAccount, type MerchantActor, type MerchantCtx } from '#server/db/context.ts';
import { publish } from '#server/db/queue.ts';
import { appError } from '#server/lib/app-error.ts';
import type { Phrase } from '#server/lib/refusal-texts.ts';
import { hashToken, newToken } from '#server/lib/tokens.ts';
import type { Config } from '#server/lib/config.ts';
import { secretKey } from '#server/lib/secrets.ts';
import * as states from './authorization.db.ts';
import { startImport } from '../health/look.service.ts';
import { requeuePushes } from '../records/pushes.db.ts';
import { findHolder, takeDomain } from '../records/shop-domains.db.ts';
import { atTheShop, requireSigned, failed, type SignedQuery } from './signed-request.ts';
import { scopeProblem, notifyStatusSoon } from '../records/states.service.ts';
import * as rows from '../records/stores.db.ts';
import type { StoresKit } from '../records/kit.ts';
import { getStore } from '../records/stores.service.ts';

const stateMinutes = 15;
const day = 86_400_000;

export const elsewhere = () => appError('store_elsewhere', { text: 'stores.linked_elsewhere' }, 'domain');

/** Refuses a shop of another account, and the account's own store that is outside the member's scope. */
export async function assertNotForeign(
  ctx: Ctx<MerchantActor>,
  domain: string,
  platform: Platform = 'shopify',
): Promise<'connect' | 'reconnect'> {
  const { account_id, stores } = ctx.actor;
  const holder = await findHolder(ctx, platform, domain);
  if (holder && holder.account_id !== account_id) throw elsewhere();
  const own = stores && (await rows.findOwnStore(forAccount(ctx, account_id), platform, domain));
  if (own && !stores.includes(own.id)) {
    throw appError('store_elsewhere', { text: 'stores.hidden' }, 'domain');
  }
  return holder ? 'reconnect' : 'connect';
}

const startAgain: Phrase = { text: 'stores.start_again' };

/** The address that Shopify sends the merchant back to: on the site where the authorization began. */
export async function siteUrl(ctx: Ctx, kit: StoresKit, host: string): Promise<string> {
  if (new URL(kit.publicUrl).hostname === host.toLowerCase()) return kit.publicUrl;
  return (await rows.isSite(ctx, siteDomain(host))) ? `https://${host.toLowerCase()}` : kit.publicUrl;
}

/** The app of the site that was called. */
export async function siteApp(ctx: Ctx, kit: StoresKit, host: string): Promise<ShopifyApp> {
  const app = await findAppOfSite(ctx, kit.key, siteDomain(host));
  if (!app) throw appError('store_app_missing', { text: 'stores.no_shopify_app' });
  return app;
}

/** Name, client id and scopes of the site's app, and the page where an installation begins (P31). */
export async function shopifyAppOf(ctx: Ctx, kit: StoresKit, shop: string | undefined, host: string) {
  const app = await siteApp(ctx, kit, host);
  const install = new URL('/shopify/connect', await siteUrl(ctx, kit, host));
  if (shop !== undefined) install.searchParams.set('shop', readShopDomain(shop));
  const install_url = install.href;
  return { app_name: app.name, client_id: app.client_id, scopes: app.scopes, install_url };
}

/** What the merchant wants of the orders that are there already; counts for stores that are new here. */
export type ImportChoice = { import_days: number; unshipped_only: boolean };

/** The shop's consent page, with a state that only this user, account and shop can use, once, for 15 minutes. */
export async function startAuthorization(
  ctx: MerchantCtx,
  kit: StoresKit,
  input: { domain: string } & ImportChoice,
  host: string,
) {
  const domain = readShopDomain(input.domain);
  const { account_id, user_id } = ctx.actor;
  const purpose = await assertNotForeign(ctx, domain);
  const app = await siteApp(ctx, kit, host);
  const { token: state, hash: state_hash } = newToken();
  await states.insertState(
    ctx,
    {
      state_hash,
      app_id: app.id,
      account_id,
      user_id,
      shop: domain,
      purpose,
      import_days: input.import_days,
      unshipped_only: input.unshipped_only,
    },
    new Date(ctx.now.getTime() + stateMinutes * 60_000),
  );
  const redirect_uri = `${await siteUrl(ctx, kit, host)}/shopify/auth`;
  return {
    domain,
    started_at: ctx.now,
    authorize_url: authorizeUrl(kit.shopify.address(domain), {
      client_id: app.client_id,
      scopes: [...app.scopes, ...optionalScopes],
      redirect_uri,
      state,
    }),
  };
}

type Admitted = { app: ShopifyApp; shop: string; code: string } & ImportChoice;

/** Every check of a callback; the state is used up by the first that passes them all (shopify.md §1.4). */
async function admit(ctx: Ctx<MerchantActor>, kit: StoresKit, query: SignedQuery, host: string): Promise<Admitted> {
  const { state = '', code = '' } = query;
  const hash = hashToken(state);
  const known = state === '' ? undefined : await states.findState(ctx, hash);
  const app = known ? await findApp(ctx, kit.key, known.app_id) : await siteApp(ctx, kit, host);
  const shop = requireSigned(app, query, ctx.now, startAgain);
  const { account_id, user_id } = ctx.actor;
  if (!app || !known || known.account_id !== account_id || known.user_id !== user_id) {
    throw failed({ text: 'stores.other_user', params: { retry: startAgain } });
  }
  if (known.shop !== shop) throw failed({ text: 'stores.other_shop', params: { shop: known.shop, retry: startAgain } });
  if (code === '' || !(await states.spendState(ctx, hash)))
    throw failed({ text: 'stores.authorization_used', params: { retry: startAgain } });
  const { import_days, unshipped_only } = known;
  return { app, shop, code, import_days, unshipped_only };
}

/** Finishes an authorization: checks, tokens, the store's row, and its first import. */
export async function authorize(entry: Entry<MerchantActor>, kit: StoresKit, query: SignedQuery, host: string) {
  const scope = { account_id: entry.actor.account_id };
  const admitted = await entry.run(scope, (ctx) => admit(ctx, kit, query, host));
  // Looked at before the code is spent: a new grant would end the other account's tokens (shopify.md §1.5).
  await entry.run(scope, (ctx) => assertNotForeign(ctx, admitted.shop));
  const grant = await exchange(kit, admitted);
  return entry.run(scope, (ctx) => connect(ctx, kit, admitted, grant));
}

const exchange = (kit: StoresKit, { app, shop, code }: Admitted): Promise<Grant> =>
  atTheShop(kit.shopify.oauth.exchange(shop, app, code), startAgain);

async function connect(ctx: Ctx<MerchantActor>, kit: StoresKit, admitted: Admitted, grant: Grant) {
  const { app, shop, import_days, unshipped_only } = admitted;
  const { account_id, user_id } = ctx.actor;
  const problem = scopeProblem(grant.scopes, app.scopes);
  const id = await states.upsertStore(ctx, {
    account_id,
    id: uuid(),
    domain: shop,
    app_id: app.id,
    scopes_granted: grant.scopes,
    status: problem ? 'needs_reauth' : 'connected',
    status_reason: problem,
    import_from: new Date(ctx.now.getTime() - import_days * day),
    settings: { unshipped_only },
  });
  if (!(await takeDomain(ctx, { platform: 'shopify', domain: shop }, { account_id, store_id: id }))) throw elsewhere();
  if (ctx.actor.stores) await rows.addToScope(ctx, { account_id, user_id, store_id: id });
  await saveTokens(ctx, kit.key, { account_id, id }, grant);
  await audit(ctx, {
    action: 'stores.authorize',
    entity: 'stores',
    entity_id: id,
    details: { domain: shop, scopes: grant.scopes },
  });
  await notifyStatusSoon(ctx, { account_id, id });
  if (problem) publish(ctx, { account_id, kind: 'stores.changed', id });
  else {
    await startImport(ctx, { account_id, id, domain: shop });
    await requeuePushes(forAccount(ctx, account_id), id); // domain.md §3.1: what waited for the shop goes out now
  }
  const seen: Ctx = { ...ctx, actor: { ...ctx.actor, stores: null } };
  return getStore(forAccount(seen, account_id), id);
}

const keptMs = 60_000;
const kept = new WeakMap<StoresKit, Map<string, { app: ShopifyApp | null; until: number }>>();

/** The app a delivery is for; kept for a minute, so that a burst of deliveries opens its secret once. */
export async function appByClientId(entry: Entry, kit: StoresKit, clientId: string): Promise<ShopifyApp | null> {
  const apps = kept.get(kit) ?? new Map<string, { app: ShopifyApp | null; until: number }>();
  kept.set(kit, apps);
  const now = entry.now.getTime();
  const known = apps.get(clientId);
  if (known?.app && known.until > now) return known.app;
  const app = await entry.run('all_accounts', (ctx) => findAppByClientId(ctx, kit.key, clientId));
  if (app) apps.set(clientId, { app, until: now + keptMs });
  return app;
}

/** Writes the app that the settings name, if they name one (P9); for the start of the server. */
export async function ensureFirstApp(entry: Entry, config: Config): Promise<void> {
  const { SHOPIFY_CLIENT_ID: client_id, SHOPIFY_CLIENT_SECRET: secret } = config;
  if (!client_id || !secret) return;
  await entry.run('all_accounts', (ctx) =>
    writeApp(ctx, secretKey(config.SECRET_KEY), { client_id, secret, name: config.BRAND_NAME }),
  );
}
