import { once } from 'node:events';
import { freePort } from '#testing/free-port.ts';
import { forkEntry } from '#testing/server-process.ts';

/** Runs `act` beside a web server whose handler does nothing; `path` answers to every method. */
export async function withEmptyServer<T>(action: (floor: { url: string; path: string }) => Promise<T>): Promise<T> {
  const port = await freePort();
  const child = await forkEntry('bench/empty-server.ts', { ...process.env, PORT: String(port) });
  try {
    return await action({ url: `http://127.0.0.1:${port}`, path: '/empty' });
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  }
}
