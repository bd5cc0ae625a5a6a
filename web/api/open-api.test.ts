import { expect, it } from 'vitest';
import { bodyFields, schemaWords } from './open-api.ts';

it('says schemas in words', () => {
  expect(schemaWords({ type: 'string', format: 'date-time' })).toBe('string (date-time)');
  expect(schemaWords({ enum: ['all', 'paid'] })).toBe('"all" | "paid"');
  expect(schemaWords({ type: 'array', items: { type: 'string', format: 'uuid' } })).toBe('list of string (uuid)');
  expect(schemaWords({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('integer | null');
  expect(schemaWords({})).toBe('any');
});

it('lists the fields of a body with those of nested objects', () => {
  const link = { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] };
  expect(
    bodyFields({
      properties: { note: { type: 'string' }, links: { type: 'array', items: link } },
      required: ['links'],
    }),
  ).toEqual([
    { name: 'note', words: 'string', required: false },
    { name: 'links', words: 'list of object', required: true },
    { name: 'links.url', words: 'string', required: true },
  ]);
});
