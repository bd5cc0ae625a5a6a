import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parsing } from '#server/lib/parsing/parsing-pool.ts';
import { redrawPicture } from '#server/lib/pictures.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { givenStore, systemEntry } from '#testing/order-fixtures.ts';
import { merchant } from '#testing/people.ts';
import { applyProducts, shopProduct, shopVariant } from '#testing/product-fixtures.ts';
import { runTasks } from '#testing/run-tasks.ts';

let test: TestApp;
let server: Server;
let base = '';
const asked: string[] = [];
let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(request.url?.startsWith('/lamp') ? 200 : 404).end(png);
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
  expect(asked).toHaveLength(4);
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
  expect(asked).toHaveLength(5); // only the one that failed
});

it('does not begin a picture again within its day when it ended the process that drew it', async () => {
  const { token, account_id } = await merchant(test);
  const store = await givenStore(test, account_id);
  const mirror = () => test.app.tasks.products_mirror_pictures?.(systemEntry(test), {});
  const picture = async () => (await test.call('GET', '/api/products', { token })).body.data[0].picture_url;
  await runTasks(test); // nothing else is waiting
  parsing.limits.pictures.processes = 1;
  parsing.close();
  await redrawPicture(png, { longest: 100, quality: 80 }, null); // starts the process
  const [pid = 0] = parsing.idlePids('pictures');
  expect([0, process.pid]).not.toContain(pid);
  const times = () => asked.filter((path) => path === '/lamp-9.png').length;
  await applyProducts(test, account_id, store, [
    shopProduct('9', [shopVariant('91')], { image_url: `${base}/lamp-9.png` }),
  ]);
  process.kill(pid, 'SIGSTOP');
  const drawing = mirror();
  await expect.poll(() => parsing.idlePids('pictures')).toEqual([]);
  await mirror(); // as another server does, or the next start when the picture ended the server itself
  process.kill(pid, 'SIGKILL');
  await drawing;
  test.clock.advance(23 * 3_600_000);
  await mirror();
  expect(times()).toBe(1);
  expect(await picture()).toBeNull();
  test.clock.advance(2 * 3_600_000);
  await mirror();
  expect(times()).toBe(2);
  expect(await picture()).toMatch(/^\/api\/pictures\/[0-9a-f]{64}$/);
});
