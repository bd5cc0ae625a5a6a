import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { hugePng } from '#testing/hostile-files.ts';
import { merchant } from '#testing/people.ts';
import { searchBy, uploadPicture } from '#testing/picture-fixtures.ts';
import { drawProducts, pictureOf } from '#testing/product-pictures.ts';

let test: TestApp;
let open: TestApp;
let server: Server;
let base = '';
let drawn: Buffer;
beforeAll(async () => {
  const [product] = drawProducts(1, 'uploads');
  drawn = product ? await pictureOf(product) : Buffer.alloc(0);
  server = createServer((request, response) => {
    if (request.url === '/page') return response.writeHead(200).end('<!doctype html><title>A page</title>');
    if (request.url === '/large') return response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024 + 1, 1));
    return response.writeHead(request.url === '/lamp.jpg' ? 200 : 404).end(drawn);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // an IP socket is listening
  test = await startTestApp();
  open = await startTestApp({ ALLOW_PRIVATE_HOSTS: '1' });
});
afterAll(async () => {
  await test.close();
  await open.close();
  await new Promise((resolve) => server.close(resolve));
});

describe('a picture to search by', () => {
  it('is refused with a sentence when it is a bomb, huge, tiny, cut off, or no picture at all', {
    tags: ['D4-05'],
  }, async () => {
    const { token } = await merchant(test);
    const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#888' } })
      .jpeg({ quality: 10 })
      .toBuffer();
    const tiny = await sharp(drawn).resize(90).png().toBuffer();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>');
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    const refused: [Buffer, string, RegExp][] = [
      [hugePng(100_000, 100_000), 'bomb.png', /^This image has 10000 megapixels, and the limit is 40/],
      [huge, 'huge.jpg', /^This image has 100 megapixels, and the limit is 40/],
      [tiny, 'tiny.png', /only 90 × 90 pixels\. Use one of at least 200/],
      [svg, 'drawing.png', /content doesn’t match its type/],
      [svg, 'drawing.svg', /isn’t supported\. Choose one of these: \.jpg/],
      [html, 'page.jpg', /content doesn’t match its type/],
      [gif, 'moving.png', /content doesn’t match its type/],
      [drawn.subarray(0, Math.floor(drawn.length / 2)), 'half.jpg', /can’t be read\. Save it again/],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(900, 65)]), 'fake.jpg', /can’t be read/],
    ];
    const before = await sqlRows(test, 'SELECT count(*)::int AS n FROM files');
    for (const [bytes, name, sentence] of refused) {
      const answer = await uploadPicture(test, token, bytes, name);
      expect([name, answer]).toMatchObject([name, { status: 422, body: { code: 'file_invalid' } }]);
      expect(answer.body.message).toMatch(sentence);
    }
    expect(await sqlRows(test, 'SELECT count(*)::int AS n FROM files')).toEqual(before);
    const large = Buffer.concat([drawn, Buffer.alloc(10 * 1024 * 1024)]);
    expect(await uploadPicture(test, token, large)).toMatchObject({ status: 413 });
  });

  it('keeps nothing of what the camera wrote: no place, no time, no name, and lies upright', {
    tags: ['D4-05'],
  }, async () => {
    const { token } = await merchant(test);
    const photo = await sharp(drawn)
      .resize(480, 300)
      .withExif({
        IFD0: { Make: 'Camera', Artist: 'Jane Doe' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '52/1 31/1 0/1',
          GPSLongitudeRef: 'E',
          GPSLongitude: '13/1 24/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif?.includes('Jane Doe')).toBe(true);
    const made = await uploadPicture(test, token, photo, 'IMG_1.jpg');
    expect(made).toMatchObject({ status: 200, body: { data: { name: 'IMG_1.webp', mime: 'image/webp' } } });
    const [file] = await sqlRows(test, `SELECT sha256 FROM files WHERE id = '${made.body.data.id}'`);
    const kept = await test.blobs.bytes(file?.sha256);
    const { exif, xmp, orientation, width, height } = await sharp(kept).metadata();
    expect({ exif, xmp, orientation, width, height }).toEqual({ width: 300, height: 480 });
    expect([kept.includes('Jane Doe'), kept.includes('GPS')]).toEqual([false, false]);
  });

  it('is the first frame of a moving one, and lies on white where it is clear', async () => {
    const { token } = await merchant(test);
    const frame = (background: string) =>
      sharp({ create: { width: 260, height: 220, channels: 4, background } })
        .png()
        .toBuffer();
    const moving = await sharp([await frame('#f00'), await frame('#00f')], { join: { animated: true } })
      .webp()
      .toBuffer();
    const made = await uploadPicture(test, token, moving, 'moving.webp');
    const [file] = await sqlRows(test, `SELECT sha256 FROM files WHERE id = '${made.body.data.id}'`);
    const { dominant } = await sharp(await test.blobs.bytes(file?.sha256)).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.b).toBeLessThan(60);
  });
});

describe('the address of a picture', () => {
  it('is refused when it is private, bare, not https, or says who asks', { tags: ['D4-07'] }, async () => {
    const { token } = await merchant(test);
    const addresses = [
      `${base}/lamp.jpg`,
      'https://127.0.0.1/lamp.jpg',
      'https://localhost/lamp.jpg',
      'https://10.0.0.8/lamp.jpg',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/lamp.jpg',
      'https://[::ffff:192.168.0.1]/lamp.jpg',
      'https://2130706433/lamp.jpg',
      'https://user:secret@example.com/lamp.jpg',
      'https://example.com:8443/lamp.jpg',
      'file:///etc/passwd',
      'lamp.jpg',
      'https://no-such-host.invalid/lamp.jpg',
      'https://localhost.localdomain/lamp.jpg',
    ];
    const sentences = new Set<string | undefined>();
    for (const url of addresses) {
      const answer = await test.call('POST', '/api/image_searches', { token, body: { url } });
      expect([url, answer]).toMatchObject([url, { status: 422, body: { code: 'picture_unreachable' } }]);
      sentences.add(answer.body.errors?.url?.[0]);
    }
    // one for all: whether a host inside exists is not told (L9)
    expect([...sentences]).toEqual([
      'We couldn’t get this image. Use the public https address of an image, or upload it.',
    ]);
  });

  it('leads to a search when it shows a picture, and to a sentence when not', async () => {
    const { token } = await merchant(open);
    const by = (path: string) => open.call('POST', '/api/image_searches', { token, body: { url: base + path } });
    expect(await by('/lamp.jpg')).toMatchObject({
      status: 200,
      body: { data: { host: '127.0.0.1', width: 480, height: 480, crop: { left: 0, width: 1 } } },
    });
    expect((await by('/gone.jpg')).body.message).toMatch(/server answered 404/);
    expect((await by('/large')).body.message).toMatch(/larger than allowed/);
    expect(await by('/page')).toMatchObject({ status: 422, body: { code: 'file_invalid' } });
  });
});

it('takes 50 searches a day of an account, and none when the provider switched them off', async () => {
  const { token, account_id } = await merchant(test);
  expect(await searchBy(test, token)).toMatchObject({ status: 200 });
  await sqlRows(
    test,
    `INSERT INTO audit_log (id, account_id, at, actor_kind, acting, action, entity, fields, details, request_id)
     SELECT gen_random_uuid(), '${account_id}', at, 'merchant', false, action, entity, fields, details, 'x' FROM audit_log, generate_series(1, 49)
     WHERE account_id = '${account_id}' AND action = 'image-search.search'`,
  );
  expect(await searchBy(test, token)).toMatchObject({ status: 422, body: { code: 'search_limit' } });
  test.clock.advance(25 * 3_600_000);
  expect(await searchBy(test, token)).toMatchObject({ status: 200 });
  await sqlRows(test, `UPDATE accounts SET image_identify_enabled = false WHERE id = '${account_id}'`);
  expect(await searchBy(test, token)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  for (const path of ['/api/image_searches', '/api/image_duplicates'])
    expect((await test.call('GET', path, { token })).body.message).toMatch(/turned off for your account/);
});
