import pg from 'pg';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { commas, farCell, hugePng, nestedUse, packedTexts } from '#testing/hostile-files.ts';
import { givenStore } from '#testing/order-fixtures.ts';
import { merchant, password, type Person, staff } from '#testing/people.ts';
import { runTasks } from '#testing/run-tasks.ts';
import { boundary, multipartBody, uploadFile, uploadInPieces } from '#testing/uploads.ts';
import { type LaneName, parsing } from './lib/parsing/parsing-pool.ts';

let test: TestApp;
let owner: Person;
beforeAll(async () => {
  test = await startTestApp();
  owner = await merchant(test);
});
afterAll(() => test.close());
const limits = structuredClone(parsing.limits);
afterEach(() => Object.assign(parsing.limits, structuredClone(limits)));

const upload = async (bytes: Buffer, name: string): Promise<string> =>
  (await uploadFile(test, owner.token, { purpose: 'order_import', name, bytes })).body.data.id;

/** Stops the lane's only process in the middle of what `act` has it read, and goes on when others were answered. */
async function whileReading<T>(lane: LaneName, action: () => Promise<T>): Promise<T> {
  parsing.limits[lane].processes = 1;
  parsing.close();
  await action(); // starts the process
  const [pid = 0] = parsing.idlePids(lane);
  expect([0, process.pid]).not.toContain(pid);
  process.kill(pid, 'SIGSTOP');
  let read = false;
  const reading = action().finally(() => {
    read = true;
  });
  await expect.poll(() => parsing.idlePids(lane)).toEqual([]);
  const login = { username: owner.username, password };
  expect(await test.call('POST', '/api/login', { body: login })).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/health/live')).toMatchObject({ status: 200 });
  expect(await test.call('GET', '/api/shopify_orders', { token: owner.token })).toMatchObject({ status: 200 });
  expect(read).toBe(false);
  process.kill(pid, 'SIGCONT');
  return reading;
}

async function queuedImports(): Promise<number> {
  const client = new pg.Client(test.url); // as the owner: the queue is not the app's to read
  await client.connect();
  const { rows } = await client.query(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'order_import'`);
  await client.end();
  return rows.length;
}

describe('a hostile order file (C1, H2)', () => {
  const look = async (file_id: string, store_id: string) =>
    test.call('POST', '/api/shopify_orders/import/look', { token: owner.token, body: { file_id, store_id } });

  it('is refused while everything else is answered', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const far = await upload(farCell(), 'far.xlsx');
    expect(await whileReading('files', () => look(far, store_id))).toMatchObject({
      status: 422,
      body: {
        code: 'file_invalid',
        message: expect.stringContaining('column XFD, but a file can have up to 500 columns'),
      },
    });
    expect(await look(await upload(commas(), 'commas.csv'), store_id)).toMatchObject({
      status: 422,
      body: { code: 'file_invalid', message: expect.stringContaining('up to 500 columns') },
    });
  });

  it('ends its import with the sentence when it ends the process, and is not begun again', async () => {
    const store_id = await givenStore(test, owner.account_id, { platform: 'file' });
    const rows =
      'Name,Financial Status,Currency,Created at,Lineitem quantity,Lineitem name\n#1,paid,USD,2026-11-02,1,Lamp\n';
    const file_id = await upload(Buffer.from(rows.repeat(20_000)), 'orders.csv');
    const body = { file_id, store_id, mode: 'commit' };
    const { body: started } = await test.call('POST', '/api/shopify_orders/import', {
      token: owner.token,
      key: 'hostile-import',
      body,
    });
    parsing.limits.files.seconds = 0.01;
    await runTasks(test);
    parsing.limits.files.seconds = 60;
    const job = async () => (await test.call('GET', `/api/jobs/${started.data.id}`, { token: owner.token })).body.data;
    const failed = await job();
    expect(failed).toMatchObject({
      state: 'failed',
      failure: 'Reading this file exceeded 0.01 seconds of computing and was stopped. Split the file and try again.',
    });
    expect(await queuedImports()).toBe(0);
    await runTasks(test); // as the next start does
    expect(await job()).toEqual(failed);
  });
});

describe('a hostile picture (H1)', () => {
  const picture = (token: string, bytes: Buffer) =>
    uploadFile(test, token, { path: '/api/staff/catalog_pictures', purpose: '', name: 'a.png', bytes });
  const refusal = { status: 422, body: { code: 'file_invalid' } };

  it('is refused by its first bytes, the pixels of its head, or its limit, while everything else is answered', async () => {
    const { token } = await staff(test, 'agent');
    const photo = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#c30' } })
      .png()
      .toBuffer();
    expect(await whileReading('pictures', () => picture(token, photo))).toMatchObject({ status: 200 });
    const pids = parsing.idlePids('pictures');
    for (const bytes of [nestedUse(12), nestedUse(17)])
      expect(await picture(token, bytes)).toMatchObject({
        ...refusal,
        body: { message: 'This image can’t be read. Save it again as JPEG, PNG, or WebP and try again.' },
      });
    const huge = await picture(token, hugePng(30_000, 30_000));
    expect(huge.body.message).toMatch(/^This image has 900 megapixels, and the limit is 40\./);
    for (const kind of ['gif', 'tiff', 'avif'] as const)
      expect(await picture(token, await sharp(photo).resize(300).toFormat(kind).toBuffer())).toMatchObject(refusal);
    expect(parsing.idlePids('pictures')).toEqual(pids); // none of them cost a process
    parsing.limits.pictures.seconds = 0.01;
    expect(await picture(token, photo)).toMatchObject({
      ...refusal,
      body: {
        message:
          'Reading this image exceeded 0.01 seconds of computing and was stopped. Save it as a smaller JPEG and try again.',
      },
    });
    parsing.limits.pictures.seconds = 10;
    expect(await picture(token, photo)).toMatchObject({ status: 200 });
    expect(parsing.idlePids('pictures')).not.toEqual(pids);
  });

  it('with packed texts is drawn without unpacking them, and looks the same (round 2)', async () => {
    const { token } = await staff(test, 'agent');
    const photo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#c308' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const plain = await picture(token, photo);
    parsing.limits.pictures.seconds = 2; // unpacking takes longer
    const { status, body } = await picture(token, packedTexts(photo, 50));
    expect([status, body.data]).toEqual([200, plain.body.data]);
  });

  it('or form that is empty or ends early is the caller’s fault, and says so (L1.5, L1.6)', async () => {
    const { token } = await staff(test, 'agent', 'warehouse');
    expect(await picture(token, Buffer.alloc(0))).toMatchObject({
      ...refusal,
      body: { message: expect.stringContaining('empty') },
    });
    const whole = multipartBody({ purpose: 'stock_qc', name: 'a.png', bytes: hugePng(300, 300) });
    const calls: [string, string][] = [
      ['/api/files', owner.token],
      [`/api/staff/files/${owner.account_id}`, token],
      ['/api/staff/catalog_pictures', token],
    ];
    for (const [url, by] of calls) {
      const { statusCode, body } = await test.app.fastify.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${by}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: whole.subarray(0, whole.length - 40),
      });
      expect([url, statusCode, body]).toEqual([url, 400, expect.stringContaining('The upload ended early')]);
    }
  });
});

describe('uploads', () => {
  const megabyte = 1024 * 1024;
  const table = (megabytes: number) => Buffer.alloc(megabytes * megabyte, 'a,b\n');
  const refusal = (megabytes: number) => ({
    status: 413,
    body: { code: 'too_large', message: expect.stringContaining(`larger than ${megabytes} MB`) },
  });

  it('may be tables in .txt and .tsv (reliability 8)', async () => {
    for (const name of ['a.csv', 'a.txt', 'a.tsv'])
      expect(
        await uploadFile(test, owner.token, { purpose: 'order_import', name, bytes: Buffer.from('a\tb') }),
      ).toMatchObject({ status: 200 });
  });

  it('may have the size of their purpose, are kept as they arrive, and are refused as soon as that is known (reliability 9)', async () => {
    const url = await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
    const begin = (purpose: string, name: string, bytes: Buffer, megabytes: number) =>
      uploadInPieces(url, owner.token, { purpose, name, bytes }, megabytes * megabyte);
    const put = vi.spyOn(test.blobs, 'put');
    const orders = begin('order_import', 'a.csv', table(12), 2);
    await expect.poll(() => put.mock.calls.length).toBe(1);
    orders.rest();
    expect(await orders.answer).toMatchObject({ status: 200, body: { data: { size: 12 * megabyte } } });

    const early = [
      begin('mapping_file', 'a.csv', table(12), 11),
      begin('recharge_proof', 'a.csv', table(12), 1),
      begin('order_import', 'a.csv', table(52), 51),
    ];
    expect(await early[0]?.answer).toMatchObject(refusal(10));
    expect(await early[1]?.answer).toMatchObject({ status: 422, body: { code: 'file_invalid' } });
    expect(await early[2]?.answer).toMatchObject(refusal(50));
    for (const one of early) one.rest();

    const pdf = Buffer.concat([Buffer.from('%PDF-'), table(12)]);
    const proof = begin('recharge_proof', 'a.pdf', pdf, 0);
    proof.rest();
    expect(await proof.answer).toMatchObject(refusal(10));
  });
});

describe('a large JSON body', () => {
  const post = (body: string) =>
    test.app.fastify.inject({
      method: 'POST',
      url: '/api/views',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
      payload: body,
    });

  it('is looked at elsewhere while everything else is answered, and refused for too many values', async () => {
    const body = `{"a":"${'x'.repeat(300_000)}"}`;
    expect((await whileReading('json', () => post(body))).statusCode).toBe(422); // read, and not what the call takes
    const many = await post(`[${'[],'.repeat(300_000)}1]`);
    expect([many.statusCode, many.json().message]).toEqual([
      413,
      'The request body has more than 50000 values or 64 levels. Send it in smaller parts.',
    ]);
    expect((await post(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)).statusCode).toBe(413);
    expect((await post(`{"a":"${'x'.repeat(300_000)}`)).json().message).toContain('isn’t valid JSON');
  });
});
