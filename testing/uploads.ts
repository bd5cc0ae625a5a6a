import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Answer, TestApp } from './app.ts';

/** Uploads a file as a browser does: fields `purpose` and `file`. */
export async function uploadFile(
  test: TestApp,
  token: string,
  file: { purpose: string; name: string; bytes: Buffer; path?: string },
): Promise<Answer> {
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: file.path ?? '/api/files',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: multipartBody(file),
  });
  return { status: answer.statusCode, body: answer.json() };
}

export const boundary = 'x-part-x';

/** The body of an upload, for tests that break it. */
export function multipartBody({ purpose, name, bytes }: { purpose: string; name: string; bytes: Buffer }): Buffer {
  const part = (disposition: string, type = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n${type}\r\n`;
  return Buffer.concat([
    Buffer.from(`${part('name="purpose"')}${purpose}\r\n`),
    Buffer.from(part(`name="file"; filename="${name}"`, 'content-type: application/octet-stream\r\n')),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** An upload over a socket in two pieces: `rest` sends what was held back and `answer` is what the portal says, before or after. */
export function uploadInPieces(
  url: string,
  token: string,
  file: { purpose: string; name: string; bytes: Buffer },
  sentAtOnce: number,
): { rest(): void; answer: Promise<Answer> } {
  const body = multipartBody(file);
  const call = request(new URL('/api/files', url), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  const answer = new Promise<Answer>((resolve, reject) => {
    call.on('error', reject);
    call.on('response', (response) => {
      text(response).then(
        (said) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(said) as Answer['body'] }),
        reject,
      );
    });
  });
  call.write(body.subarray(0, sentAtOnce));
  return { rest: () => void call.end(body.subarray(sentAtOnce)), answer };
}
