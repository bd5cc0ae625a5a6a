import { v7 as uuid } from 'uuid';
import type { FreightFormula } from '#contract/shipping.ts';
import type { ShopOrder, ShopOrderLine } from '#server/connectors/connector.ts';
import { type AccountCtx, entryFor } from '#server/db/context.ts';
import type { Place } from './people.ts';

/** The action by which a shop's orders arrive, for tests of features that orders follow. */
export { applyShopOrders } from '#server/features/orders/intake/apply.service.ts';
export { removeShopOrders } from '#server/features/orders/intake/deleted-in-shop.service.ts';

/** A job's entry to the app under test. */
export const systemEntry = (test: Pick<Place, 'ground'>) =>
  entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');

/** Runs `act` as a job of one account. */
export function inAccount<T>(
  test: Pick<Place, 'ground'>,
  account_id: string,
  action: (ctx: AccountCtx) => Promise<T>,
): Promise<T> {
  return systemEntry(test).run({ account_id }, action);
}

/** A connected store of the account. */
export async function givenStore(
  test: Pick<Place, 'ground'>,
  account_id: string,
  options: { platform?: string; name?: string } = {},
): Promise<string> {
  const id = uuid();
  const platform = options.platform ?? 'shopify';
  await inAccount(test, account_id, (ctx) =>
    ctx.db
      .insertInto('stores')
      .values({
        account_id,
        id,
        platform,
        external_domain: platform === 'file' ? id : `s${id.slice(-12)}.myshopify.com`,
        name: options.name ?? 'Lamp shop',
        currency: 'USD',
        status: 'connected',
        created_at: ctx.now,
      })
      .execute(),
  );
  return id;
}

export type Channel = { id: string; name: string };

export async function givenChannel(test: Pick<Place, 'ground'>, name = 'Air line'): Promise<Channel> {
  const id = uuid();
  await systemEntry(test).run('all_accounts', (ctx) =>
    ctx.db
      .insertInto('channels')
      .values({
        id,
        code: `C${id.slice(-8)}`,
        name,
        carrier: 'YunExpress',
        tracking_url: 'https://track.example/{number}',
      })
      .execute(),
  );
  return { id, name };
}

export type Goods = { variant_id: string; product_id: string; sku_id: string; external_id: string; sku: string };

/** A variant of the store; `mapped` to a SKU of its own unless set otherwise. */
export async function givenVariant(
  test: Pick<Place, 'ground'>,
  store: { account_id: string; id: string },
  options: {
    external_id?: string;
    sku?: string;
    mapping?: 'unmapped' | 'mapped' | 'needs_review' | 'not_ours';
    weight_g?: number;
  } = {},
): Promise<Goods> {
  const [product_id, variant_id, sku_id] = [uuid(), uuid(), uuid()];
  const { account_id } = store;
  const external_id = options.external_id ?? variant_id.slice(-12);
  const sku = options.sku ?? `SKU-${variant_id.slice(-6)}`;
  const mapping_state = options.mapping ?? 'mapped';
  await systemEntry(test).run('all_accounts', async ({ db, now }) => {
    await db
      .insertInto('store_products')
      .values({
        account_id,
        id: product_id,
        store_id: store.id,
        external_id,
        title: 'Lamp',
        mapping_state,
        external_updated_at: now,
        created_at: now,
      })
      .execute();
    await db
      .insertInto('store_variants')
      .values({
        account_id,
        id: variant_id,
        product_id,
        store_id: store.id,
        external_id,
        title: 'White',
        sku,
        mapping_state,
        mapping_version: mapping_state === 'mapped' ? 1 : null,
      })
      .execute();
    await db
      .insertInto('catalog_skus')
      .values({ id: sku_id, title: 'Lamp, white', weight_g: options.weight_g ?? 400, created_at: now })
      .execute();
    if (mapping_state !== 'mapped') return;
    await db
      .insertInto('mappings')
      .values({ account_id, variant_id, version: 1, source: 'agent', created_at: now })
      .execute();
    await db
      .insertInto('mapping_components')
      .values({ account_id, variant_id, version: 1, line: 1, catalog_sku_id: sku_id, quantity: 1 })
      .execute();
  });
  return { variant_id, product_id, sku_id, external_id, sku };
}

export async function givenPrice(
  test: Pick<Place, 'ground'>,
  account_id: string,
  price: { sku_id: string; channel: Channel; destination?: string; unit_price?: number; formula?: FreightFormula },
): Promise<void> {
  await inAccount(test, account_id, (ctx) =>
    ctx.db
      .insertInto('prices')
      .values({
        account_id,
        id: uuid(),
        catalog_sku_id: price.sku_id,
        destination: price.destination ?? 'US',
        channel_id: price.channel.id,
        unit_price: price.unit_price ?? 500,
        currency: 'USD',
        formula: JSON.stringify(price.formula ?? { kind: 'per_kg', handling_amount: 200, kg_amount: 1000 }),
        days_min: 7,
        days_max: 12,
        tax_mode: 'DDU',
        valid_from: ctx.now,
        created_at: ctx.now,
      })
      .execute(),
  );
}

export function shopLine(
  goods: { external_id: string; sku: string } | null,
  more: Partial<ShopOrderLine> = {},
): ShopOrderLine {
  return {
    external_id: 'line-1',
    external_variant_id: goods?.external_id ?? null,
    title: 'Lamp',
    variant_title: 'White',
    sku: goods?.sku ?? '',
    quantity: 2,
    current_quantity: more.quantity ?? 2,
    unit_price: 1999,
    requires_shipping: true,
    image_url: null,
    ...more,
  };
}

export const address = {
  name: 'Ada Miller',
  company: null,
  address1: '1 Main St',
  address2: 'Apt 4',
  city: 'Austin',
  province: 'Texas',
  province_code: 'TX',
  zip: '78701',
  country: 'US',
  phone: '+15125550100',
};

/** A paid order of one line as a shop reports it. */
export function shopOrder(lines: ShopOrderLine[], more: Partial<ShopOrder> = {}): ShopOrder {
  return {
    external_id: '5000000000001',
    name: '#1001',
    placed_at: new Date('2026-11-20T08:00:00Z'),
    updated_at: new Date('2026-11-20T08:00:00Z'),
    cancelled_at: null,
    financial_status: 'paid',
    fulfillment_status: 'unfulfilled',
    test: false,
    risk: null,
    tags: [],
    currency: 'USD',
    total: 3998,
    tax: null,
    taxes_included: false,
    refunded: null,
    presentment_currency: null,
    presentment_total: null,
    // Another buyer each time: equal orders within a day are suspects.
    email: `ada.${more.external_id ?? '1'}@example.com`,
    note: null,
    address,
    lines,
    ...more,
  };
}
