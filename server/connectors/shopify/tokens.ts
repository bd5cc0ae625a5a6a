import { type Ctx, entryFor, type Ground } from '../../db/context.ts';
import { type Phrase, sentenceIn } from '../../lib/refusal-texts.ts';
import { open, seal, type SecretKey } from '../../lib/secrets.ts';
import { ShopError, type ShopSession, type ShopStates } from '../connector.ts';
import { findApp } from './apps.ts';
import type { Grant, OAuth } from './oauth.ts';

/** A token with less life than this is renewed before it is used (shopify.md §1.5). */
const spareMs = 5 * 60_000;

type StoreRef = { account_id: string; id: string };
const place = (storeId: string, kind: 'access' | 'refresh') => `store_tokens:${storeId}:${kind}`;

/** Keeps what Shopify granted, sealed; replaces what was there. */
export async function saveTokens(ctx: Ctx, key: SecretKey, store: StoreRef, grant: Grant): Promise<void> {
  const sealed = {
    access_sealed: seal(key, grant.access, place(store.id, 'access')),
    refresh_sealed: grant.refresh === null ? null : seal(key, grant.refresh, place(store.id, 'refresh')),
    expires_at: grant.expires_at,
    refresh_expires_at: grant.refresh_expires_at,
    obtained_at: ctx.now,
  };
  await ctx.db
    .insertInto('store_tokens')
    .values({ account_id: store.account_id, store_id: store.id, ...sealed })
    .onConflict((conflict) => conflict.columns(['account_id', 'store_id']).doUpdateSet(sealed))
    .execute();
}

/** Forgets a store's tokens at once (domain.md §3.1). */
export async function deleteTokens(ctx: Ctx, store: StoreRef): Promise<void> {
  await ctx.db
    .deleteFrom('store_tokens')
    .where('account_id', '=', store.account_id)
    .where('store_id', '=', store.id)
    .execute();
}

export type Tokens = {
  /** A token with at least five minutes of life. Throws `needs_reauth` when there is none to be had. */
  access(shop: ShopSession): Promise<string>;
  /** Another token than `refused`, which the shop did not accept. */
  renew(shop: ShopSession, refused: string): Promise<string>;
  /** Exchanges the refresh token now, whatever life is left; for quiet shops. */
  refresh(shop: ShopSession): Promise<void>;
};

type Outcome = { token: string } | { lost: Phrase; certain: boolean };

export function storeTokens(deps: { ground: Ground; key: SecretKey; oauth: OAuth; states: ShopStates }): Tokens {
  const { ground, key } = deps;
  const entry = () => entryFor(ground, { kind: 'system', name: 'shopify' }, 'shopify');

  async function read(ctx: Ctx, shop: ShopSession, lock: boolean) {
    const query = ctx.db
      .selectFrom('store_tokens')
      .select(['access_sealed', 'refresh_sealed', 'expires_at'])
      .where('account_id', '=', shop.account_id)
      .where('store_id', '=', shop.store_id);
    return (lock ? query.forUpdate() : query).executeTakeFirst();
  }

  const lives = (row: { expires_at: Date | null }, now: Date) =>
    row.expires_at === null || row.expires_at.getTime() - now.getTime() > spareMs;

  /**
   * Renews under a row lock held through the call, so that two workers never spend one refresh token. A crash before the
   * commit leaves the old pair, and the old refresh token still works (shopify.md §1.5).
   */
  async function renewed(shop: ShopSession, isGood: (access: string, alive: boolean) => boolean): Promise<string> {
    const outcome = await entry().run({ account_id: shop.account_id }, async (ctx): Promise<Outcome> => {
      const row = await read(ctx, shop, true);
      if (!row) return { lost: { text: 'stores.no_access' }, certain: true };
      const access = open(key, row.access_sealed, place(shop.store_id, 'access'));
      if (isGood(access, lives(row, ctx.now))) return { token: access };
      if (row.refresh_sealed === null) return { lost: { text: 'stores.access_ended' }, certain: true };
      const app = await appOf(ctx, shop);
      try {
        const grant = await deps.oauth.refresh(
          shop.domain,
          app,
          open(key, row.refresh_sealed, place(shop.store_id, 'refresh')),
        );
        await saveTokens(ctx, key, { account_id: shop.account_id, id: shop.store_id }, grant);
        return { token: grant.access };
      } catch (error) {
        if (error instanceof ShopError && error.reason === 'needs_reauth')
          return { lost: { text: 'stores.access_not_renewed' }, certain: false };
        throw error;
      }
    });
    if ('token' in outcome) return outcome.token;
    if (outcome.certain) await deps.states.needsReauth(shop, outcome.lost);
    else await deps.states.refused(shop, 'needs_reauth', outcome.lost);
    throw new ShopError('needs_reauth', sentenceIn('en', outcome.lost));
  }

  async function appOf(ctx: Ctx, shop: ShopSession) {
    const store = await ctx.db
      .selectFrom('stores')
      .select('app_id')
      .where('account_id', '=', shop.account_id)
      .where('id', '=', shop.store_id)
      .executeTakeFirst();
    const app = store?.app_id ? await findApp(ctx, key, store.app_id) : null;
    if (!app) throw new ShopError('refused', 'The Shopify app of this store is not set up.');
    return app;
  }

  return {
    async access(shop) {
      const row = await entry().run({ account_id: shop.account_id }, async (ctx) => {
        const found = await read(ctx, shop, false);
        return found && lives(found, ctx.now) ? found : null;
      });
      if (row) return open(key, row.access_sealed, place(shop.store_id, 'access'));
      return renewed(shop, (_access, alive) => alive);
    },
    renew: (shop, refused) => renewed(shop, (access, alive) => alive && access !== refused),
    async refresh(shop) {
      await renewed(shop, () => false);
    },
  };
}
