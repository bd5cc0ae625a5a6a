import { Readable } from 'node:stream';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import type { StaffRole } from '#contract/rights.ts';
import { findAppByClientId } from '#server/connectors/shopify/apps.ts';
import type { Ctx, StaffActor } from '#server/db/context.ts';
import { createSku } from '#server/features/catalog/catalog.service.ts';
import { insertPublished } from '#server/features/exchange-rates/exchange-rates.db.ts';
import { keepPicture } from '#server/features/files/files.service.ts';
import { setVerified } from '#server/features/account/index.ts';
import { setPassword } from '#server/features/session/session.db.ts';
import { createStaff } from '#server/features/session/session.service.ts';
import { ensureFirstApp } from '#server/features/stores/connect/authorization.service.ts';
import { saveMethod } from '#server/features/wallet/wallet-methods.service.ts';
import { findMethods } from '#server/features/wallet/wallet.db.ts';
import { publishedRates } from '../rates/rates.ts';
import { productSvg } from '../shop/picture.ts';
import { type Portal, staffActor, type Thread } from './portal.ts';
import type { Picture, World } from './world.ts';

/** What every merchant's history refers to: staff, channels, SKUs and pictures by their keys. */
export type House = {
  staff: Record<StaffRole, StaffActor[]>;
  channels: Map<string, string>;
  skus: Map<string, string>;
  pictures: Map<string, string>;
  /** The Shopify app's row; null when the settings name none. */
  app: string | null;
};

export const pictureKey = ({ motif, scene }: Picture): string => `${motif} ${scene}`;
const SIDE = 384;

/** The provider's own side: staff, channels, ways to pay, pictures, catalogue. */
export async function seedHouse(portal: Portal, thread: Thread, world: World, passwordHash: string): Promise<House> {
  await ensureFirstApp(thread.as({ kind: 'system', name: 'demo' }), portal.config);
  const pictures = await seedPictures(thread, world);
  return thread.allAccounts(async (ctx) => {
    const staff: House['staff'] = { admin: [], agent: [], finance: [], warehouse: [] };
    for (const person of world.staff) {
      const made = await seedStaff(ctx, portal, person, passwordHash);
      for (const role of person.roles) staff[role].push(made);
    }
    await seedMethods(ctx);
    await seedRates(ctx, world);
    const clientId = portal.config.SHOPIFY_CLIENT_ID;
    const app = clientId ? await findAppByClientId(ctx, portal.key, clientId) : null;
    return {
      staff,
      channels: await seedChannels(ctx, world),
      skus: await seedSkus(ctx, world, pictures),
      pictures,
      app: app?.id ?? null,
    };
  });
}

async function seedStaff(
  ctx: Ctx,
  portal: Portal,
  person: World['staff'][number],
  passwordHash: string,
): Promise<StaffActor> {
  const { name, email, username, roles } = person;
  await createStaff(ctx, { email, roles, publicUrl: portal.config.PUBLIC_URL });
  const { id: user_id } = await ctx.db
    .updateTable('users')
    .set({ username, nick_name: name })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirstOrThrow();
  await ctx.db.deleteFrom('user_links').where('user_id', '=', user_id).execute();
  await setPassword(ctx, user_id, passwordHash);
  await setVerified(ctx, user_id);
  return staffActor({ user_id, name, roles });
}

/** Rates of exchange of all days that orders are from: they keep the one of theirs. */
async function seedRates(ctx: Ctx, world: World): Promise<void> {
  const rates = publishedRates(world.now, 400).flatMap(({ day, rates: ofDay }) =>
    ofDay.map((rate) => ({ day, ...rate })),
  );
  await insertPublished(ctx, 'ecb', rates);
}

async function seedMethods(ctx: Ctx): Promise<void> {
  const details = [
    { label: 'Beneficiary', value: 'Tradewind Fulfilment Ltd' },
    { label: 'Bank', value: 'Harbour Bank (Hong Kong), demo account' },
    { label: 'Account', value: '012-345-678901-838' },
    { label: 'SWIFT', value: 'DEMOHKHH' },
  ];
  for (const method of await findMethods(ctx)) {
    const { code, name, min_amount, max_amount, bonus_tiers, bonus_days, sepa, position, version } = method;
    const isCard = method.kind === 'card';
    await saveMethod(ctx, code, {
      name,
      version,
      details: isCard ? [] : details,
      fee_bp: isCard ? 290 : 0,
      min_amount,
      max_amount,
      bonus_tiers,
      bonus_days,
      sepa,
      active: true,
      position,
    });
  }
}

async function seedChannels(ctx: Ctx, world: World): Promise<Map<string, string>> {
  const channels = world.channels.map(({ code, name, carrier, tracking_url, divisor, step_g }) => ({
    id: uuid(),
    code,
    name,
    carrier,
    tracking_url,
    divisor,
    step_g,
  }));
  // Most are there from the first migration on.
  await ctx.db
    .insertInto('channels')
    .values(channels)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
  const found = await ctx.db
    .selectFrom('channels')
    .select(['code', 'id'])
    .where(
      'code',
      'in',
      channels.map(({ code }) => code),
    )
    .execute();
  return new Map(found.map(({ code, id }) => [code, id]));
}

/** The catalogue's pictures and those of the shops, the same that the sandbox's shops draw. */
async function seedPictures(thread: Thread, world: World): Promise<Map<string, string>> {
  const products = world.merchants.flatMap(({ stores }) => stores.flatMap((store) => store.products));
  const wanted = new Map([...world.skus, ...products].map(({ picture }) => [pictureKey(picture), picture]));
  // some are drawn ahead, while one waits for the disk
  const drawn: AsyncIterable<{ key: string; bytes: Buffer }> = Readable.from(wanted).map(
    async ([key, picture]: [string, Picture]) => ({ key, bytes: await rasterOf(picture) }),
    { concurrency: 4 },
  );
  return thread.allAccounts(async (ctx) => {
    const stored = new Map<string, string>();
    for await (const { key, bytes } of drawn) {
      const { sha256 } = await keepPicture(ctx, { bytes, format: 'webp', width: SIDE, height: SIDE });
      stored.set(key, sha256);
    }
    return stored;
  });
}

/** Drawn here and quickly: it is our own, so no process of its own is needed. */
const rasterOf = (picture: Picture): Promise<Buffer> =>
  sharp(Buffer.from(productSvg('1', picture, SIDE)))
    .webp({ quality: 82, effort: 1 })
    .toBuffer();

const goodOf = (key: string) => key.split(' / ')[0] ?? key;

/** A product per good, with the choices that it comes in as its SKUs. */
async function seedCatalogProducts(ctx: Ctx, world: World): Promise<Map<string, string>> {
  const products = new Map(world.skus.map(({ key }) => [goodOf(key), uuid()]));
  const rows = [...products].map(([title, id]) => ({ id, title, created_at: ctx.now }));
  if (rows.length > 0) await ctx.db.insertInto('catalog_products').values(rows).execute();
  return products;
}

async function seedSkus(ctx: Ctx, world: World, pictures: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  const products = await seedCatalogProducts(ctx, world);
  for (const { key, title, attributes, grams, picture } of world.skus) {
    const sku = await createSku(ctx, {
      owner_account_id: null,
      product_id: products.get(goodOf(key)),
      title,
      attributes,
      weight_g: grams,
      lead_days: 3,
      moq: 1,
      picture: pictures.get(pictureKey(picture)) ?? null,
    });
    made.set(key, sku.id);
  }
  return made;
}
