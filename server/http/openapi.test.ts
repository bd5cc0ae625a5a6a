import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { startTestApp } from '#testing/app.ts';
import { httpClient } from '#testing/http-client.ts';
import { merchant } from '#testing/people.ts';
import { openApiDocument } from './openapi.ts';

it('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  const result = await validator.validate({ ...openApiDocument('http://localhost:8080') });
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

type Described = { type?: unknown; format?: string; properties?: Record<string, Described>; items?: Described };
type Operation = {
  parameters: { name: string; required: boolean; schema: object }[];
  responses: { 200: { content: { 'application/json': { schema: Described } } } };
};
const listOrders = () => {
  const { paths } = openApiDocument('http://localhost:8080') as { paths: Record<string, { get: Operation }> };
  return paths['/api/shopify_orders']?.get as Operation; // a path of the contract
};

it('describes ids as uuids and moments as date-times, without patterns to puzzle over', () => {
  const order =
    listOrders().responses[200].content['application/json'].schema.properties?.data?.items?.properties ?? {};
  expect(order.id).toEqual({ type: 'string', format: 'uuid' });
  expect(order.placed_at).toEqual({ type: 'string', format: 'date-time' });
  expect(order.blocks?.items?.properties?.since).toEqual({ type: 'string', format: 'date-time' });
});

it('says that paging may be left out and where it ends', () => {
  const { parameters } = listOrders();
  expect(parameters.find(({ name }) => name === 'per_page')).toEqual({
    name: 'per_page',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 10 },
  });
  expect(parameters.find(({ name }) => name === 'from')?.schema).toEqual({ type: 'string', format: 'date' });
});

it('L11: is read in production by whoever is logged in, and elsewhere by everybody', async () => {
  const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://portal.example', SMTP_URL: 'smtp://127.0.0.1:1' };
  for (const [env, anonymously] of [
    [settings, 401],
    [{}, 200],
  ] as const) {
    const test = await startTestApp(env);
    const call = await httpClient(test);
    expect(await call('GET', '/api/openapi.json')).toMatchObject({ status: anonymously });
    const dead = await call('GET', '/api/openapi.json', { token: 'x'.repeat(43) });
    expect(dead.status).toBe(anonymously);
    const { token } = await merchant(test);
    expect(await call('GET', '/api/openapi.json', { token })).toMatchObject({ status: 200 });
    await test.close();
  }
});
