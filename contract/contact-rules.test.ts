import { describe, expect, it } from 'vitest';
import { findBindProblem } from './contact-rules.ts';

const germany = { phone_country: 'DE', phone_country_code: '49' };

describe('binding a contact', () => {
  it.each([
    ['nothing', {}, 'url', 'bindContact'],
    ['blanks', { url: ' ', market_note: '\t' }, 'url', 'bindContact'],
    ['a platform alone', { type_of: 'slack' }, 'url', 'bindContact'],
    ['a contact without a platform', { url: 'ada' }, 'type_of', 'bindPlatform'],
    ['a contact with an unknown platform', { url: 'ada', type_of: 'fax' }, 'type_of', 'bindPlatform'],
    ['a contact and a note without a platform', { url: 'ada', market_note: 'Lin' }, 'type_of', 'bindPlatform'],
    ['another platform without its name', { url: 'ada', type_of: 'other', alias: ' ' }, 'alias', 'bindAlias'],
    ['another platform without its name, with a note', { type_of: 'other', market_note: 'x' }, 'alias', 'bindAlias'],
    ['whatsapp without a country', { url: '1', type_of: 'whatsapp' }, 'phone_country_code', 'bindCountry'],
  ])(
    'refuses %s with the text of the specification',
    { tags: ['S5-02', 'S5-03', 'S5-04', 'S5-05'] },
    (_what, input, field, text) => {
      expect(findBindProblem(input)).toMatchObject({ field, text });
    },
  );

  it.each([
    ['a note alone', { market_note: 'through Lin' }],
    ['whatsapp with its country', { url: '151', type_of: 'whatsapp', ...germany }],
    ['whatsapp chosen without a contact, with a note', { type_of: 'whatsapp', market_note: 'Lin' }],
    ['a group link', { url: 'https://chat.whatsapp.com/x', type_of: 'whatsapp_group' }],
    ['another platform with its name', { url: 'ada', type_of: 'other', alias: 'Telegram' }],
  ])('takes %s', (_what, input) => {
    expect(findBindProblem(input)).toBeUndefined();
  });
});
