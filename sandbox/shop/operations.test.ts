import { parse } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, DOCUMENTS, listOf, shopBench, type ShopBench } from './bench.ts';

const DOMAIN = 'operations.myshopify.com';

let bench: ShopBench;
let token: string;
let variables: Record<string, object>;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createDemoShop(DOMAIN);
  token = (await bench.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
  const [product, kept] = await bench.control.products(DOMAIN);
  const variant = product?.variants[0];
  const placed = await bench.control.placeOrder(DOMAIN, { lines: [{ variantId: variant?.id ?? '', quantity: 2 }] });
  const extra = await bench.control.placeOrder(DOMAIN, { lines: [{ variantId: variant?.id ?? '', quantity: 2 }] });
  const held = await bench.control.placeOrder(DOMAIN, { lines: [{ variantId: variant?.id ?? '', quantity: 1 }] });
  const location = await bench.control.addLocation(DOMAIN, 'Annex');
  const [fulfillment = ''] = await bench.control.markFulfilledManually(DOMAIN, extra.id);
  variables = variablesFor({
    order: placed.id,
    work: placed.fulfillmentOrderId ?? '',
    product: product?.id ?? '',
    variant: variant?.id ?? '',
    item: kept?.variants[0]?.item_id ?? '',
    held: held.fulfillmentOrderId ?? '',
    location,
    fulfillment,
  });
});
afterAll(() => bench.close());

type Ids = Record<'order' | 'work' | 'product' | 'variant' | 'item' | 'location' | 'fulfillment' | 'held', string>;

function variablesFor(ids: Ids): Record<string, object> {
  const order = { id: `gid://shopify/Order/${ids.order}` };
  const work = { id: `gid://shopify/FulfillmentOrder/${ids.work}` };
  const held = { id: `gid://shopify/FulfillmentOrder/${ids.held}` };
  const parcel = `gid://shopify/Fulfillment/${ids.fulfillment}`;
  const product = `gid://shopify/Product/${ids.product}`;
  const item = { inventoryItemId: `gid://shopify/InventoryItem/${ids.item}` };
  const location = { locationId: `gid://shopify/Location/${ids.location}` };
  return {
    OrdersChangedSince: { search: "updated_at:>='2020-01-01T00:00:00Z'" },
    OrderFull: order,
    OrderLinesPage: order,
    OrderTagAdd: { ...order, tags: ['a', 'b, c'] },
    OrderTagRemove: { ...order, tags: ['a'] },
    OrderAnnotate: { input: { ...order, note: 'seen' } },
    ProviderRefsSet: {
      metafields: [{ ownerId: order.id, namespace: '$app:x', key: 'ref', type: 'single_line_text_field', value: '1' }],
    },
    FulfillmentOrdersOfOrder: { orderId: order.id },
    ShipmentCreate: { fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: work.id }] } },
    ShipmentTrackingReplace: { fulfillmentId: parcel, tracking: { company: 'USPS', number: '1' } },
    ShipmentCancel: { id: parcel },
    ShipmentEventAdd: { event: { fulfillmentId: parcel, status: 'IN_TRANSIT' } },
    FulfillmentOrderHoldPlace: { ...held, hold: { reason: 'OTHER' } },
    FulfillmentOrderHoldRelease: held,
    ServiceRegister: { name: 'x', callbackUrl: 'https://x.example' },
    ServiceRemove: { id: 'gid://shopify/FulfillmentService/1?id=true' },
    WorkAssignedToUs: { status: 'FULFILLMENT_REQUESTED' },
    RequestSubmit: work,
    RequestAccept: work,
    RequestReject: work,
    CancellationAccept: work,
    CancellationReject: work,
    RequestCloseIncomplete: work,
    FulfillmentOrderReassign: { ...work, newLocationId: location.locationId },
    ProductsPage: {},
    ProductFull: { id: product },
    VariantsBySku: { search: 'sku:*' },
    SourcedProductUpsert: {
      identifier: { handle: 'mug' },
      wait: true,
      input: {
        title: 'Mug',
        productOptions: [{ name: 'Colour', values: [{ name: 'Red' }, { name: 'Blue' }] }],
        variants: [
          {
            optionValues: [{ optionName: 'Colour', name: 'Red' }],
            sku: 'MUG-R',
            price: '14.90',
            inventoryItem: { cost: '5.10' },
          },
          { optionValues: [{ optionName: 'Colour', name: 'Blue' }], price: '15' },
        ],
      },
    },
    SourcedProductJob: { id: 'gid://shopify/ProductSetOperation/1' },
    SourcedProductPublish: { id: product, to: [] },
    SourcedProductStatus: { product: { id: product, status: 'DRAFT' } },
    SourcedVariantPrices: {
      productId: product,
      variants: [{ id: `gid://shopify/ProductVariant/${ids.variant}`, price: '9.99' }],
    },
    SourcedProductRemove: { id: product },
    StockOfItem: item,
    StockActivate: { ...item, ...location, available: 3, idempotencyKey: 'k1' },
    StockSet: {
      idempotencyKey: 'k2',
      input: {
        name: 'available',
        reason: 'correction',
        quantities: [{ ...item, ...location, quantity: 8, changeFromQuantity: 3 }],
      },
    },
    HookAdd: { topic: 'ORDERS_CREATE', hook: { uri: 'https://portal.example/hooks' } },
    HookChange: { id: 'gid://shopify/WebhookSubscription/1', hook: { uri: 'https://portal.example/2' } },
    HookRemove: { id: 'gid://shopify/WebhookSubscription/1' },
    BulkStart: { query: DOCUMENTS['10b-bulk-inner-products'] ?? '', group: false },
    BulkPoll: { id: 'gid://shopify/BulkOperation/1' },
    BulkStop: { id: 'gid://shopify/BulkOperation/1' },
    OptionalScopesRevoke: { scopes: ['write_publications'] },
  };
}

/** Costs that shopify.md §2.2 states for these documents. */
const COSTS: Record<string, number> = {
  OrdersChangedSince: 194,
  FulfillmentOrdersOfOrder: 123,
  WorkAssignedToUs: 176,
  ProductsPage: 132,
  OrderFull: 72,
  ProductFull: 67,
  OrderLinesPage: 48,
  VariantsBySku: 44,
  StoreLocations: 23,
  StockOfItem: 18,
  HooksInstalled: 16,
};

/** What a shop without the record, or without fulfilment services, rightly refuses. */
const REFUSED = new Set([
  'ServiceRegister',
  'ServiceRemove',
  'RequestSubmit',
  'RequestAccept',
  'RequestReject',
  'CancellationAccept',
  'CancellationReject',
  'RequestCloseIncomplete',
  'FulfillmentOrderReassign',
  'HookChange',
  'HookRemove',
  'BulkStop',
]);

const OPERATIONS = Object.entries(DOCUMENTS).flatMap(([document, text]) =>
  parse(text).definitions.flatMap((one) =>
    one.kind === 'OperationDefinition' ? [{ document, name: one.name?.value ?? '' }] : [],
  ),
);

test('there are 49 operations', () => {
  expect(OPERATIONS).toHaveLength(49);
});

// In the order of the documents. The catalogue query is no request of its own: it goes into a bulk operation.
test.each(
  OPERATIONS.filter(({ name }) => !['OptionalScopesRevoke', 'AppSelfUninstall', 'BulkCatalogue'].includes(name)),
)('$name runs', async ({ document, name }) => {
  const answer = await bench.ask(DOMAIN, token, document, name, variables[name] ?? {});
  expect(answer.body.errors).toBeUndefined();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-shopify-api-version')).toBe('2026-07');
  const [payload] = Object.values(answer.body.data);
  const refused = listOf(payload?.userErrors).length > 0;
  expect(refused, JSON.stringify(payload)).toBe(REFUSED.has(name));
  const cost = answer.body.extensions.cost as unknown as { requestedQueryCost: number; actualQueryCost: number };
  expect(cost.actualQueryCost).toBeLessThanOrEqual(cost.requestedQueryCost);
  if (COSTS[name] !== undefined) expect(cost.requestedQueryCost).toBe(COSTS[name]);
});

test('the app gives back a scope and then removes itself', async () => {
  const revoked = await bench.ask(DOMAIN, token, '11-app', 'OptionalScopesRevoke', variables.OptionalScopesRevoke);
  expect(revoked.body.data.appRevokeAccessScopes?.revoked).toEqual([{ handle: 'write_publications' }]);
  const gone = await bench.ask(DOMAIN, token, '11-app', 'AppSelfUninstall');
  expect(gone.body.data.appUninstall?.userErrors).toEqual([]);
  expect((await bench.ask(DOMAIN, token, '01-shop', null)).status).toBe(401);
});
