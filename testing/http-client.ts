import { request } from 'node:http';
import type { Answer, TestApp } from './app.ts';

export type HttpCall = {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Where the call comes from: any address of 127.0.0.0/8. */
  from?: string;
};

export type HttpAnswer = Answer & { headers: Record<string, string | string[] | undefined>; text: string };
export type HttpClient = (method: string, path: string, options?: HttpCall) => Promise<HttpAnswer>;

/** Calls over sockets, for what depends on them: addresses, hosts, limits. The app listens until it is closed. */
export async function httpClient(test: TestApp): Promise<HttpClient> {
  const url = await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  return (method, path, options = {}) => send(new URL(path, url), method, options);
}

function send(url: URL, method: string, { token, body, headers, from }: HttpCall): Promise<HttpAnswer> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const call = request(
      url,
      {
        method,
        agent: false,
        ...(from && { localAddress: from }),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(pieces).toString();
          const status = response.statusCode ?? 0;
          const json = String(response.headers['content-type']).startsWith('application/json');
          resolve({
            status,
            headers: response.headers,
            text: answer,
            body: json && answer !== '' ? (JSON.parse(answer) as Answer['body']) : { status },
          });
        });
      },
    );
    call.on('error', reject);
    call.end(text);
  });
}
