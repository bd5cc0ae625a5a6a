import { gid } from '../gid.ts';
import { emit } from '../hooks.ts';
import { uninstall } from '../installs.ts';
import { ShopRefusal } from '../refusal.ts';
import { compressScopes, expandScopes } from '../scopes.ts';
import { firstRow } from '../sql.ts';
import { type GraphContext, mutate } from './context.ts';

async function appUninstall(_args: object, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const install = await firstRow<{ id: string }>(
      db,
      'select id from shop_installs where shop_id = $1 and uninstalled_at is null',
      [ctx.shop.id],
    );
    if (!install) throw new ShopRefusal(null, 'The app is not installed.', 'APP_NOT_INSTALLED');
    await uninstall(db, ctx.rt, ctx.shop);
    return { app: { __typename: 'App', id: gid('App', install.id) } };
  });
}

async function appRevokeAccessScopes({ scopes }: { scopes: string[] }, ctx: GraphContext) {
  return mutate(ctx, async (db) => {
    const install = await firstRow<{ id: string; scopes: string[] }>(
      db,
      'select id, scopes from shop_installs where shop_id = $1 for update',
      [ctx.shop.id],
    );
    const missing = scopes.filter((scope) => !install?.scopes.includes(scope));
    if (!install || missing.length > 0)
      throw new ShopRefusal(
        ['scopes'],
        `The requested list of scopes to revoke includes unknown scopes: ${missing.join(', ')}`,
        'UNKNOWN_SCOPES',
      );
    const left = install.scopes.filter((scope) => !scopes.includes(scope));
    await db.query('update shop_installs set scopes = $2 where shop_id = $1', [ctx.shop.id, left]);
    await db.query('update shop_tokens set scopes = $2 where shop_id = $1', [ctx.shop.id, left]);
    const body = {
      id: BigInt(ctx.shop.id),
      previous: compressScopes(install.scopes),
      current: compressScopes(left),
      updated_at: ctx.rt.now().toISOString(),
    };
    await emit(db, ctx.rt, ctx.shop, 'app/scopes_update', () => body);
    ctx.scopes = expandScopes(left);
    return { revoked: scopes.map((handle) => ({ handle })) };
  });
}

/** Root fields by which the app changes its own installation. */
export const appWrites = { appUninstall, appRevokeAccessScopes };
