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
