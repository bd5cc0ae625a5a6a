import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPrivateAddress } from './fetch-outside.ts';
import { fetchPicture } from './fetch-picture.ts';

let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: '/ok' }).end();
    if (request.url === '/broken') return response.writeHead(503).end();
    return response.writeHead(200).end(Buffer.alloc(request.url === '/big' ? 5000 : 100, 7));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const rules = { hosts: ['127.0.0.1', 'localhost', 'cdn.shopify.com'], allowPrivate: true, maxBytes: 1000 };
const strict = { ...rules, allowPrivate: false };

describe('fetchPicture', () => {
  it('fetches bytes from an allowed host', async () => {
    expect((await fetchPicture(`${base}/ok`, rules)).length).toBe(100);
  });

  it('refuses other hosts, redirects, too many bytes and addresses that cannot be read', async () => {
    await expect(fetchPicture('https://evil.example/a.png', rules)).rejects.toMatchObject({ final: true });
    await expect(fetchPicture(`${base}/moved`, rules)).rejects.toMatchObject({ final: true });
    await expect(fetchPicture(`${base}/big`, rules)).rejects.toThrow(/larger/);
    await expect(fetchPicture('not a url', rules)).rejects.toMatchObject({ final: true });
    await expect(fetchPicture('https://user@cdn.shopify.com/a.png', rules)).rejects.toMatchObject({ final: true });
  });

  it('may be tried again when the other side is down', async () => {
    await expect(fetchPicture(`${base}/broken`, rules)).rejects.toMatchObject({ final: false });
  });

  it('refuses plain http and names that lead to this machine outside of the sandbox', async () => {
    await expect(fetchPicture(`${base}/ok`, strict)).rejects.toMatchObject({ final: true });
    await expect(fetchPicture('https://localhost:1/a.png', strict)).rejects.toMatchObject({
      final: true,
      message: expect.stringContaining('private'),
    });
  });
});

describe('isPrivateAddress', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '::1',
    'fd00::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '0.0.0.0',
    '::7f00:1', // round 2, and those below
    '::ffff:0:7f00:1',
    '64:ff9b:1::7f00:1',
    '2001:0:7f00:1::',
    'fec0::1',
  ])('closes %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('leaves %s open', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});
