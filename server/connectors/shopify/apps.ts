import { v7 as uuid } from 'uuid';
import type { Ctx } from '../../db/context.ts';
import { open, seal, type SecretKey } from '../../lib/secrets.ts';
import { requiredScopes } from './scopes.ts';

/** A Shopify app of the provider, with its secrets open. Never leaves the server. */
export type ShopifyApp = {
  id: string;
  client_id: string;
  name: string;
  secret: string;
  /** Still signs deliveries for a while after a rotation (shopify.md §3.2). */
  previous_secret: string | null;
  scopes: string[];
};

const columns = ['id', 'client_id', 'name', 'secret_sealed', 'previous_secret_sealed', 'scopes'] as const;
type Row = {
  id: string;
  client_id: string;
  name: string;
  secret_sealed: string;
  previous_secret_sealed: string | null;
  scopes: string[];
};

const place = (id: string) => `shopify_apps:${id}:secret`;

function opened(key: SecretKey, { secret_sealed, previous_secret_sealed, ...row }: Row): ShopifyApp {
  return {
    ...row,
    secret: open(key, secret_sealed, place(row.id)),
    previous_secret: previous_secret_sealed === null ? null : open(key, previous_secret_sealed, place(row.id)),
  };
}

/** All secrets that may have signed something of this app. */
export const secretsOf = (app: ShopifyApp): string[] =>
  app.previous_secret === null ? [app.secret] : [app.secret, app.previous_secret];

export async function findApp(ctx: Ctx, key: SecretKey, id: string): Promise<ShopifyApp | null> {
  const row = await ctx.db.selectFrom('shopify_apps').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? opened(key, row) : null;
}

export async function findAppByClientId(ctx: Ctx, key: SecretKey, clientId: string): Promise<ShopifyApp | null> {
  const row = await ctx.db
    .selectFrom('shopify_apps')
    .select(columns)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return row ? opened(key, row) : null;
}

/** The app of the site that answers on `domain` (P31); without one, the oldest app. */
export async function findAppOfSite(ctx: Ctx, key: SecretKey, domain: string): Promise<ShopifyApp | null> {
  const row = await ctx.db
    .selectFrom('shopify_apps as a')
    .leftJoin('sites as s', (join) =>
      join.onRef('s.shopify_app_id', '=', 'a.id').on('s.domain', '=', domain.toLowerCase()),
    )
    .select(['a.id', 'a.client_id', 'a.name', 'a.secret_sealed', 'a.previous_secret_sealed', 'a.scopes'])
    .orderBy((order) => order.case().when('s.id', 'is not', null).then(0).else(1).end())
    .orderBy('a.created_at')
    .orderBy('a.id')
    .limit(1)
    .executeTakeFirst();
  return row ? opened(key, row) : null;
}

/**
 * Writes the app that the settings name. A changed secret becomes the current one and the old one stays valid beside it;
 * the scopes follow the code, so that a new release asks older stores to consent again.
 */
export async function writeApp(
  ctx: Ctx,
  key: SecretKey,
  app: { client_id: string; secret: string; name: string },
): Promise<string> {
  const scopes = [...requiredScopes];
  const found = await ctx.db
    .selectFrom('shopify_apps')
    .select(columns)
    .where('client_id', '=', app.client_id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) {
    const id = uuid();
    const secret_sealed = seal(key, app.secret, place(id));
    await ctx.db
      .insertInto('shopify_apps')
      .values({ id, client_id: app.client_id, name: app.name, secret_sealed, scopes, created_at: ctx.now })
      .onConflict((conflict) => conflict.column('client_id').doNothing()) // another process starts at the same moment
      .execute();
    return id;
  }
  const same = opened(key, found).secret === app.secret;
  await ctx.db
    .updateTable('shopify_apps')
    .set({
      scopes,
      ...(!same && {
        secret_sealed: seal(key, app.secret, place(found.id)),
        previous_secret_sealed: found.secret_sealed,
      }),
    })
    .where('id', '=', found.id)
    .execute();
  return found.id;
}
