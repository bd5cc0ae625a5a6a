import { expect, it } from 'vitest';
import { countryOfZone } from './zone-country.ts';

it.each([
  ['Europe/London', 'GB'],
  ['America/New_York', 'US'],
  ['America/Toronto', 'CA'],
  ['Asia/Kolkata', 'IN'],
  ['UTC', undefined],
  ['Etc/GMT+5', undefined],
  ['Atlantis/Center', undefined],
])('tells the country of %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});
