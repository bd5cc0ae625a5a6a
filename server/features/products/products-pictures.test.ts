import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let server: Server;
let base = '';
let asked = 0;
beforeAll(async () => {
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    asked += 1;
    response.writeHead(request.url?.startsWith('/lamp') ? 200 : 404).end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  test = await startTestApp({ PICTURE_HOSTS: '127.0.0.1', ALLOW_PRIVATE_HOSTS: '1' });
});
afterAll(async () => {
  await test.close();
  await new Promise((resolve) => server.close(resolve));
});

it('mirrors pictures once per address, serves them by their hash, and tries failed ones again after a day', async () => {
  const { token, account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  const product = (id: string, path: string) =>
    shopProduct(id, [shopVariant(`${id}1`), shopVariant(`${id}2`, { image_url: `${base}/lamp-${path.slice(1)}` })], {
      image_url: `${base}${path}`,
    });
  await applyProducts(test, account_id, store, [product('1', '/lamp.png'), product('2', '/gone.png')]);
  await runTasks(test);
  await applyProducts(test, account_id, store, [product('3', '/lamp.png')]);
  await runTasks(test);
  expect(asked).toBe(4);
  const { body } = await test.call('GET', '/api/products?sort=title', { token });
  const urls = Object.fromEntries(
    body.data.map((row: { title: string; picture_url: string | null }) => [row.title, row.picture_url]),
  );
  expect(urls['Product 1']).toMatch(/^\/api\/pictures\/[0-9a-f]{64}$/);
  expect(urls['Product 3']).toBe(urls['Product 1']);
  expect(urls['Product 2']).toBeNull();
  const lamp = body.data.find((row: { title: string }) => row.title === 'Product 1').id;
  const variants = (await test.call('GET', `/api/products/${lamp}/variants`, { token })).body.data;
  expect(variants[0].picture_url).toBe(urls['Product 1']); // without one of its own
  expect(variants[1].picture_url).toMatch(/^\/api\/pictures\/[0-9a-f]{64}$/);

  const picture = await test.app.fastify.inject({ method: 'GET', url: urls['Product 1'] });
  expect(picture.headers['content-type']).toBe('image/webp');
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 40, height: 30 });

  test.clock.advance(25 * 3_600_000);
  await applyProducts(test, account_id, store, [product('4', '/lamp.png')]);
  await runTasks(test);
  expect(asked).toBe(5); // only the one that failed
});
