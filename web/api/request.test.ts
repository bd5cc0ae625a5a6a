import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { messages } from '#contract/spec-texts.ts';
import { emptyAnswerCache } from './answer-cache.ts';
import { ApiError, fieldErrors } from './api-error.ts';
import { call } from './call.ts';
import { request } from './request.ts';
import { setToastSink } from './toasts.ts';
import { configureTransport } from './transport.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };
type Handler = (seen: Seen, response: ServerResponse) => void;

const seen: Seen[] = [];
const toasts: [kind: string, text: string, ms: number][] = [];
const ended: string[] = [];
let token: string | undefined;
let handler: Handler = () => {};
let server: Server;

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Handler {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

const refusal = (status: number, message: string) => answer(status, { status, code: 'x', message, request_id: 'r-1' });
const get = (path = '/api/things', extra = {}) => request({ method: 'GET', path, ...extra });

beforeAll(async () => {
  server = createServer((incoming, response) => {
    let body = '';
    incoming.on('data', (piece) => {
      body += String(piece);
    });
    incoming.on('end', () => {
      const one = { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body };
      seen.push(one);
      handler(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  configureTransport({
    origin: `http://127.0.0.1:${port}`,
    token: () => token,
    client: () => undefined,
    language: () => 'zh-Hans',
    onSessionEnd: (message) => ended.push(message),
  });
});

beforeEach(() => {
  seen.length = 0;
  toasts.length = 0;
  ended.length = 0;
  token = undefined;
  handler = answer(200, { status: 200, data: { ok: true } });
  emptyAnswerCache();
  setToastSink((kind, text, ms) => void toasts.push([kind, text, ms]));
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => new Promise((resolve) => server.close(resolve)));

describe('what is sent', () => {
  it('carries the token only when logged in, and JSON only with a body', {
    tags: ['H01', 'S7-01', 'S7-02'],
  }, async () => {
    await get();
    token = 'secret';
    await request({ method: 'POST', path: '/api/things/{id}', params: { id: 'a b/c' }, body: { name: 'x' } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]?.headers['content-type']).toBeUndefined();
    expect(seen[0]?.headers['accept-language']).toBe('zh-Hans');
    expect(seen[1]).toMatchObject({ method: 'POST', url: '/api/things/a%20b%2Fc', body: '{"name":"x"}' });
    expect(seen[1]?.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' });
  });

  it('forces page and per_page of lists to at least 1 and leaves empty values out', {
    tags: ['S5-01', 'S7-39', 'S9-03'],
  }, async () => {
    await get('/api/things', { list: true });
    await get('/api/things', { list: true, query: { page: 0, per_page: -5, q: '', tag: ['a', 'b'], none: undefined } });
    await get('/api/things', { list: true, query: { page: 'x', per_page: '20' } });
    expect(seen.map((one) => one.url)).toEqual([
      '/api/things?page=1&per_page=10',
      '/api/things?page=1&per_page=1&tag=a&tag=b',
      '/api/things?page=1&per_page=20',
    ]);
  });

  it('sends the idempotency key it is given', async () => {
    await request({ method: 'POST', path: '/api/pay', body: {} }, { idempotencyKey: 'k-1' });
    expect(seen[0]?.headers['idempotency-key']).toBe('k-1');
  });

  it('refuses a path without its parameter before anything is sent', async () => {
    await expect(get('/api/things/{id}')).rejects.toThrow('/api/things/{id} needs id');
    expect(seen).toHaveLength(0);
  });
});

describe('what comes back', () => {
  it('gives data and meta', async () => {
    handler = answer(200, { status: 200, data: [1], meta: { total: 1 } });
    expect(await get()).toEqual({ data: [1], meta: { total: 1 } });
  });

  it('throws a typed error with code, sentences by field, request id and Retry-After', async () => {
    handler = answer(
      429,
      { status: 429, code: 'too_many', message: 'Wait.', errors: { name: ['Bad.', 'Worse.'] }, request_id: 'r-9' },
      { 'retry-after': '7' },
    );
    const error = await get().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      kind: 'http',
      status: 429,
      code: 'too_many',
      message: 'Wait.',
      requestId: 'r-9',
      retryAfter: 7,
    });
    expect(fieldErrors(error)).toEqual({ name: 'Bad.' });
  });

  it('keeps an answer for its minutes, by params, body and session', { tags: ['H12', 'S7-38', 'S9-02'] }, async () => {
    await get('/api/things', { query: { a: 1 } });
    const cached = (query: object) =>
      request({ method: 'GET', path: '/api/things', query: { ...query } }, { cache: true });
    await cached({ a: 1 });
    await cached({ a: 1 });
    await cached({ a: 2 });
    await request({ method: 'POST', path: '/api/things', body: { a: 1 } }, { cache: true });
    await request({ method: 'POST', path: '/api/things', body: { a: 1 } }, { cache: true });
    await request({ method: 'POST', path: '/api/things', body: { a: 2 } }, { cache: true });
    expect(seen).toHaveLength(5);
    token = 'somebody else';
    await cached({ a: 1 });
    expect(seen).toHaveLength(6);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 5 * 60_000 + 1);
    await cached({ a: 1 });
    expect(seen).toHaveLength(7);
  });
});

describe('toasts of failed calls', () => {
  const cases: [name: string, handler: Handler, toast: [string, string, number] | undefined][] = [
    ['500', refusal(500, 'secret detail'), ['error', messages.error500, 3000]],
    ['503', refusal(503, ''), ['error', messages.error503, 3000]],
    ['502 of a proxy', answer(502, '<html>'), ['error', messages.networkAnomaly, 3000]],
    ['401 without a token', refusal(401, 'Wrong password.'), ['error', 'Wrong password.', 3000]],
    ['401 without a token or a text', refusal(401, ''), undefined],
    ['422', refusal(422, 'Too little money.'), ['error', 'Too little money.', 6000]],
    ['422 without a text', refusal(422, ''), undefined],
    ['404 of ours', refusal(404, 'Not here.'), ['error', 'Not here.', 3000]],
    ['404 of a proxy', answer(404, '<html>'), ['error', messages.networkAnomaly, 3000]],
    ['429', refusal(429, 'Slower.'), ['error', 'Slower.', 3000]],
    ['418', refusal(418, 'Teapot.'), ['error', messages.networkAnomaly, 3000]],
    ['body status 401', answer(200, { status: 401 }), ['error', messages.error401, 3000]],
    ['body status 503', answer(200, { status: 503 }), ['error', messages.error503, 3000]],
    ['data.error', answer(200, { status: 200, data: { error: 'x' } }), ['error', messages.networkAnomaly, 3000]],
    ['an answer that is no JSON', answer(200, 'hello'), ['error', messages.networkAnomaly, 3000]],
  ];
  it.each(cases)('a failed call gives false: %s', { tags: ['H09', 'S8-10'] }, async (_, next, toast) => {
    handler = next;
    expect(await call(get())).toBe(false);
    expect(toasts).toEqual(toast === undefined ? [] : [toast]);
  });

  it('only logs a body status of 500', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    handler = answer(200, { status: 500 });
    expect(await call(get())).toBe(false);
    expect(toasts).toEqual([]);
    expect(log).toHaveBeenCalledOnce();
  });

  it('says Network anomaly when the connection breaks', async () => {
    handler = (_, response) => response.destroy();
    expect(await call(get())).toBe(false);
    expect(toasts).toEqual([['error', messages.networkAnomaly, 3000]]);
  });

  it('shows equal texts once while they live', async () => {
    handler = refusal(500, '');
    await Promise.all([call(get()), call(get()), call(get())]);
    expect(toasts).toHaveLength(1);
  });
});

describe('calls that end early', () => {
  it('is silent when the caller gives up', async () => {
    handler = () => {};
    const controller = new AbortController();
    const result = call(request({ method: 'GET', path: '/api/slow' }, { signal: controller.signal }));
    await vi.waitFor(() => expect(seen).toHaveLength(1));
    controller.abort();
    expect(await result).toBe(false);
    expect(toasts).toEqual([]);
  });
});

describe('a dead token', () => {
  it('ends the session once for parallel calls, with the server text', { tags: ['H04'] }, async () => {
    token = 'dead-1';
    handler = refusal(401, 'Log in again.');
    const results = await Promise.all(Array.from({ length: 5 }, () => call(get())));
    expect(results).toEqual([false, false, false, false, false]);
    expect(ended).toEqual(['Log in again.']);
    expect(toasts).toEqual([]);
  });

  it('is silent about calls that were under way when the user logged out', async () => {
    token = 'leaving';
    handler = (one, response) => {
      token = undefined;
      refusal(401, 'Log in again.')(one, response);
    };
    expect(await call(get())).toBe(false);
    expect([ended, toasts]).toEqual([[], []]);
  });

  it('does not end the session of somebody who logged in meanwhile', async () => {
    token = 'dead-2';
    handler = (one, response) => {
      token = 'fresh';
      refusal(401, 'Log in again.')(one, response);
    };
    expect(await call(get())).toBe(false);
    expect(ended).toEqual([]);
  });
});
