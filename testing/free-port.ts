import { createServer } from 'node:net';

// Below the ports that a system gives to outgoing connections and to servers that ask for any: nobody else takes one of these.
const lowest = 20_000;
const count = 12_000;
/** Test processes begin at different places. */
let next = (process.pid * 101) % count;

/** A port that is free, for a process that must know its own address before it listens. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < count; tried += 1) {
    const port = lowest + next;
    next = (next + 1) % count;
    if (await isFree(port)) return port;
  }
  throw new Error('no port is free');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => void server.close(() => resolve(true)));
  });
}
