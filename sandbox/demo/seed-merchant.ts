import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readScopes } from '#server/connectors/shopify/scopes.ts';
import { saveTokens } from '#server/connectors/shopify/tokens.ts';
import { type Ctx, forAccount, type MerchantActor } from '#server/db/context.ts';
import * as jobs from '#server/features/jobs/jobs.service.ts';
import { writePrices } from '#server/features/prices/prices.service.ts';
import { applyShopProducts } from '#server/features/products/intake/apply.service.ts';
import { mapVariants } from '#server/features/products/mapping/map-variants.service.ts';
import { insertContact } from '#server/features/profile/profile.db.ts';
import { setVerified } from '#server/features/account/index.ts';
import { createAccount } from '#server/features/session/session-sign-up.service.ts';
import { upsertStore } from '#server/features/stores/connect/authorization.db.ts';
import { addToScope, insertFileStore, updateStore } from '#server/features/stores/records/stores.db.ts';
import { importKind } from '#server/features/stores/records/kit.ts';
import { merchantActor, type Portal, type Thread } from './portal.ts';
import { type House, pictureKey } from './seed-house.ts';
import type { SeededShop } from './seed-shops.ts';
import { type Place, seenProduct } from './shop-records.ts';
import type { Merchant, Parcel, Person, Store, World } from './world.ts';
import { takeDomain } from '#server/features/stores/records/shop-domains.db.ts';

const day = 86_400_000;

/** A merchant's account in the portal, with what its history needs to find things again. */
export type Account = {
  merchant: Merchant;
  account_id: string;
  owner: MerchantActor;
  stores: { store: Store; id: string; place: Place | null; shop: SeededShop | null }[];
};
export type Context = {
  portal: Portal;
  thread: Thread;
  house: House;
  world: World;
  /** The real present: what waits for the provider's answer was asked for until then. */
  real: Date;
  shops: ReadonlyMap<string, SeededShop>;
  /** Address of the sandbox's shops. */
  base: string;
  passwordHash: string;
};

/** Something that happens at a moment of a merchant's history. */
export type Step = { at: Date; do(): Promise<void> };
/** A parcel that was recorded, and whether its arrival was, too. */
export type Recorded = {
  id: string;
  order_id: string;
  lines: { line_id: string; quantity: number }[];
  parcel: Parcel;
  arrived: boolean;
};

/** Opens the account with its team, stores, products, price list and mappings. */
export async function seedMerchant(context: Context, merchant: Merchant): Promise<Account> {
  const { thread, world } = context;
  const oldest = Math.min(...merchant.stores.map((store) => store.connected_at.getTime()), world.now.getTime() - day);
  thread.clock.set(new Date(oldest - day));
  const { owner, account_id } = await thread.allAccounts((ctx) => seedAccount(ctx, context, merchant));
  const account: Account = { merchant, account_id, owner, stores: [] };
  for (const store of merchant.stores) {
    thread.clock.set(store.connected_at);
    account.stores.push(await thread.allAccounts((ctx) => seedStore(ctx, context, account, store)));
  }
  thread.clock.set(new Date(Math.max(oldest, world.now.getTime() - 61 * day)));
  await thread.allAccounts((ctx) => seedPrices(ctx, context, account));
  await thread.allAccounts((ctx) => seedTeam(ctx, context, account));
  return account;
}

async function seedAccount(ctx: Ctx, { house, passwordHash }: Context, merchant: Merchant) {
  const [person] = merchant.people;
  if (!person) throw new Error(`${merchant.key} has no owner`);
  const made = await createAccount(ctx, {
    email: person.email,
    username: person.username,
    password_hash: passwordHash,
    locale: 'en',
    account_name: merchant.company,
    time_zone: merchant.time_zone,
  });
  await ctx.db.updateTable('users').set({ nick_name: person.name }).where('id', '=', made.user_id).execute();
  await setVerified(ctx, made.user_id);
  await ctx.db
    .updateTable('accounts')
    .set({
      billing: JSON.stringify(merchant.billing),
      agent_user_id: house.staff.agent[merchant.agent]?.user_id ?? null,
    })
    .where('id', '=', made.account_id)
    .execute();
  if (merchant.contact) await insertContact(ctx, { account_id: made.account_id, ...contactOf(merchant.contact) });
  return { account_id: made.account_id, owner: merchantActor({ ...made, name: person.name, role: 'owner' }) };
}

function contactOf(type_of: NonNullable<Merchant['contact']>) {
  const isPhone = type_of === 'whatsapp';
  const urls = {
    whatsapp: 'https://wa.me/15550100',
    discord: 'https://discord.gg/demo-trade',
    slack: 'https://demo-trade.slack.test',
  };
  return {
    type_of,
    alias: null,
    url: urls[type_of],
    phone_country: isPhone ? 'US' : null,
    phone_country_code: isPhone ? '+1' : null,
  };
}

async function seedTeam(ctx: Ctx, { passwordHash }: Context, { merchant, account_id, stores }: Account): Promise<void> {
  for (const person of merchant.people.slice(1)) {
    const user_id = uuid();
    await ctx.db
      .insertInto('users')
      .values(userOf(ctx, person, user_id, passwordHash))
      .execute();
    await ctx.db
      .insertInto('memberships')
      .values({ account_id, user_id, role: person.role, all_stores: !person.firstStoreOnly, created_at: ctx.now })
      .execute();
    const [first] = stores;
    if (person.firstStoreOnly && first) await addToScope(ctx, { account_id, user_id, store_id: first.id });
  }
}

const userOf = (ctx: Ctx, { name, email, username }: Person, id: string, password_hash: string) => ({
  id,
  kind: 'merchant',
  email,
  username,
  nick_name: name,
  password_hash,
  email_verified_at: ctx.now,
  created_at: ctx.now,
});

async function seedStore(
  ctx: Ctx,
  context: Context,
  { account_id }: Account,
  store: Store,
): Promise<Account['stores'][number]> {
  const shop = store.domain ? (context.shops.get(store.domain) ?? null) : null;
  const place = store.domain ? { base: context.base, domain: store.domain } : null;
  const id = shop && store.domain ? await seedShopify(ctx, context, account_id, store, store.domain, shop) : uuid();
  if (!shop) await insertFileStore(ctx, { account_id, id, name: store.name, currency: store.currency });
  const ref = { account_id, id };
  const products = store.products.map((product) => seenProduct(store, product, place, shop?.items ?? new Map()));
  await applyShopProducts(ctx, ref, products);
  await seedStorePictures(
    ctx,
    context,
    ref,
    store,
    products.map((product) => product.external_id),
  );
  if (shop) {
    const job = { account_id, id: (await jobs.createJob(ctx, { account_id, kind: importKind, subject_id: id })).id };
    await jobs.startJob(ctx, job);
    await jobs.finishJob(ctx, job, { products: products.length, orders: store.orders.length });
  }
  return { store, id, place, shop };
}

async function seedShopify(
  ctx: Ctx,
  context: Context,
  account_id: string,
  store: Store,
  domain: string,
  shop: SeededShop,
): Promise<string> {
  const { house, portal } = context;
  if (!house.app) throw new Error('the settings name no Shopify app (SHOPIFY_CLIENT_ID)');
  const scopes = readScopes(shop.tokens.scope);
  const id = await upsertStore(ctx, {
    account_id,
    id: uuid(),
    domain,
    app_id: house.app,
    scopes_granted: scopes,
    status: 'connected',
    status_reason: null,
    settings: { default_channels: defaultChannels(house, store) },
    import_from: new Date(ctx.now.getTime() - 60 * day),
  });
  await takeDomain(ctx, { platform: 'shopify', domain }, { account_id, store_id: id });
  // Tokens live in the sandbox's own time, which is the real one.
  const real = (seconds: number | undefined) => (seconds === undefined ? null : new Date(Date.now() + seconds * 1000));
  await saveTokens(
    ctx,
    portal.key,
    { account_id, id },
    {
      access: shop.tokens.access_token,
      scopes,
      expires_at: real(shop.tokens.expires_in),
      refresh: shop.tokens.refresh_token ?? null,
      refresh_expires_at: real(shop.tokens.refresh_token_expires_in),
    },
  );
  await updateStore(
    ctx,
    { account_id, id },
    { name: store.name, currency: store.currency, time_zone: store.time_zone, plan: 'Basic' },
  );
  return id;
}

/** The channels that the store's settings name for countries. */
const defaultChannels = ({ channels }: House, { ships }: Store): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ships).flatMap(([country, code]) => {
      const id = channels.get(code);
      return id === undefined ? [] : [[country, id]];
    }),
  );

/** The pictures that the mirror would have brought from the shop. */
async function seedStorePictures(
  ctx: Ctx,
  { house }: Context,
  ref: { account_id: string; id: string },
  store: Store,
  externalIds: readonly string[],
): Promise<void> {
  const pictures = store.products.map((product, index) => ({
    external_id: externalIds[index],
    picture: house.pictures.get(pictureKey(product.picture)) ?? null,
  }));
  await sql`
    UPDATE store_products p SET picture = r.picture
    FROM json_to_recordset(${JSON.stringify(pictures)}::json) AS r(external_id text, picture text)
    WHERE p.account_id = ${ref.account_id} AND p.store_id = ${ref.id} AND p.external_id = r.external_id`.execute(
    ctx.db,
  );
}

/** The agent's price list and the mappings that came with it: everything but what is asked for by quote. */
async function seedPrices(
  ctx: Ctx,
  { house, world }: Context,
  { merchant, account_id, stores }: Account,
): Promise<void> {
  const listed = new Set(
    merchant.stores.flatMap(({ products }) =>
      products
        .filter(({ sourcing }) => sourcing.kind === 'listed')
        .flatMap(({ variants }) => variants.map(({ made_of }) => made_of)),
    ),
  );
  const costs = new Map(world.skus.map(({ key, cost }) => [key, cost]));
  const prices = [...listed].flatMap((key) =>
    freightOf(merchant, world).map((freight) => ({
      ...freight,
      channel_id: house.channels.get(freight.channel) ?? '',
      catalog_sku_id: house.skus.get(key) ?? '',
      unit_price: Math.round((costs.get(key) ?? 0) * merchant.level),
      currency: 'USD',
      locked_until: null,
      quote_id: null,
      quote_version: null,
    })),
  );
  await writePrices(forAccount(ctx, account_id), prices);
  const mapped = new Map(
    stores.flatMap(({ store, place }) =>
      store.products
        .filter(({ sourcing }) => sourcing.kind === 'listed')
        .flatMap((product) =>
          seenProduct(store, product, place, new Map()).variants.map(
            (variant, index) => [variant.external_id, product.variants[index]?.made_of ?? ''] as const,
          ),
        ),
    ),
  );
  const variants = await ctx.db
    .selectFrom('store_variants')
    .select(['id', 'external_id'])
    .where('account_id', '=', account_id)
    .execute();
  await mapVariants(
    forAccount(ctx, account_id),
    variants.flatMap(({ id: variant_id, external_id }) => {
      const sku = house.skus.get(mapped.get(external_id) ?? '');
      return sku ? [{ variant_id, source: 'agent' as const, components: [{ catalog_sku_id: sku, quantity: 1 }] }] : [];
    }),
  );
}

/** Freight rows of a merchant's markets, as a price list and as a quote give them. */
export function freightOf(merchant: Merchant, world: World) {
  const plans = new Map(world.channels.map((channel) => [channel.code, channel]));
  return merchant.markets.flatMap(({ country, channels }) =>
    channels.flatMap((code) => {
      const channel = plans.get(code);
      return channel
        ? [
            {
              destination: country,
              channel: code,
              formula: channel.formula,
              days_min: channel.days[0],
              days_max: channel.days[1],
              tax_mode: channel.tax_mode,
            },
          ]
        : [];
    }),
  );
}
