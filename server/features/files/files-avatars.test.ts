import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { runTask } from '#testing/parcel-fixtures.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
let origin: string;
beforeAll(async () => {
  test = await startTestApp();
  origin = await test.app.fastify.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());

type Answered = { status: number; data: Record<string, unknown> };

async function send(method: string, path: string, token: string, body?: FormData | object): Promise<Answered> {
  const isForm = body instanceof FormData;
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const { data } = (await answer.json()) as { data: Record<string, unknown> }; // an envelope of the API
  return { status: answer.status, data };
}

function upload(token: string, bytes: Buffer, purpose = 'avatar'): Promise<Answered> {
  const form = new FormData();
  form.append('purpose', purpose);
  form.append('file', new Blob([new Uint8Array(bytes)]), 'me.jpg');
  return send('POST', '/api/files', token, form);
}

/** A photo with what a camera writes into it. */
const photo = (background: string) =>
  sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer();

const person = (token: string, body: object) => send('PUT', '/api/profile/person', token, body);
const profile = async (token: string) => (await send('GET', '/api/profile', token)).data;

it.each(['merchant', 'staff'] as const)(
  'a %s has a picture, drawn anew, and a line about oneself in the profile',
  { tags: ['S3-08'] },
  async (kind) => {
    const { token } = kind === 'staff' ? await staff(test, 'warehouse') : await merchant(test, { role: 'viewer' });
    expect(await profile(token)).toMatchObject({ avatar: '', introduction: '' });
    const { status, data } = await upload(token, await photo('#1890ff'));
    expect([status, data.mime]).toEqual([200, 'image/webp']);
    expect(await person(token, { avatar: data.id, introduction: ' Buys lamps. ' })).toMatchObject({ status: 200 });
    const { avatar, introduction } = await profile(token);
    expect(introduction).toBe('Buys lamps.');
    const shown = await fetch(origin + String(avatar));
    expect(shown.headers.get('content-type')).toBe('image/webp');
    const { width, height, exif } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect({ width, height, exif }).toEqual({ width: 256, height: 171, exif: undefined });

    expect(await person(token, { introduction: '' })).toMatchObject({ status: 200 });
    expect(await profile(token)).toMatchObject({ avatar, introduction: '' });
    await person(token, { avatar: null });
    expect(await profile(token)).toMatchObject({ avatar: '' });
    expect((await fetch(origin + String(avatar))).status).toBe(404);
  },
);

it('Q4 refuses pictures that somebody else has uploaded, longer lines and what is no picture', async () => {
  const owner = await merchant(test);
  const colleague = await merchant(test, { account_id: owner.account_id });
  const stranger = await staff(test, 'agent');
  const own = await upload(owner.token, await photo('#aa0000'));
  await person(owner.token, { avatar: own.data.id });
  const before = await profile(owner.token);
  for (const { token } of [colleague, stranger]) {
    expect(await person(token, { avatar: own.data.id })).toMatchObject({ status: 404 });
    expect(await profile(token)).toMatchObject({ avatar: '' });
  }
  const proof = await upload(owner.token, await photo('#00aa00'), 'recharge_proof');
  expect(await person(owner.token, { avatar: proof.data.id, introduction: 'x' })).toMatchObject({ status: 404 });
  expect(await person(owner.token, { introduction: 'x'.repeat(161) })).toMatchObject({ status: 422 });
  expect(await upload(owner.token, Buffer.from('no picture'))).toMatchObject({ status: 422 });
  expect(await upload(stranger.token, await photo('#00aa00'), 'recharge_proof')).toMatchObject({ status: 403 });
  expect(await profile(owner.token)).toEqual(before);
});

it('Q4 sweeps pictures that were replaced or never chosen, and keeps the shown one', async () => {
  const { token } = await merchant(test);
  const choose = async (background: string) => {
    const { data } = await upload(token, await photo(background));
    await person(token, { avatar: data.id });
    return String((await profile(token)).avatar);
  };
  const replaced = await choose('#010203');
  const shown = await choose('#a0b0c0');
  const unchosen = await upload(token, await photo('#ffee00'));
  test.clock.advance(25 * 3_600_000);
  await runTask(test, 'files_sweep');
  expect((await fetch(origin + shown)).status).toBe(200);
  const hashOf = (address: string) => address.replace('/api/avatars/', '');
  expect([await test.blobs.has(hashOf(shown)), await test.blobs.has(hashOf(replaced))]).toEqual([true, false]);
  expect(await person(token, { avatar: unchosen.data.id })).toMatchObject({ status: 404 });
});
