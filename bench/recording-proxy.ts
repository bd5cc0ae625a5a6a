import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What went through: one entry per request, in the order of their answers. */
export type Passed = { path: string; throttled: boolean; body: string };

/** Stands between the portal and the shops, so that their talk can be counted. */
export async function startProxy(target: string): Promise<{ url: string; passed: Passed[]; close(): Promise<void> }> {
  const passed: Passed[] = [];
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      `${target}${incoming.url}`,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          outgoing.write(chunk);
        });
        answer.on('end', () => {
          outgoing.end();
          const body = Buffer.concat(chunks).toString('utf8');
          const throttled = answer.statusCode === 429 || body.includes('"THROTTLED"');
          passed.push({ path: incoming.url ?? '', throttled, body });
        });
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    passed,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
