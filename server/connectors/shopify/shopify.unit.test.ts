import { describe, expect, it } from 'vitest';
import { minorDigits, toMinor } from '../minor-units.ts';
import { numericId } from './gid.ts';
import { authorizeUrl } from './oauth.ts';
import { shopOrderOf } from './orders.ts';
import { pacing } from './pacing.ts';
import { missingScopes, readScopes, requiredScopes } from './scopes.ts';
import { isShopDomain, readShopDomain, shopAddress } from './shop-url.ts';
import { isSignedBody, isSignedQuery, querySignature } from './signature.ts';
import { knownCompany } from './tracking-companies.ts';
import { readDelivery } from './webhooks.ts';

const secret = 'hush-hush-client-secret';

describe('signatures', () => {
  const query = {
    timestamp: '1795000000',
    state: '3f9c2a',
    shop: 'demo-store.myshopify.com',
    host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZGVtby1zdG9yZQ',
    code: '0907a61c0c8d55e99db179b68161bc00',
  };
  const hmac = '2dd2d579132b93652c9aea466d4700beec98ddfb0fa3cfa28da96ac717029231';

  it('of a callback match the known vector, whatever the order of its parameters', () => {
    expect(querySignature(secret, query)).toBe(hmac);
    expect(isSignedQuery([secret], { hmac, ...query })).toBe(true);
    expect(isSignedQuery(['new-secret', secret], { ...query, hmac })).toBe(true);
  });

  it('of a callback fail on any change', () => {
    expect(isSignedQuery([secret], { ...query, hmac, code: 'x' })).toBe(false);
    expect(isSignedQuery([secret], { ...query, hmac, extra: '1' })).toBe(false);
    expect(isSignedQuery([secret], { ...query, hmac: hmac.slice(2) })).toBe(false);
    expect(isSignedQuery([secret], query)).toBe(false);
    expect(isSignedQuery([], { ...query, hmac })).toBe(false);
  });

  it('of a webhook match the known vector over its raw bytes', () => {
    const body = Buffer.from('{"id":820982911946154508,"name":"#1001","note":"café"}', 'utf8');
    expect(body).toHaveLength(55);
    expect(isSignedBody([secret], body, 'DO9wnkdpgtTMxPixdxAO1mw/Opw/EvTJvEqGM+orrwM=')).toBe(true);
    expect(isSignedBody(['old', secret], body, 'DO9wnkdpgtTMxPixdxAO1mw/Opw/EvTJvEqGM+orrwM=')).toBe(true);
    expect(isSignedBody([secret], Buffer.from('{}'), 'DO9wnkdpgtTMxPixdxAO1mw/Opw/EvTJvEqGM+orrwM=')).toBe(false);
    expect(isSignedBody([secret], body, '')).toBe(false);
    expect(isSignedBody([secret], body, undefined)).toBe(false);
  });
});

describe('shop domains', () => {
  it('are read from what merchants type', () => {
    for (const typed of ['a', 'A.myshopify.com', ' a.myshopify.com/ ', 'admin.shopify.com/store/a'])
      expect(readShopDomain(typed)).toBe('a.myshopify.com');
  });

  it('never leave myshopify.com', () => {
    const bad = [
      'a.myshopify.com.evil.io',
      'evil.io/a.myshopify.com',
      '-a.myshopify.com',
      'a_b.myshopify.com',
      'a.myshopify.com\n',
      'a.myshopify.com:80',
      'x@a.myshopify.com',
      'a.b.myshopify.com',
      '.myshopify.com',
      '',
    ];
    for (const text of bad) expect(isShopDomain(text)).toBe(false);
    const address = shopAddress('https://{shop}');
    expect(address('a.myshopify.com')).toBe('https://a.myshopify.com');
    for (const text of bad) expect(() => address(text)).toThrow('not the domain');
  });

  it('make an authorize address with everything Shopify wants', () => {
    const url = new URL(
      authorizeUrl('https://a.myshopify.com', {
        client_id: 'key',
        scopes: ['read_orders', 'write_x'],
        redirect_uri: 'https://portal.example/shopify/auth',
        state: 'abc',
      }),
    );
    expect(url.origin + url.pathname).toBe('https://a.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'key',
      scope: 'read_orders,write_x',
      redirect_uri: 'https://portal.example/shopify/auth',
      state: 'abc',
    });
  });
});

describe('amounts', () => {
  it('become minor units by their currency without a float', () => {
    expect(toMinor('14.90', 'USD')).toBe(1490);
    expect(toMinor('1490', 'JPY')).toBe(1490);
    expect(toMinor('1490.0', 'JPY')).toBe(1490);
    expect(toMinor('1.234', 'KWD')).toBe(1234);
    expect(toMinor('0.285', 'USD')).toBe(29);
    expect(toMinor('-3.5', 'EUR')).toBe(-350);
    expect(toMinor('90071992547409.91', 'USD')).toBe(9007199254740991);
    expect(minorDigits('KWD')).toBe(3);
    for (const bad of ['', 'abc', '1e5', '1,5', '900719925474099.99'])
      expect(() => toMinor(bad, 'USD')).toThrow(RangeError);
  });
});

describe('scopes', () => {
  it('imply reading, and the missing ones are named', () => {
    expect(readScopes('write_orders,read_products')).toEqual(['write_orders', 'read_orders', 'read_products']);
    expect(
      missingScopes(['write_merchant_managed_fulfillment_orders', 'read_orders', 'read_products'], requiredScopes),
    ).toEqual([]);
    expect(missingScopes(['read_orders'], ['read_orders', 'read_products'])).toEqual(['read_products']);
  });
});

it('reads ids as text and carriers by the exact name', () => {
  expect(numericId('gid://shopify/Order/820982911946154508')).toBe('820982911946154508');
  expect(numericId('gid://shopify/FulfillmentService/7?id=true')).toBe('7');
  expect(() => numericId('42')).toThrow('not a Shopify id');
  expect([knownCompany('yunexpress'), knownCompany('4PX'), knownCompany('Yanwen')]).toEqual([
    'YunExpress',
    '4PX',
    null,
  ]);
});

it('reads the headers of a delivery', () => {
  const headers = {
    'x-shopify-webhook-id': 'w',
    'x-shopify-shop-domain': 'A.myshopify.com',
    'x-shopify-topic': 'orders/create',
    'x-shopify-triggered-at': '2026-11-21T09:00:00Z',
  };
  expect(readDelivery(headers)).toEqual({
    delivery_id: 'w',
    shop: 'a.myshopify.com',
    topic: 'orders/create',
    event_id: null,
    triggered_at: new Date('2026-11-21T09:00:00Z'),
  });
  expect(readDelivery({ ...headers, 'x-shopify-webhook-id': undefined })).toBeNull();
  expect(readDelivery({ ...headers, 'x-shopify-triggered-at': 'soon' })?.triggered_at).toBeNull();
});

it('makes background work wait for points, and less as they come back', () => {
  let ms = 0;
  const pace = pacing(() => ms);
  const status = { maximumAvailable: 2000, currentlyAvailable: 100, restoreRate: 100 };
  expect(pace.delay('a', 'Orders')).toBe(0);
  pace.note('a', 'Orders', 200, status);
  expect(pace.delay('a', 'Orders')).toBe(5_000); // 200 wanted + 400 kept back - 100 left
  ms = 4_000;
  expect(pace.delay('a', 'Orders')).toBe(1_000);
  expect(pace.delay('b', 'Orders')).toBe(0);
  expect(pace.afterThrottle(202, status)).toBe(2_000);
  expect(pace.afterThrottle(50, status)).toBe(1_000);
});

it('maps an order, with or without the buyer’s data', () => {
  const money = (amount: string) => ({
    shopMoney: { amount, currencyCode: 'JPY' },
    presentmentMoney: { amount: '9.50', currencyCode: 'USD' },
  });
  const header = {
    id: 'gid://shopify/Order/5000000000001',
    legacyResourceId: '5000000000001',
    name: '#1001',
    createdAt: '2026-11-20T10:00:00Z',
    processedAt: '2026-11-20T09:00:00Z',
    updatedAt: '2026-11-20T11:00:00Z',
    cancelledAt: null,
    test: false,
    displayFinancialStatus: 'PARTIALLY_REFUNDED',
    displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
    email: null,
    phone: null,
    note: null,
    tags: ['vip'],
    currentTotalPriceSet: money('1490'),
    currentTotalTaxSet: { shopMoney: { amount: '136.0', currencyCode: 'JPY' } },
    totalRefundedSet: { shopMoney: { amount: '510.0', currencyCode: 'JPY' } },
    taxesIncluded: true,
    shippingAddress: null,
    risk: { recommendation: 'INVESTIGATE' },
  };
  const line = {
    id: 'gid://shopify/LineItem/7',
    title: 'Cup',
    variantTitle: null,
    sku: null,
    quantity: 3,
    currentQuantity: 2,
    requiresShipping: true,
    isGiftCard: true,
    discountedUnitPriceAfterAllDiscountsSet: money('500'),
    variant: null,
    image: null,
  };
  const order = shopOrderOf(header, [line]);
  expect(order).toMatchObject({
    external_id: '5000000000001',
    financial_status: 'partially_refunded',
    fulfillment_status: 'partial',
    total: 1490,
    tax: 136,
    taxes_included: true,
    refunded: 510,
    currency: 'JPY',
    presentment_total: 950,
    presentment_currency: 'USD',
    address: null,
    risk: 'investigate',
    placed_at: new Date('2026-11-20T09:00:00Z'),
    lines: [
      {
        external_id: '7',
        external_variant_id: null,
        sku: '',
        quantity: 3,
        current_quantity: 2,
        unit_price: 500,
        requires_shipping: false,
      },
    ],
  });
  expect(
    shopOrderOf(
      {
        ...header,
        displayFinancialStatus: null,
        currentTotalPriceSet: money('0'),
        displayFulfillmentStatus: 'SCHEDULED',
        risk: null,
      },
      [],
    ),
  ).toMatchObject({ financial_status: 'paid', fulfillment_status: 'unfulfilled', risk: null });
});
