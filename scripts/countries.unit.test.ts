import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countriesFile, type Country, makeCountries } from './countries.ts';

const kept = JSON.parse(readFileSync(countriesFile, 'utf8')) as Country[]; // the file under test

it('the countries of the bind dialog are those of the packages they were made from', () => {
  expect(kept).toEqual(makeCountries());
});

it('S3-06 the list has about 230 countries with both names, a code and a calling code', () => {
  expect(kept.length).toBeGreaterThanOrEqual(230);
  expect(kept.length).toBeLessThanOrEqual(250);
  expect(new Set(kept.map((country) => country.country_code)).size).toBe(kept.length);
  for (const country of kept) {
    expect(country).toEqual({
      english_name: expect.stringMatching(/\S/),
      chinese_name: expect.stringMatching(/\p{Script=Han}/u),
      country_code: expect.stringMatching(/^[A-Z]{2}$/),
      phone_code: expect.stringMatching(/^[1-9]\d{0,2}$/),
    });
  }
  expect(kept).toContainEqual({
    english_name: 'Germany',
    chinese_name: '德国',
    country_code: 'DE',
    phone_code: '49',
  });
});
