import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { callTimes } from '#contract/endpoint.ts';
import { readConfig } from '#server/lib/config.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await startTestApp({ BODY_SECONDS: '0.3' });
  await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = test.app.fastify.server.address() as AddressInfo); // it listens at a port
});
afterAll(() => test.close());

/** The head of a call and the beginning of its body, of which more is promised than ever comes. */
function begin(path: string, type: string, beginning: string): Socket {
  const socket = connect(port, '127.0.0.1');
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, 'Content-Length: 900000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n${beginning}`);
  return socket;
}

it.each([
  { what: 'JSON', path: '/api/login', type: 'application/json', beginning: '{"username":"' },
  { what: 'a file', path: '/api/files', type: 'multipart/form-data; boundary=x', beginning: '--x\r\n' },
  { what: 'a webhook', path: '/api/webhooks/stripe', type: 'application/json', beginning: '{"id":"' },
])('a body of $what that never ends is refused, and its connection closed (spec review B12)', async (call) => {
  const socket = begin(call.path, call.type, call.beginning);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  const drip = setInterval(() => socket.write('a'), 20); // it is never silent, so no idle time ends it
  socket.on('error', () => {}); // a byte may be on its way when the server closes
  await once(socket, 'close');
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 (401|408) /); // who may not upload is told so before
  const served = await fetch(`http://127.0.0.1:${port}/api/health/live`);
  expect(served.status).toBe(200);
});

it('waits longer by default than any call may take', () => {
  const settings = { NODE_ENV: 'test', SECRET_KEY: test.config.SECRET_KEY };
  expect(readConfig(settings).BODY_SECONDS).toBeGreaterThan(callTimes.bytes);
});
