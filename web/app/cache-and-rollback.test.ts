import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyAnswerCache } from '../api/answer-cache.ts';
import { call } from '../api/call.ts';
import { api } from '../api/client.ts';
import { onServerEvent, startEvents } from '../api/events.ts';
import { setToastSink } from '../api/toasts.ts';
import { configureTransport } from '../api/transport.ts';
import { followEvents } from './live-data.ts';
import { makeQueryClient } from './query-client.ts';

const seen: string[] = [];
const waiting: ServerResponse[] = [];
const streams: ServerResponse[] = [];
const toasts: string[] = [];
const stops: (() => void)[] = [];
let isHeld = false;
let server: Server;

function answer(response: ServerResponse, data: unknown = seen.length): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: 200, data, meta: {} }));
}

beforeAll(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === '/api/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(':\n\n');
      streams.push(response);
      return;
    }
    seen.push(`${incoming.method} ${incoming.url}`);
    if (isHeld) waiting.push(response);
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  configureTransport({ origin: `http://127.0.0.1:${port}`, token: () => 't', client: () => undefined });
});

beforeEach(() => {
  isHeld = false;
  for (const list of [seen, waiting, streams, toasts]) list.length = 0;
  emptyAnswerCache();
  setToastSink((_kind, text) => void toasts.push(text));
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  for (const response of [...streams, ...waiting]) response.destroy();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Follows the server's events as the app does; answers what sends one. */
async function events(): Promise<(kind: string) => void> {
  stops.push(followEvents(makeQueryClient()), startEvents(5));
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  return (kind) => void streams[0]?.write(`data: ${JSON.stringify({ kind, id: '1' })}\n\n`);
}

it('serves a second call from the cache until an event names its records', { tags: ['S7-38'] }, async () => {
  const send = await events();
  const first = await api.stores.options();
  expect(await api.stores.options()).toEqual(first);
  await api.stores.options({ query: { q: 'other' } });
  expect(seen).toHaveLength(2);
  send('orders.changed');
  send('stores.changed');
  await vi.waitFor(async () => expect(await api.stores.options()).not.toEqual(first));
  expect(seen).toHaveLength(3);
});

it('B10 keeps nothing of an answer that an event overtook', async () => {
  const send = await events();
  const reported = new Promise((resolve) => stops.push(onServerEvent(resolve)));
  isHeld = true;
  const asked = api.shipping.channels();
  const others = api.stores.options();
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  send('stores.changed');
  await reported;
  isHeld = false;
  for (const response of waiting) answer(response);
  await Promise.all([asked, others]);
  await api.shipping.channels();
  expect(seen).toHaveLength(2);
  await api.stores.options();
  expect(seen).toHaveLength(3);
});

it('B10 drops what is kept when an action of the user changes the records, and keeps it over a preview', async () => {
  const body = { platform: 'file', name: 'Corner shop', currency: 'EUR' } as const;
  await api.stores.options();
  await api.notifications.preview({ body: { content: 'x' } });
  await api.stores.options();
  expect(seen).toHaveLength(2);
  await api.stores.createFileStore({ body }, { idempotencyKey: 'k-1' });
  await api.stores.options();
  expect(seen).toHaveLength(4);
});

it('B10 cancels the pending call of the same path whatever its params, silently; the newest wins', {
  tags: ['H10', 'S7-41'],
}, async () => {
  isHeld = true;
  const older = call(api.orders.list({ query: { q: 'a' } }));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  const newer = api.orders.list({ query: { q: 'ab', page: 2 } });
  expect(await older).toBe(false);
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  answer(waiting[1] as ServerResponse, ['newest']);
  expect(await newer).toMatchObject({ data: ['newest'] });
  expect(toasts).toEqual([]);
});

it('B10 leaves calls alone that have another record in the path, another key or no mark', {
  tags: ['H10'],
}, async () => {
  isHeld = true;
  const preview = (id: string) => api.orders.splitPreview({ params: { id }, body: { lines: [], version: 1 } });
  const answers = Promise.all([
    preview('1'),
    preview('2'),
    api.orders.list({ query: { q: 'a' } }),
    api.orders.list({ query: { q: 'a' } }, { rollback: 'another panel' }),
    api.orders.list({ query: { q: 'a' } }, { rollback: false }),
    api.products.list({ query: { q: 'a' } }),
    api.products.list({ query: { q: 'ab' } }),
  ]);
  await vi.waitFor(() => expect(waiting).toHaveLength(7));
  for (const response of waiting) answer(response);
  expect(await answers).toHaveLength(7);
});

it('B10 typing in a list shows the newest answer, without an error or a toast', async () => {
  isHeld = true;
  const client = makeQueryClient();
  const options = (q: string) => ({
    queryKey: ['orders', 'list', q],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.orders.list({ query: { q } }, { signal }),
  });
  const list = new QueryObserver(client, options('a'));
  stops.push(list.subscribe(() => {}));
  await vi.waitFor(() => expect(waiting).toHaveLength(1));
  list.setOptions(options('ab'));
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  answer(waiting[1] as ServerResponse, ['newest']);
  await vi.waitFor(() => expect(list.getCurrentResult().data).toMatchObject({ data: ['newest'] }));
  expect([client.getQueryState(['orders', 'list', 'a'])?.error, toasts]).toEqual([null, []]);
});
