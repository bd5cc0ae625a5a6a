import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET_KEY = randomBytes(32).toString('base64');
const read = (SELLER?: string) => readConfig({ SECRET_KEY, ...(SELLER !== undefined && { SELLER }) }).SELLER;

test('the seller on invoices is read from JSON, with whatever the law wants beside name and address', () => {
  expect(read('{"name":"North Ltd","address":"1 Pier","vat":"GB1"}')).toEqual({
    name: 'North Ltd',
    address: '1 Pier',
    vat: 'GB1',
  });
  expect(read()).toMatchObject({ name: expect.stringMatching(/\w/), address: expect.stringMatching(/\w/) });
});

test.each([
  'North Ltd',
  '"North Ltd"',
  '[]',
  'null',
  '{}',
  '{"name":"North Ltd"}',
  '{"name":" ","address":"1 Pier"}',
  '{"name":1,"address":2}',
  '{"name":"North Ltd","address":"1 Pier","tax_note":" "}',
  '{"name":"North Ltd","address":"1 Pier","tax_note":["Zero-rated"]}',
  `{"name":"North Ltd","address":"1 Pier","tax_note":"${'x'.repeat(501)}"}`,
])('a seller given as %s stops the start with a sentence that says what it must be', (text) => {
  expect(() => read(text)).toThrow(/SELLER: must be a JSON object with the seller’s name and address/);
});

test.each([
  [{}, 'SECRET_KEY: must be 32 random bytes in base64, as `openssl rand -base64 32` prints them'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY: must be 32 random bytes in base64, as `openssl rand -base64 32` prints them'],
  [{ SECRET_KEY, ROLE: 'both' }, 'ROLE: must be one of all, web, worker'],
  [{ SECRET_KEY, PORT: 'http' }, 'PORT: must be a whole number'],
  [{ SECRET_KEY, DATABASE_POOL: '2' }, 'DATABASE_POOL: must be at least 8'],
  [{ SECRET_KEY, DATABASE_URL: 'db.example.com' }, 'DATABASE_URL: must be an address that begins with postgres'],
  [{ SECRET_KEY, PUBLIC_URL: 'example.com' }, 'PUBLIC_URL: must be an address that begins with http:// or https://'],
  [{ SECRET_KEY, NODE_ENV: 'production' }, 'DATABASE_URL: must be set in production'],
])('settings given as %j stop the start with the sentence "%s"', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(`Wrong or missing settings, see .env.example:\n  ${sentence}`);
});

test.each([
  ['', false],
  ['0', false],
  ['2', 2],
  ['10.0.0.5', ['10.0.0.5']],
  ['10.0.0.5, 10.1.0.0/16,fd00::/8', ['10.0.0.5', '10.1.0.0/16', 'fd00::/8']],
])('M2: proxies given as "%s" are read', (text, proxies) => {
  expect(readConfig({ SECRET_KEY, TRUST_PROXY: text }).TRUST_PROXY).toEqual(proxies);
});

test.each(['true', '12', '-1', '1.5', 'proxy.example', '10.0.0.0/33', '10.0.0.5;10.0.0.6', '10.0.0.5,'])(
  'M2: proxies given as "%s" stop the start with a sentence',
  (text) => {
    expect(() => readConfig({ SECRET_KEY, TRUST_PROXY: text })).toThrow(/TRUST_PROXY: must be a number of proxies/);
  },
);

test.each([
  ['https://api.stripe.com'],
  ['https://api.stripe.com/'],
  ['http://127.0.0.1:8082'],
  ['http://[::1]:8082'],
  ['https://stripe-mock.example:12111'],
])('Stripe’s API at %s is taken', (STRIPE_API_URL) => {
  expect(readConfig({ SECRET_KEY, STRIPE_API_URL }).STRIPE_API_URL).toBe(STRIPE_API_URL);
});

test.each([
  'https://api.stripe.com/v1',
  'https://proxy.example/stripe/',
  'https://api.stripe.com?key=1',
  'https://api.stripe.com/#v1',
  'https://sk_live:x@api.stripe.com',
  'https://user@api.stripe.com',
  'api.stripe.com',
  'ftp://api.stripe.com',
])('Stripe’s API given as %s stops the start with a sentence that says what to remove', (STRIPE_API_URL) => {
  expect(() => readConfig({ SECRET_KEY, STRIPE_API_URL })).toThrow(
    /STRIPE_API_URL: must be a protocol and a host alone, as in https:\/\/api\.stripe\.com; remove the path/,
  );
});

test.each([
  [undefined, { opens: 540, closes: 1080 }],
  ['08:30-17:00', { opens: 510, closes: 1020 }],
  ['00:00 - 24:00', { opens: 0, closes: 1440 }],
])('working hours given as %s are read', (WORKING_HOURS, hours) => {
  expect(readConfig({ SECRET_KEY, WORKING_HOURS }).WORKING_HOURS).toEqual(hours);
});

test.each(['9-18', '18:00-09:00', '09:00-09:00', '09:00-24:01', '09:60-18:00', 'always'])(
  'working hours given as %s stop the start with a sentence',
  (WORKING_HOURS) => {
    expect(() => readConfig({ SECRET_KEY, WORKING_HOURS })).toThrow(
      /WORKING_HOURS: must be two times of a day in Shanghai, the earlier one first, as in 09:00-18:00/,
    );
  },
);
