import type { Address } from '../shop/rows.ts';
import { COUNTRIES, type Country } from './data/countries.ts';
import type { Random } from './random.ts';
import { taxIdFor } from './tax-ids.ts';

const MISSING = ['address1', 'zip', 'city', 'last_name'] as const;
const LETTERS = 'ABDEFGHJLNPRSTUWXYZ';

/** Puts digits for `#` and letters for `@`. */
export function filled(random: Random, pattern: string): string {
  return pattern.replace(/[#@]/g, (sign) =>
    sign === '#' ? String(random.int(0, 9)) : LETTERS.charAt(random.int(0, LETTERS.length - 1)),
  );
}

/** A country for a store's next order: most buyers live where the store does. */
export function buyerCountry(random: Random, home: string, open: readonly string[]): string {
  if (open.includes(home) && random.chance(0.62)) return home;
  return random.weighted(COUNTRIES.filter(({ code }) => open.includes(code)).map(({ code, weight }) => [code, weight]));
}

/** A made-up buyer with an address of the country's own form. */
export function makeBuyer(random: Random, code: string): { address: Address; email: string } {
  const country = COUNTRIES.find((one) => one.code === code);
  if (!country) throw new Error(`the demo knows no addresses in ${code}`);
  const first = random.pick(country.first);
  const last = random.pick(country.last);
  const [city, province, province_code, zip] = random.pick(country.towns);
  const address: Address = {
    // Where the family name is written first, buyers enter it so.
    first_name: country.familyFirst ? last : first,
    last_name: country.familyFirst ? first : last,
    company: random.chance(0.03) ? `${last} Studio` : null,
    address1: street(random, country),
    address2: random.chance(0.25) ? random.pick(country.units) : null,
    city,
    province,
    province_code,
    zip: filled(random, zip),
    country_code: code,
    // Couriers call every buyer; who gave no number of their own has one that is easy to tell.
    phone: random.chance(0.9) ? filled(random, country.phone) : country.phone.replaceAll('#', '5'),
  };
  const email = emailOf(random, first, last);
  return { address: { ...address, company: taxIdFor(code, email) ?? address.company ?? null }, email };
}

function street(random: Random, country: Country): string {
  return country.line.replace('{n}', String(random.int(1, 189))).replace('{street}', random.pick(country.streets));
}

function emailOf(random: Random, first: string, last: string): string {
  const plain = `${first}.${last}`
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z.]/g, '');
  return `${plain === '.' ? 'buyer' : plain}${random.int(2, 98)}@buyer.example`;
}

/** The same address without something that no carrier can do without. */
export function spoilt(random: Random, address: Address): Address {
  const needed = address.country_code === 'IE' || address.country_code === 'SG' ? ['address1'] : MISSING.slice(0, 3);
  const missing = random.pick(needed);
  return Object.fromEntries(Object.entries(address).filter(([field]) => field !== missing));
}
