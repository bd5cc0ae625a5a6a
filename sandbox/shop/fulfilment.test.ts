import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, shopBench, type ShopBench } from './bench.ts';
import type { PlacedOrder } from './order-records.ts';

const DOMAIN = 'parcels.myshopify.com';

let bench: ShopBench;
let token: string;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createShop({ domain: DOMAIN });
  token = (await bench.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
});
afterAll(() => bench.close());

const place = () =>
  bench.control.placeOrder(DOMAIN, {
    lines: [
      { title: 'Mug', price: 1000, quantity: 3, sku: 'MUG' },
      { title: 'Tee', price: 2000, quantity: 1 },
      { title: 'Voucher', price: 500, quantity: 1, requiresShipping: false },
    ],
  });

async function work(order: PlacedOrder) {
  const answer = await bench.ask(DOMAIN, token, '04-fulfillment', 'FulfillmentOrdersOfOrder', {
    orderId: bench.control.gid('Order', order.id),
  });
  return answer.body.data.order as unknown as {
    displayFulfillmentStatus: string;
    fulfillmentOrders: {
      nodes: {
        id: string;
        status: string;
        supportedActions: { action: string }[];
        fulfillmentHolds: { id: string }[];
        lineItems: { nodes: { id: string; remainingQuantity: number; sku: string | null }[] };
      }[];
    };
  };
}

type Payload = {
  fulfillment: {
    id: string;
    name: string;
    status: string;
    trackingInfo: object[];
    fulfillmentLineItems: { nodes: { quantity: number }[] };
  } | null;
  userErrors: { field: string[] | null; message: string }[];
};

async function ship(
  parts: { id: string; lines?: { id: string; quantity: number }[] }[],
  tracking: object = { company: 'YunExpress', numbers: ['YT1'], urls: ['https://track.example/YT1'] },
): Promise<Payload> {
  const lineItemsByFulfillmentOrder = parts.map((part) => ({
    fulfillmentOrderId: part.id,
    ...(part.lines && { fulfillmentOrderLineItems: part.lines }),
  }));
  const answer = await bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentCreate', {
    fulfillment: { lineItemsByFulfillmentOrder, trackingInfo: tracking },
  });
  expect(answer.body.errors).toBeUndefined();
  return answer.body.data.fulfillmentCreate as unknown as Payload;
}

test('work appears some time after the order, not with it', async () => {
  const slow = await shopBench({ routingDelayMs: 3_600_000 });
  await slow.control.createShop({ domain: DOMAIN });
  const access = (await slow.control.installApp(DOMAIN, ALL_SCOPES)).access_token;
  const placed = await slow.control.placeOrder(DOMAIN, { lines: [{ title: 'Mug', price: 1, quantity: 1 }] });
  const ask = () =>
    slow.ask(DOMAIN, access, '04-fulfillment', 'FulfillmentOrdersOfOrder', {
      orderId: slow.control.gid('Order', placed.id),
    });
  expect((await ask()).body.data.order?.fulfillmentOrders?.nodes).toEqual([]);
  await slow.query('update shop_fulfillment_orders set routed_at = now()');
  expect((await ask()).body.data.order?.fulfillmentOrders?.nodes).toHaveLength(1);
  await slow.close();
});

test('a part is shipped, then the rest, and the order follows', async () => {
  const order = await place();
  const before = await work(order);
  const [open] = before.fulfillmentOrders.nodes;
  expect(before.displayFulfillmentStatus).toBe('UNFULFILLED');
  expect(open).toMatchObject({
    status: 'OPEN',
    lineItems: { nodes: [{ sku: 'MUG', remainingQuantity: 3 }, { remainingQuantity: 1 }] },
  });
  const mug = open?.lineItems.nodes[0]?.id ?? '';
  const first = await ship([{ id: open?.id ?? '', lines: [{ id: mug, quantity: 2 }] }]);
  expect(first.userErrors).toEqual([]);
  expect(first.fulfillment).toMatchObject({
    name: `${order.name}-F1`,
    status: 'SUCCESS',
    trackingInfo: [{ company: 'YunExpress', number: 'YT1', url: 'https://track.example/YT1' }],
    fulfillmentLineItems: { nodes: [{ quantity: 2 }] },
  });
  const between = await work(order);
  expect(between.displayFulfillmentStatus).toBe('PARTIALLY_FULFILLED');
  expect(between.fulfillmentOrders.nodes[0]).toMatchObject({
    status: 'IN_PROGRESS',
    lineItems: { nodes: [{ remainingQuantity: 1 }, { remainingQuantity: 1 }] },
  });
  expect((await ship([{ id: open?.id ?? '' }])).fulfillment?.name).toBe(`${order.name}-F2`);
  const after = await work(order);
  expect(after.displayFulfillmentStatus).toBe('FULFILLED');
  expect(after.fulfillmentOrders.nodes[0]).toMatchObject({ status: 'CLOSED', supportedActions: [] });
  expect(
    (await bench.control.fulfillments(DOMAIN, { byApp: true })).filter((one) => one.order_name === order.name),
  ).toHaveLength(2);
});

test('wrong shipments are refused in Shopify’s words and change nothing', async () => {
  const order = await place();
  const other = await place();
  const [open] = (await work(order)).fulfillmentOrders.nodes;
  const [foreign] = (await work(other)).fulfillmentOrders.nodes;
  const id = open?.id ?? '';
  const line = open?.lineItems.nodes[0]?.id ?? '';
  const message = async (parts: Parameters<typeof ship>[0]) => {
    const [error] = (await ship(parts)).userErrors;
    expect(error?.field).toEqual(['fulfillment']);
    return error?.message;
  };
  expect(await message([{ id, lines: [{ id: line, quantity: 4 }] }])).toBe(
    'Invalid fulfillment order line item quantity requested.',
  );
  expect(await message([{ id, lines: [{ id: line, quantity: 0 }] }])).toBe('Quantity must be greater than 0');
  expect(await message([{ id, lines: [{ id: foreign?.lineItems.nodes[0]?.id ?? '', quantity: 1 }] }])).toBe(
    'Fulfillment order line item does not exist.',
  );
  expect(await message([{ id: 'gid://shopify/FulfillmentOrder/1' }])).toBe('Fulfillment order does not exist.');
  expect(await message([{ id }, { id: foreign?.id ?? '' }])).toMatch(
    /^All fulfillment orders must belong to the same order/,
  );
  expect((await work(order)).fulfillmentOrders.nodes[0]?.lineItems.nodes[0]?.remainingQuantity).toBe(3);
  await ship([{ id }]);
  expect(await message([{ id }])).toBe(
    `Fulfillment order ${order.fulfillmentOrderId} has an unfulfillable status= closed.`,
  );
});

test('two locations cannot go into one parcel', async () => {
  const order = await place();
  const location = await bench.control.addLocation(DOMAIN, 'Second');
  await bench.control.splitWork(DOMAIN, order.id, [order.lineIds[1] ?? ''], location);
  const parts = (await work(order)).fulfillmentOrders.nodes.map(({ id }) => ({ id }));
  expect(parts).toHaveLength(2);
  expect((await ship(parts)).userErrors[0]?.message).toMatch(/must be assigned to a single location/);
});

test('of two parallel shipments of the same pieces one is refused', async () => {
  const order = await place();
  const [open] = (await work(order)).fulfillmentOrders.nodes;
  const both = await Promise.all([ship([{ id: open?.id ?? '' }]), ship([{ id: open?.id ?? '' }])]);
  expect(both.filter((one) => one.fulfillment !== null)).toHaveLength(1);
});

test('tracking is replaced, a parcel is cancelled twice, and its pieces wait again', async () => {
  const order = await place();
  const [open] = (await work(order)).fulfillmentOrders.nodes;
  const id = (await ship([{ id: open?.id ?? '' }])).fulfillment?.id;
  const replaced = await bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentTrackingReplace', {
    fulfillmentId: id,
    tracking: { company: 'USPS', numbers: ['1', '2'], urls: [] },
  });
  expect(replaced.body.data.fulfillmentTrackingInfoUpdate?.fulfillment?.trackingInfo).toHaveLength(2);
  const event = await bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentEventAdd', {
    event: { fulfillmentId: id, status: 'DELIVERED', happenedAt: '2026-11-20T10:00:00Z' },
  });
  expect(event.body.data.fulfillmentEventCreate?.fulfillmentEvent).toMatchObject({
    status: 'DELIVERED',
    happenedAt: '2026-11-20T10:00:00Z',
  });
  for (let time = 0; time < 2; time += 1) {
    const cancelled = await bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentCancel', { id });
    expect(cancelled.body.data.fulfillmentCancel).toMatchObject({
      fulfillment: { status: 'CANCELLED' },
      userErrors: [],
    });
  }
  expect((await work(order)).fulfillmentOrders.nodes[0]).toMatchObject({
    status: 'OPEN',
    lineItems: { nodes: [{ remainingQuantity: 3 }, { remainingQuantity: 1 }] },
  });
  expect(
    (await bench.ask(DOMAIN, token, '04-fulfillment', 'ShipmentCancel', { id: 'gid://shopify/Fulfillment/1' })).body
      .data.fulfillmentCancel?.userErrors?.[0]?.message,
  ).toBe('Fulfillment not found.');
});

test('work on hold cannot be shipped until it is released', async () => {
  const order = await place();
  const id = bench.control.gid('FulfillmentOrder', order.fulfillmentOrderId ?? '');
  const hold = { id, hold: { reason: 'AWAITING_PAYMENT', handle: 'unpaid' } };
  await bench.ask(DOMAIN, token, '04-fulfillment', 'FulfillmentOrderHoldPlace', hold);
  expect(
    (await bench.ask(DOMAIN, token, '04-fulfillment', 'FulfillmentOrderHoldPlace', hold)).body.data.fulfillmentOrderHold
      ?.userErrors?.[0]?.code,
  ).toBe('DUPLICATE_FULFILLMENT_HOLD_HANDLE');
  expect(await work(order)).toMatchObject({
    displayFulfillmentStatus: 'ON_HOLD',
    fulfillmentOrders: { nodes: [{ status: 'ON_HOLD', fulfillmentHolds: [{ heldByRequestingApp: true }] }] },
  });
  expect((await ship([{ id }])).userErrors[0]?.message).toContain('unfulfillable status= on_hold');
  await bench.ask(DOMAIN, token, '04-fulfillment', 'FulfillmentOrderHoldRelease', { id });
  expect((await ship([{ id }])).userErrors).toEqual([]);
});

test('an amount that went back without pieces stays off what the order comes to', async () => {
  const line = { title: 'Cup', price: 1000, quantity: 2 };
  const [made] = await bench.control.insertOrders(DOMAIN, [
    {
      lines: [line],
      tax: { rate_bp: 2500, included: false },
      refund: { at: new Date('2026-09-02T10:00:00Z'), amount: 1000 },
      financialStatus: 'PARTIALLY_REFUNDED',
    },
  ]);
  const left = { total: 2500, current_total: 1500, tax: 500, current_tax: 300 };
  expect(await bench.control.order(DOMAIN, made?.id ?? '')).toMatchObject(left);
  await bench.control.editOrder(DOMAIN, made?.id ?? '', { note: 'Ring twice' });
  expect(await bench.control.order(DOMAIN, made?.id ?? '')).toMatchObject({ ...left, data: { note: 'Ring twice' } });
});

test('edits, refunds and cancellation reach the waiting work', async () => {
  const order = await place();
  await bench.control.editOrder(DOMAIN, order.id, {
    quantities: { [order.lineIds[1] ?? '']: 0 },
    addLines: [{ title: 'Cap', price: 300, quantity: 2 }],
    address: { first_name: 'New', country_code: 'US' },
  });
  const edited = await bench.control.order(DOMAIN, order.id);
  expect(edited).toMatchObject({
    edited: true,
    current_total: 3 * 1000 + 500 + 600,
    data: { address: { first_name: 'New' } },
  });
  expect(
    (await work(order)).fulfillmentOrders.nodes.map((one) => one.lineItems.nodes.map((line) => line.remainingQuantity)),
  ).toEqual([[3, 0], [2]]);
  await bench.control.refund(DOMAIN, order.id, { [order.lineIds[0] ?? '']: 1 });
  expect((await work(order)).fulfillmentOrders.nodes[0]?.lineItems.nodes[0]?.remainingQuantity).toBe(2);
  expect(await bench.control.order(DOMAIN, order.id)).toMatchObject({
    financial_status: 'PARTIALLY_REFUNDED',
    data: { refunds: [{ amount: 1000 }] },
  });
  await bench.control.cancelOrder(DOMAIN, order.id);
  await expect(bench.control.cancelOrder(DOMAIN, order.id)).rejects.toThrow(
    'Cannot cancel an order that has already been canceled',
  );
  expect((await work(order)).fulfillmentOrders.nodes.map((one) => one.status)).toEqual(['CANCELLED', 'CANCELLED']);
  expect((await bench.control.placeOrder(DOMAIN, { lines: [{ title: 'Next', price: 1, quantity: 1 }] })).number).toBe(
    order.number + 1,
  );
});
