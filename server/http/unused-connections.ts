import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Ends the connections of a server that closes and over which no call has come yet. Browsers open such ahead of their next
 * call; Node counts them as busy and would wait for each until its request times out. Calls under way are waited for.
 */
export function unusedConnections(server: Server): { end(): void } {
  const unused = new Set<Socket>();
  let ended = false;
  server.on('connection', (socket: Socket) => {
    if (ended) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  return {
    end() {
      ended = true;
      for (const socket of unused) socket.destroy();
    },
  };
}
