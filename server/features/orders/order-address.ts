/** The parts of a recipient that a parcel needs. */
export type Recipient = {
  name: string | null;
  address1: string | null;
  city: string | null;
  province: string | null;
  zip: string | null;
  country: string | null;
};

/** Countries without a postcode system that carriers ask for. */
const withoutZip = new Set([
  'AE',
  'AG',
  'AO',
  'AW',
  'BB',
  'BJ',
  'BO',
  'BS',
  'CD',
  'CG',
  'CI',
  'CM',
  'DJ',
  'DM',
  'FJ',
  'GD',
  'GH',
  'GM',
  'GQ',
  'GY',
  'HK',
  'IE',
  'JM',
  'KE',
  'KI',
  'KM',
  'KN',
  'LC',
  'ML',
  'MO',
  'MR',
  'MW',
  'PA',
  'QA',
  'RW',
  'SC',
  'SL',
  'SR',
  'ST',
  'SY',
  'TD',
  'TG',
  'TL',
  'TO',
  'TT',
  'TV',
  'UG',
  'VU',
  'YE',
  'ZW',
]);
/** City states: the city is the country. */
const withoutCity = new Set(['SG', 'HK', 'MO', 'MC', 'VA', 'GI']);
/** Countries whose labels need the state or province. */
const withProvince = new Set(['US', 'CA', 'AU', 'MX', 'BR', 'IN', 'CN', 'MY']);

const empty = (value: string | null) => value === null || value.trim() === '';

/** Names of the fields without which no carrier takes the parcel (domain.md §4.8). */
export function missingAddressFields(recipient: Recipient | null): string[] {
  if (!recipient) return ['address'];
  const missing: string[] = [];
  if (empty(recipient.name) || !/\p{L}/u.test(recipient.name ?? '')) missing.push('name');
  if (empty(recipient.address1)) missing.push('address1');
  const country = recipient.country ?? '';
  if (!/^[A-Z]{2}$/.test(country)) return [...missing, 'country'];
  if (!withoutCity.has(country) && empty(recipient.city)) missing.push('city');
  if (!withoutZip.has(country) && empty(recipient.zip)) missing.push('zip');
  if (withProvince.has(country) && empty(recipient.province)) missing.push('province');
  return missing;
}
