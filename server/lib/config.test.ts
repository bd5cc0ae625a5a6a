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
])('a seller given as %s stops the start with a sentence that says what it must be', (text) => {
  expect(() => read(text)).toThrow(/SELLER.*: must be a JSON object with the seller’s name and address/);
});
