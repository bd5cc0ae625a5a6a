import { createHash } from 'node:crypto';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MerchantRole } from '#contract/rights.ts';
import { BLOBS_KEPT } from '#server/db/backup-lock.ts';
import { entryFor, forAccount } from '#server/db/context.ts';
import { type Answer, startTestApp, type TestApp } from '#testing/app.ts';
import { runTask } from '#testing/parcel-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';
import { sqlRows } from '#testing/sql-rows.ts';
import { expireFiles } from './files.db.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const boundary = 'tradewind-boundary';
async function upload(token: string | null, purpose: string, name: string, bytes: Buffer): Promise<Answer> {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\n${purpose}\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const answer = await test.app.fastify.inject({
    method: 'POST',
    url: '/api/files',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const png = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#1890ff' } })
    .png()
    .toBuffer();

describe('uploads', () => {
  it('take the right of what they are for', async () => {
    const { account_id } = await merchant(test);
    const of = async (role: MerchantRole) => (await merchant(test, { account_id, role })).token;
    const csv = Buffer.from('Name,Email\n#1,a@b.example\n');
    const bytes = await png();
    const [operations, accountant, viewer] = [await of('operations'), await of('accountant'), await of('viewer')];
    const orders = await upload(operations, 'order_import', 'orders.csv', csv);
    const proof = await upload(accountant, 'recharge_proof', 'proof.png', bytes);
    expect([orders.status, proof.status]).toEqual([200, 200]);
    expect(await upload(operations, 'recharge_proof', 'proof.png', bytes)).toMatchObject({ status: 403 });
    expect(await upload(viewer, 'order_import', 'orders.csv', csv)).toMatchObject({ status: 403 });
    const link = (token: string, id: string) => test.call('POST', `/api/files/${id}/link`, { token, body: {} });
    expect(await link(accountant, proof.body.data.id)).toMatchObject({ status: 200 });
    expect(await link(operations, proof.body.data.id)).toMatchObject({ status: 403 });
    expect(await link(accountant, orders.body.data.id)).toMatchObject({ status: 403 });
  });

  it('keep a file, hand it out once by a link of 60 seconds, and only to its account', async () => {
    const { token, account_id } = await merchant(test);
    const bytes = await png();
    const turned = await upload(token, 'recharge_proof', 'proof.\u202eexe.png', bytes);
    expect(turned.body.data.name).toBe('proof._exe.png'); // no mark turns a name around
    const made = await upload(token, 'recharge_proof', 'proof.png', bytes);
    expect(made).toMatchObject({
      status: 200,
      body: { data: { name: 'proof.png', mime: 'image/png', size: bytes.length } },
    });
    const { id } = made.body.data;
    const path = `/api/files/${id}/link`;
    const link = await test.call('POST', `/api/files/${id}/link`, { token, body: {} });
    expect((await test.app.fastify.inject({ method: 'HEAD', url: link.body.data.url })).statusCode).toBe(404); // no use (round 2)
    const first = await test.app.fastify.inject({ method: 'GET', url: link.body.data.url });
    expect(first.rawPayload.equals(bytes)).toBe(true);
    expect((await test.app.fastify.inject({ method: 'GET', url: link.body.data.url })).statusCode).toBe(404);

    const late = await test.call('POST', path, { token, body: {} });
    test.clock.advance(61_000);
    expect((await test.app.fastify.inject({ method: 'GET', url: late.body.data.url })).statusCode).toBe(404);

    const other = await merchant(test);
    expect(await test.call('POST', path, { token: other.token, body: {} })).toMatchObject({ status: 404 });
    expect(await test.call('POST', path, { body: {} })).toMatchObject({ status: 401 });

    const finance = await staff(test, 'finance');
    const asStaff = await test.call('POST', `/api/staff/files/${account_id}/${made.body.data.id}/link`, {
      token: finance.token,
      body: {},
    });
    expect(asStaff.status).toBe(200);
    expect(
      await test.call('POST', `/api/staff/files/${account_id}/${made.body.data.id}/link`, { token, body: {} }),
    ).toMatchObject({ status: 403 });
  });

  it('to search by are shown to nobody but who brought them (round 2)', async () => {
    const { token, account_id } = await merchant(test);
    const colleague = await merchant(test, { account_id });
    const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1890ff' } })
      .png()
      .toBuffer();
    const { id } = (await upload(token, 'image_search', 'lamp.png', picture)).body.data;
    const link = (by: string) => test.call('POST', `/api/files/${id}/link`, { token: by, body: {} });
    expect([(await link(colleague.token)).status, (await link(token)).status]).toEqual([404, 200]);
  });

  it('are closed when their life is over, before they are swept (round 2)', async () => {
    const { token, account_id } = await merchant(test);
    const { id } = (await upload(token, 'recharge_proof', 'proof.png', await png())).body.data;
    const link = () => test.call('POST', `/api/files/${id}/link`, { token, body: {} });
    const open = await link();
    const entry = entryFor(test.ground, { kind: 'system', name: 'test' }, 'test');
    await entry.run('all_accounts', (ctx) => expireFiles(forAccount(ctx, account_id), ['recharge_proof'])); // as an erasure does
    expect((await test.app.fastify.inject({ method: 'GET', url: open.body.data.url })).statusCode).toBe(404);
    expect(await link()).toMatchObject({ status: 404 });
  });

  it('refuse a second file with a sentence, and keep neither (round 2)', async () => {
    const { token, account_id } = await merchant(test);
    const part = (name: string) =>
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
    const two = Buffer.concat([await png(), Buffer.from(part('second.png')), await png()]);
    expect(await upload(token, 'recharge_proof', 'first.png', two)).toMatchObject({
      status: 422,
      body: { code: 'file_invalid', errors: { file: ['Send one file at a time. This request has two.'] } },
    });
    expect(await sqlRows(test, `SELECT id FROM files WHERE account_id = '${account_id}'`)).toEqual([]);
    expect(await upload(token, 'recharge_proof', 'first.png', await png())).toMatchObject({ status: 200 });
  });

  it('refuse wrong kinds, disguised content, unknown purposes, JSON, too many bytes and no login', async () => {
    const { token } = await merchant(test);
    expect(await upload(token, 'recharge_proof', 'proof.exe', Buffer.from('MZ'))).toMatchObject({
      status: 422,
      body: { code: 'file_invalid' },
    });
    expect(await upload(token, 'recharge_proof', 'proof.png', Buffer.from('<svg/>'))).toMatchObject({ status: 422 });
    expect(await upload(token, 'anything', 'proof.png', await png())).toMatchObject({
      status: 422,
      body: { errors: { purpose: [expect.any(String)] } },
    });
    expect(await test.call('POST', '/api/files', { token, body: {} })).toMatchObject({ status: 415 });
    expect(await upload(token, 'recharge_proof', 'big.png', Buffer.alloc(11 * 1024 * 1024, 1))).toMatchObject({
      status: 413,
    });
    expect(await upload(null, 'recharge_proof', 'proof.png', await png())).toMatchObject({ status: 401 });
  });
});

it('stay while a backup copies them, and go with the next sweep', async () => {
  const { token } = await merchant(test);
  const bytes = Buffer.from('Name\n#swept\n');
  await upload(token, 'order_import', 'swept.csv', bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  test.clock.advance(25 * 3_600_000); // nothing refers to it within a day
  const backup = new pg.Client({ connectionString: test.url });
  await backup.connect();
  await backup.query('SELECT pg_advisory_lock($1)', [BLOBS_KEPT]);
  await runTask(test, 'files_sweep');
  expect(await test.blobs.has(sha256)).toBe(true);
  await backup.end();
  await runTask(test, 'files_sweep');
  expect(await test.blobs.has(sha256)).toBe(false);
});

describe('calls in general', () => {
  it('refuse oversized and non-JSON bodies with a sentence', async () => {
    const { token } = await merchant(test);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const inject = (payload: string, type = 'application/json') =>
      test.app.fastify.inject({
        method: 'POST',
        url: '/api/profile',
        headers: { ...headers, 'content-type': type },
        payload,
      });
    expect((await inject(`"${'x'.repeat(1024 * 1024 + 10)}"`)).statusCode).toBe(413);
    expect((await inject('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await inject('{broken')).json()).toMatchObject({
      status: 400,
      message: expect.stringContaining('isn’t valid JSON'),
    });
    expect(await test.call('GET', '/api/nothing-here', { token })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });
});

describe('pictures', () => {
  it('answer 404 for unknown hashes, for nonsense and where the bytes are gone', async () => {
    const sha256 = 'ab'.repeat(32);
    const picture = { sha256, mime: 'image/webp', width: 1, height: 1, size: 1 };
    await test.ground.db.insertInto('pictures').values(picture).execute();
    for (const hash of [sha256, 'cd'.repeat(32), 'nonsense']) {
      expect(await test.call('GET', `/api/pictures/${hash}`)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    }
  });
});
