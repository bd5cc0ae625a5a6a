import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_SCOPES, shopBench, type ShopBench } from './bench.ts';

const DOMAIN = 'pages.myshopify.com';
let bench: ShopBench;

beforeAll(async () => {
  bench = await shopBench();
  await bench.control.createDemoShop(DOMAIN);
});
afterAll(() => bench.close());

const get = async (path: string) => {
  const answer = await fetch(bench.url + path);
  return { status: answer.status, text: await answer.text() };
};
const post = (path: string, form: Record<string, string> = {}) =>
  fetch(bench.url + path, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const notice = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', bench.url).searchParams.get('notice');

test('a shop is made on the first page and listed there', async () => {
  expect((await post('/shops', { name: 'made-here' })).headers.get('location')).toBe('/made-here.myshopify.com/');
  expect((await get('/')).text).toContain('made-here.myshopify.com');
  expect(notice(await post('/shops', { name: 'made-here' }))).toContain('exists already');
  expect(notice(await post('/shops', { name: '-bad_' }))).toContain('is not a myshopify.com domain');
});

test('every page of a shop can be opened', async () => {
  for (const path of ['', 'buy', 'catalogue', 'webhooks', 'faults'])
    expect((await get(`/${DOMAIN}/${path}`)).status, path).toBe(200);
  for (const path of ['/nobody.myshopify.com/', `/${DOMAIN}/orders/1`, `/${DOMAIN}/orders/x`, `/${DOMAIN}/cdn/1.png`])
    expect((await get(path)).status, path).toBe(404);
});

test('an address of the shop’s admin leads to its order, where it can be marked as paid', async () => {
  const id = /orders\/(\d+)">#1007</.exec((await get(`/${DOMAIN}/`)).text)?.[1] ?? '';
  const { text } = await get(`/${DOMAIN}/admin/orders/${id}`);
  expect(text).toContain(`action="/${DOMAIN}/orders/${id}/pay"`);
  expect((await get(`/${DOMAIN}/admin/orders/1`)).text).toContain('#1007');
});

test('a buyer places an order; the merchant edits, ships and sees the tracking', async () => {
  const [product] = await bench.control.products(DOMAIN);
  const variant = product?.variants[0]?.id ?? '';
  expect(notice(await post(`/${DOMAIN}/buy`))).toBe('Choose at least one product.');
  expect(notice(await post(`/${DOMAIN}/buy`, { [`q${variant}`]: '2', buyer: '2' }))).toBe('The order was placed.');
  const list = (await get(`/${DOMAIN}/`)).text;
  const id = /orders\/(\d+)">#1009</.exec(list)?.[1] ?? '';
  expect(list).toContain('Élodie Marchand');
  const line = (await bench.control.order(DOMAIN, id))?.lines[0]?.id ?? '';
  const edit = {
    [`q${line}`]: '1',
    first_name: 'Eva',
    last_name: 'Marchand',
    address1: '<b>1</b>',
    city: 'Lyon',
    zip: '69001',
  };
  expect(notice(await post(`/${DOMAIN}/orders/${id}/edit`, edit))).toBe('The order was changed.');
  expect(await bench.control.order(DOMAIN, id)).toMatchObject({
    data: { address: { first_name: 'Eva', country_code: 'FR' } },
    lines: [{ current_quantity: 1 }],
  });
  const [parcel = ''] = await bench.control.markFulfilledManually(DOMAIN, id, {
    company: 'YunExpress',
    numbers: ['YT9'],
    urls: ['https://track.example/YT9'],
  });
  const page = (await get(`/${DOMAIN}/orders/${id}`)).text;
  expect(page).toContain('https://track.example/YT9');
  expect(page).not.toContain('<b>1</b>');
  await post(`/${DOMAIN}/fulfillments/${parcel}`, { status: 'DELIVERED' });
  expect((await get(`/${DOMAIN}/orders/${id}`)).text).toContain('delivered');
  expect(notice(await post(`/${DOMAIN}/orders/${id}/cancel`))).toContain('outstanding fulfillments');
});

test('faults are switched on and off, and the app is uninstalled', async () => {
  await post(`/${DOMAIN}/faults`, { kind: 'slow', mode: 'always', ms: '5' });
  expect((await get(`/${DOMAIN}/faults`)).text).toContain('always, 5 ms');
  await post(`/${DOMAIN}/faults`, { kind: 'slow', mode: 'off' });
  expect(await bench.control.faults(DOMAIN)).toEqual([]);
  await bench.control.installApp(DOMAIN, ALL_SCOPES);
  expect((await get(`/${DOMAIN}/`)).text).toContain('Uninstall the app');
  await post(`/${DOMAIN}/uninstall`);
  expect(await bench.control.installedScopes(DOMAIN)).toBeNull();
});

test('a product has a picture, always the same', async () => {
  const [product, other] = await bench.control.products(DOMAIN);
  const picture = async (id: string | undefined) =>
    Buffer.from(await (await fetch(`${bench.url}/${DOMAIN}/cdn/${id}.png`)).arrayBuffer());
  const first = await picture(product?.id);
  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 600, height: 600 });
  expect(first.equals(await picture(product?.id))).toBe(true);
  expect(first.equals(await picture(other?.id))).toBe(false);
});
