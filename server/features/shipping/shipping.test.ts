import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deskRows } from '#testing/desk-rows.ts';
import { merchant, staff } from '#testing/people.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('lists the channels in use by name to everybody who is logged in', async () => {
  await deskRows(test, `UPDATE channels SET active = false WHERE code = 'SF-ECON'`);
  for (const { token } of [await merchant(test), await staff(test, 'agent')]) {
    const { status, body } = await test.call('GET', '/api/channels', { token });
    expect(status).toBe(200);
    const names = body.data.map((channel: { name: string }) => channel.name);
    expect(names).toEqual([...names].sort((a: string, b: string) => a.localeCompare(b, 'en')));
    expect(names).toContain('YunExpress Standard');
    expect(names).not.toContain('SF Express Economy');
  }
  expect(await test.call('GET', '/api/channels')).toMatchObject({ status: 401 });
});
