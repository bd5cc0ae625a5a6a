import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#testing/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('answers the name and look of the domain that was asked, without a login', async () => {
  await test.ground.db
    .insertInto('sites')
    .values({
      id: uuid(),
      domain: 'portal.acme.example',
      brand_name: 'Acme',
      branding: JSON.stringify({ site_title: 'Acme portal' }),
    })
    .execute();
  const own = await test.call('GET', '/api/config/site', { headers: { host: 'WWW.portal.acme.example:8080' } });
  expect(own.body.data).toEqual({
    domain: 'portal.acme.example',
    brand_name: 'Acme',
    branding: { site_title: 'Acme portal' },
  });
  const other = await test.call('GET', '/api/config/site', { headers: { host: 'elsewhere.example' } });
  expect(other.body.data).toMatchObject({ domain: 'elsewhere.example', brand_name: 'Tradewind', branding: {} });
});
