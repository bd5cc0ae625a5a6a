import { emit, emitCompliance, type HookBody } from './hooks.ts';
import { countryName } from './places.ts';
import type { ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { type Db, firstRow, newId, rows } from './sql.ts';

export type InstallRow = {
  shop_id: string;
  id: string;
  scopes: string[];
  installed_at: Date;
  uninstalled_at: Date | null;
  hook_uri: string | null;
};

/** The app's installation in a shop, while it is installed. */
export async function findInstall(db: Db, shopId: string): Promise<InstallRow | undefined> {
  return firstRow<InstallRow>(db, 'select * from shop_installs where shop_id = $1 and uninstalled_at is null', [
    shopId,
  ]);
}

/** Notes that the merchant consented to these scopes. */
export async function install(db: Db, rt: ShopRuntime, shop: ShopRow, scopes: string[]): Promise<void> {
  await db.query(
    `insert into shop_installs (shop_id, id, scopes, installed_at) values ($1,$2,$3,$4)
     on conflict (shop_id) do update set scopes = excluded.scopes, installed_at = excluded.installed_at, uninstalled_at = null`,
    [shop.id, await newId(db), scopes, rt.now()],
  );
}

function shopBody(shop: ShopRow): HookBody {
  return {
    id: BigInt(shop.id),
    name: shop.name,
    email: shop.email,
    domain: null,
    province: shop.province,
    country: shop.country,
    country_code: shop.country,
    country_name: countryName(shop.country),
    currency: shop.currency,
    iana_timezone: shop.timezone,
    shop_owner: shop.name,
    weight_unit: 'kg',
    plan_name: shop.plan,
    plan_display_name: shop.plan,
    myshopify_domain: null,
    created_at: null,
    updated_at: null,
  };
}

/** The merchant removes the app: `app/uninstalled` goes out, tokens and subscriptions are dead at once (shopify.md §1.7). */
export async function uninstall(db: Db, rt: ShopRuntime, shop: ShopRow): Promise<void> {
  await emit(db, rt, shop, 'app/uninstalled', () => shopBody(shop));
  await db.query('update shop_installs set uninstalled_at = $2 where shop_id = $1', [shop.id, rt.now()]);
  await db.query('update shop_tokens set revoked = true, refresh_dead = true where shop_id = $1', [shop.id]);
  await db.query('delete from shop_subscriptions where shop_id = $1', [shop.id]);
}

/** `shop/update` after a change of the shop's own data. */
export async function emitShopUpdate(db: Db, rt: ShopRuntime, shop: ShopRow): Promise<void> {
  await emit(db, rt, shop, 'shop/update', () => ({
    ...shopBody(shop),
    myshopify_domain: shop.domain,
    domain: shop.domain,
  }));
}

export type ComplianceTopic = 'customers/data_request' | 'customers/redact' | 'shop/redact';

/** Sends a compliance topic; answers false when the app has no address for it. */
export async function sendCompliance(
  db: Db,
  rt: ShopRuntime,
  shop: ShopRow,
  topic: ComplianceTopic,
  orderIds: string[] = [],
): Promise<boolean> {
  const base = { shop_id: BigInt(shop.id), shop_domain: shop.domain };
  if (topic === 'shop/redact') return emitCompliance(db, rt, shop, topic, base);
  const [order] = await rows<{ id: string; email: string | null; phone: string | null }>(
    db,
    'select id, email, phone from shop_orders where shop_id = $1 and id = any($2::bigint[]) order by id limit 1',
    [shop.id, orderIds],
  );
  const customer = { id: BigInt(order?.id ?? '0'), email: order?.email ?? null, phone: order?.phone ?? null };
  const ids = orderIds.map((id) => BigInt(id));
  if (topic === 'customers/redact')
    return emitCompliance(db, rt, shop, topic, { ...base, customer, orders_to_redact: ids });
  return emitCompliance(db, rt, shop, topic, {
    ...base,
    customer,
    orders_requested: ids,
    data_request: { id: BigInt(await newId(db)) },
  });
}
