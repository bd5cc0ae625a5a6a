import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { eventReader, type ServerEvent } from './event-stream.ts';
import { onServerEvent, startEvents } from './events.ts';
import { configureTransport } from './transport.ts';

const open: ServerResponse[] = [];
const ended: string[] = [];
const stops: (() => void)[] = [];
let status = 200;
let server: Server;

beforeAll(async () => {
  server = createServer((_, response) => {
    if (status !== 200) {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status, message: 'Log in again.', code: 'not_logged_in' }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    open.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  configureTransport({
    language: () => '',
    origin: `http://127.0.0.1:${port}`,
    token: () => 't',
    onSessionEnd: (text) => ended.push(text),
  });
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  for (const response of open.splice(0)) response.destroy();
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function listen(): ServerEvent[] {
  const got: ServerEvent[] = [];
  stops.push(
    onServerEvent((event) => got.push(event)),
    startEvents(5),
  );
  return got;
}

it('reads events that arrive in pieces, and skips comments and foreign text', () => {
  const got: ServerEvent[] = [];
  const read = eventReader((event) => got.push(event));
  for (const piece of [
    ':\n\nda',
    'ta: {"kind":"orders.changed",',
    '"id":"1"}\n',
    '\ndata: nonsense\n\n',
    'data: {"kind":"jobs.done"}\r\n\r\n',
  ])
    read(piece);
  expect(got).toEqual([
    { kind: 'orders.changed', id: '1' },
    { kind: 'jobs.done', id: '' },
  ]);
});

it('hands out events, comes back after a break and says resync', async () => {
  status = 200;
  const got = listen();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open[0]?.write('data: {"kind":"orders.changed","id":"7"}\n\n');
  await vi.waitFor(() => expect(got).toEqual([{ kind: 'orders.changed', id: '7' }]));
  open[0]?.destroy();
  await vi.waitFor(() => expect(got.at(-1)).toEqual({ kind: 'resync', id: '' }));
  expect(open).toHaveLength(2);
});

it('L10: gives way to newer streams of the same person until somebody looks at the page', async () => {
  status = 200;
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
  vi.stubGlobal('document', page);
  const asked = vi.spyOn(page, 'addEventListener');
  const got = listen();
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open[0]?.end('data: {"kind":"stream.replaced","id":""}\n\n');
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(open).toHaveLength(1);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(got).toEqual([{ kind: 'resync', id: '' }]));
  expect(open).toHaveLength(2);
  vi.unstubAllGlobals();
});

it('stops for good when the session is over', async () => {
  status = 401;
  listen();
  await vi.waitFor(() => expect(ended).toEqual(['Log in again.']));
});
