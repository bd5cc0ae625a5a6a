import { isTaxId, taxIdKindOf } from './tax-id-rules.ts';

/** Countries without a postcode system that carriers ask for. */
const withoutZip: ReadonlySet<string> = new Set(
  'AE AG AO AW BB BJ BO BS CD CG CI CM DJ DM FJ GD GH GM GQ GY HK IE JM KE KI KM KN LC ML MO MR MW PA QA RW SC SL SR ST SY TD TG TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
);
/** City states: the city is the country. */
const withoutCity: ReadonlySet<string> = new Set(['SG', 'HK', 'MO', 'MC', 'VA', 'GI']);
/** Countries whose labels need the state or province. */
const withProvince: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'MX', 'BR', 'IN', 'CN', 'MY']);
/** Countries whose own script every carrier there reads. */
const ownScript: ReadonlySet<string> = new Set(['CN', 'HK', 'JP', 'KR', 'MO', 'TW']);

const four = /^\d{4}$/;
const five = /^\d{5}$/;
const six = /^\d{6}$/;
const threeTwo = /^\d{3} ?\d{2}$/;

/** How a country's postcodes are made; countries that are not named here take any. */
const zipForms: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-?\d{4})?$/,
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
  GB: /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  JP: /^\d{3}-?\d{4}$/,
  BR: /^\d{5}-?\d{3}$/,
  SE: threeTwo,
  CZ: threeTwo,
  SK: threeTwo,
  GR: threeTwo,
  LV: /^(?:LV-?)?\d{4}$/i,
  LT: /^(?:LT-?)?\d{5}$/i,
  TW: /^\d{3}(?:-?\d{2,3})?$/,
  IL: /^\d{5}(?:\d{2})?$/,
  CL: /^\d{3}-?\d{4}$/,
  AR: /^(?:[A-Z]\d{4}[A-Z]{3}|\d{4})$/i,
  SA: /^\d{5}(?:-\d{4})?$/,
  VN: /^\d{5,6}$/,
  ...Object.fromEntries('AT AU BE BG CH CY DK HU LU NO NZ PH SI ZA'.split(' ').map((code) => [code, four])),
  ...Object.fromEntries('DE ES EE FI FR HR IT KR MX MY PE TH TR UA'.split(' ').map((code) => [code, five])),
  ...Object.fromEntries('CN CO IN RO RU SG'.split(' ').map((code) => [code, six])),
};

/** The fields of an address that a merchant may correct. */
export const addressFields = [
  'name',
  'company',
  'address1',
  'address2',
  'city',
  'province',
  'zip',
  'country',
  'phone',
  'tax_id',
] as const;
export type AddressField = (typeof addressFields)[number];
/** What a parcel's label is written from. */
export type Address = Partial<Record<AddressField, string | null>>;

/** What a channel's carrier asks of an address and of the goods' papers. */
export type CarrierDemands = { phone: boolean; latin: boolean; po_boxes: boolean; customs: boolean };
/** A carrier that takes whatever a country's rules allow. */
export const anyCarrier: CarrierDemands = { phone: false, latin: false, po_boxes: true, customs: false };

export type AddressFault = 'missing' | 'short' | 'long' | 'letters' | 'form' | 'latin' | 'po_box' | 'military';
export type AddressProblem = { field: AddressField; fault: AddressFault };

/** Characters that a label has room for: an address is refused before one is cut (domain.md §4.8). */
export const addressLengths: Record<AddressField, { min: number; max: number }> = {
  name: { min: 2, max: 60 },
  company: { min: 0, max: 60 },
  address1: { min: 3, max: 100 },
  address2: { min: 0, max: 100 },
  city: { min: 1, max: 60 },
  province: { min: 1, max: 60 },
  zip: { min: 1, max: 20 },
  country: { min: 2, max: 2 },
  phone: { min: 0, max: 40 },
  tax_id: { min: 0, max: 30 },
};

const written: readonly AddressField[] = ['name', 'company', 'address1', 'address2', 'city', 'province'];
const postBox =
  /(?:^|[^\p{L}])(?:p\.? ?o\.? ?box(?!\p{L})|post office box|postfach|postbus|packstation|apartado (?:postal|de correos)|caixa postal|casilla|bo[iî]te postale|b\.?p\.? ?\d)/iu;
const militaryState = /^(?:AA|AE|AP)$/i;
const militaryCity = /^(?:APO|FPO|DPO)$/i;

const textOf = (address: Address, field: AddressField) => (address[field] ?? '').trim();

/** Telephone numbers have 7 to 15 digits, whatever stands between them (E.164). */
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s().\-/]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, ''));

const latin = (text: string) => /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u.test(text);

/** The receiver's tax id: its own field, or the company's, where shops have buyers write it. */
export function taxIdOf(address: Address): string {
  const own = textOf(address, 'tax_id');
  const company = textOf(address, 'company');
  return own === '' && isTaxId(address.country ?? '', company) ? company : own;
}

/** Everything that keeps a parcel from this address, by the rules of its country and of the carrier. */
export function judgeAddress(address: Address, carrier: CarrierDemands = anyCarrier): AddressProblem[] {
  const country = textOf(address, 'country');
  if (!/^[A-Z]{2}$/.test(country))
    return [...judgeName(address), ...demanded(address, ['address1']), { field: 'country', fault: 'missing' }];
  const needed = (['address1', 'city', 'zip', 'province'] as const).filter((field) => needs(country, field));
  const problems = [...judgeName(address), ...demanded(address, needed), ...judgeLengths(address)];
  const zip = textOf(address, 'zip');
  if (zip !== '' && zipForms[country]?.test(zip) === false) problems.push({ field: 'zip', fault: 'form' });
  return [...problems, ...judgeNumbers(address, country, carrier), ...judgeCarrier(address, country, carrier)];
}

function needs(country: string, field: 'address1' | 'city' | 'zip' | 'province'): boolean {
  if (field === 'city') return !withoutCity.has(country);
  if (field === 'zip') return !withoutZip.has(country);
  return field === 'address1' || withProvince.has(country);
}

const demanded = (address: Address, fields: readonly AddressField[]): AddressProblem[] =>
  fields.filter((field) => textOf(address, field) === '').map((field) => ({ field, fault: 'missing' }));

function judgeName(address: Address): AddressProblem[] {
  const name = textOf(address, 'name');
  if (name === '') return [{ field: 'name', fault: 'missing' }];
  return /\p{L}/u.test(name) ? [] : [{ field: 'name', fault: 'letters' }];
}

function judgeLengths(address: Address): AddressProblem[] {
  return addressFields.flatMap((field): AddressProblem[] => {
    const { length } = [...textOf(address, field)];
    const { min, max } = addressLengths[field];
    if (length > max) return [{ field, fault: 'long' }];
    return length > 0 && length < min ? [{ field, fault: 'short' }] : [];
  });
}

function judgeNumbers(address: Address, country: string, carrier: CarrierDemands): AddressProblem[] {
  const problems: AddressProblem[] = [];
  const phone = textOf(address, 'phone');
  if (carrier.phone && phone === '') problems.push({ field: 'phone', fault: 'missing' });
  if (carrier.phone && phone !== '' && !isPhone(phone)) problems.push({ field: 'phone', fault: 'form' });
  if (taxIdKindOf(country) === null) return problems;
  const taxId = taxIdOf(address);
  if (taxId === '') problems.push({ field: 'tax_id', fault: 'missing' });
  else if (!isTaxId(country, taxId)) problems.push({ field: 'tax_id', fault: 'form' });
  return problems;
}

function judgeCarrier(address: Address, country: string, carrier: CarrierDemands): AddressProblem[] {
  const problems: AddressProblem[] = [];
  if (carrier.latin && !ownScript.has(country))
    for (const field of written) if (!latin(textOf(address, field))) problems.push({ field, fault: 'latin' });
  if (carrier.po_boxes) return problems;
  for (const field of ['address1', 'address2'] as const)
    if (postBox.test(textOf(address, field))) problems.push({ field, fault: 'po_box' });
  if (
    country === 'US' &&
    (militaryState.test(textOf(address, 'province')) || militaryCity.test(textOf(address, 'city')))
  )
    problems.push({ field: 'city', fault: 'military' });
  return problems;
}

/** Countries that write the postcode after city and state, as “Austin Texas 78701”; the others write it first. */
const postcodeLast = new Set('AU BR CA GB IE IN JP KR NZ SA SG TH TW US ZA'.split(' '));

/** The lines of a label as carriers print them: every part of the address, none cut, none left out. */
export function labelLines(address: Address, countryName: string): string[] {
  const part = (field: AddressField) => textOf(address, field);
  const taxId = taxIdOf(address);
  const town = [part('city'), part('province')];
  const lines = [
    part('name'),
    part('company') === taxId ? '' : part('company'),
    part('address1'),
    part('address2'),
    (postcodeLast.has(part('country')) ? [...town, part('zip')] : [part('zip'), ...town])
      .filter((text) => text !== '')
      .join(' '),
    countryName,
    part('phone'),
    taxId === '' ? '' : [taxIdKindOf(part('country')), taxId].filter(Boolean).join(' '),
  ];
  return lines.filter((line) => line !== '');
}
