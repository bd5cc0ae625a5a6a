import { ShopRefusal } from './refusal.ts';
import type { LocationRow, ShopPlan, ShopRow } from './rows.ts';
import type { ShopRuntime } from './runtime.ts';
import { type Db, firstRow, inTransaction, newId, newIds } from './sql.ts';
import type { Tax } from './taxes.ts';

const DOMAIN = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

export type NewShop = {
  domain: string;
  name?: string;
  email?: string;
  currency?: string;
  plan?: ShopPlan;
  country?: string;
  province?: string | null;
  timezone?: string;
  /** `false` hides protected customer data, as for an app without that approval. */
  customerData?: boolean;
  /** On orders that say nothing of their own; none by default. */
  tax?: Tax;
  createdAt?: Date;
};

/** True for `{name}.myshopify.com` in lower case, and nothing else. */
export function isShopDomain(text: string): boolean {
  return DOMAIN.test(text);
}

/** `blue-harbour.myshopify.com` reads `Blue Harbour`. */
function nameFromDomain(domain: string): string {
  const words = domain.slice(0, domain.indexOf('.')).split('-').filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Creates an empty shop with one location. Refused when the domain is malformed or taken. */
export async function createShop(rt: ShopRuntime, input: NewShop): Promise<ShopRow> {
  if (!isShopDomain(input.domain)) throw new ShopRefusal(['domain'], `${input.domain} is not a myshopify.com domain`);
  return inTransaction(rt.pool, async (db) => {
    const [shopId, locationId] = await newIds(db, 2);
    const country = input.country ?? 'US';
    const shop = await firstRow<ShopRow>(
      db,
      `insert into shops (id, domain, name, email, currency, plan, country, province, timezone, settings, created_at)
       values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11) on conflict (domain) do nothing returning *`,
      [
        shopId,
        input.domain,
        input.name ?? nameFromDomain(input.domain),
        input.email ?? `owner@${input.domain.replace('.myshopify.com', '')}.example`,
        input.currency ?? 'USD',
        input.plan ?? 'standard',
        country,
        input.province ?? null,
        input.timezone ?? 'America/New_York',
        { customer_data: input.customerData ?? true, tax: input.tax ?? null },
        input.createdAt ?? rt.now(),
      ],
    );
    if (!shop) throw new ShopRefusal(['domain'], `${input.domain} exists already`);
    await db.query(
      `insert into shop_locations (id, shop_id, name, is_primary, country, province, city) values ($1,$2,$3,true,$4,$5,$6)`,
      [locationId, shopId, 'Shop location', country, input.province ?? null, 'Main Street'],
    );
    return shop;
  });
}

/** The shop of a domain, if it exists. */
export async function findShop(db: Db, domain: string): Promise<ShopRow | undefined> {
  return firstRow<ShopRow>(db, 'select * from shops where domain = $1', [domain]);
}

/** The shop of a domain; an unknown domain is a mistake of the caller. */
export async function getShop(db: Db, domain: string): Promise<ShopRow> {
  const shop = await findShop(db, domain);
  if (!shop) throw new ShopRefusal(['domain'], `there is no shop ${domain}`);
  return shop;
}

/** The merchant's own location, where products are stocked unless said otherwise. */
export async function primaryLocation(db: Db, shopId: string): Promise<LocationRow> {
  const location = await firstRow<LocationRow>(db, 'select * from shop_locations where shop_id = $1 and is_primary', [
    shopId,
  ]);
  if (!location) throw new Error(`shop ${shopId} has no location`);
  return location;
}

/** Adds a further location of the merchant. */
export async function addLocation(rt: ShopRuntime, shop: ShopRow, name: string): Promise<LocationRow> {
  const location = await firstRow<LocationRow>(
    rt.pool,
    'insert into shop_locations (id, shop_id, name, country, province, city) values ($1,$2,$3,$4,$5,$6) returning *',
    [await newId(rt.pool), shop.id, name, shop.country, shop.province, name],
  );
  if (!location) throw new Error('the location was not written');
  return location;
}
