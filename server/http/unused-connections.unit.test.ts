import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { unusedConnections } from './unused-connections.ts';

it('a server that closes does not wait for connections that nobody has used, but for calls under way', async () => {
  const calls: (() => void)[] = [];
  const server = createServer((_request, answer) => {
    answer.setHeader('connection', 'close');
    calls.push(() => answer.end('done'));
  });
  const unused = unusedConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens at a port
  const idle = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const call = fetch(`http://127.0.0.1:${port}/`);
  await once(server, 'request');
  const ended = once(idle, 'close');
  const closed = once(server, 'close');
  server.close();
  unused.end();
  await ended;
  calls.forEach((answer) => answer());
  expect(await (await call).text()).toBe('done');
  await closed;
});
