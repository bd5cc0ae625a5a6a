import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Person } from './people.ts';
import { runTasks } from './run-tasks.ts';

let keys = 0;

/** Imports of order files over HTTP, as `person` unless another token is given. */
export function orderFilesOf(test: TestApp, person: Person) {
  async function upload(bytes: Buffer | string, name = 'orders.csv', token = person.token): Promise<string> {
    const boundary = 'x-part-x';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="purpose"\r\n\r\norder_import\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const answer = await test.app.fastify.inject({
      method: 'POST',
      url: '/api/files',
      headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    return answer.json().data.id;
  }
  const start = (body: object, token = person.token) => {
    keys += 1;
    return test.call('POST', '/api/shopify_orders/import', { token, key: `import-key-${keys}`, body });
  };
  /** Starts an import, does its work and answers its job. */
  async function run(body: object) {
    const started = await start(body);
    expect(started.status).toBe(200);
    await runTasks(test);
    const { body: job } = await test.call('GET', `/api/jobs/${started.body.data.id}`, { token: person.token });
    return job.data;
  }
  async function download(id: string): Promise<string> {
    const link = await test.call('POST', `/api/files/${id}/link`, { token: person.token });
    return (await test.app.fastify.inject({ method: 'GET', url: link.body.data.url })).payload;
  }
  return { upload, start, run, download };
}
