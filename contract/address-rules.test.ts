import { describe, expect, it } from 'vitest';
import { type Address, addressLengths, anyCarrier, judgeAddress, labelLines, taxIdOf } from './address-rules.ts';
import { inLatin } from './latin-letters.ts';
import { isTaxId } from './tax-id-rules.ts';

const us: Address = {
  name: 'Ada Miller',
  address1: '1 Main St',
  address2: 'Apt 4',
  city: 'Austin',
  province: 'Texas',
  zip: '78701',
  country: 'US',
  phone: '+1 512 555 0100',
};
const courier = { phone: true, latin: true, po_boxes: false, customs: false };
const faults = (address: Address, carrier = anyCarrier) =>
  judgeAddress(address, carrier).map(({ field, fault }) => `${field} ${fault}`);

type Case = [what: string, change: Address, faults: string[]];
const byCountry: Case[] = [
  ['a whole one', {}, []],
  ['no name', { name: ' ' }, ['name missing']],
  ['a name without a letter', { name: '12' }, ['name letters']],
  ['a name of one letter', { name: 'A' }, ['name short']],
  ['a short street', { address1: '1a' }, ['address1 short']],
  ['no town', { city: null }, ['city missing']],
  ['no state', { province: '' }, ['province missing']],
  ['no country', { country: 'Germany' }, ['country missing']],
  ['a wrong postcode', { zip: '7870' }, ['zip form']],
  ['a long postcode', { zip: '78701-1234' }, []],
  ['a city state', { country: 'HK', city: null, zip: null, province: null }, []],
  ['a country without states', { country: 'DE', province: null }, []],
  ['a British postcode', { country: 'GB', zip: 'sw1a 1aa', province: null }, []],
  ['a British one with a digit too few', { country: 'GB', zip: 'SW1 1A' }, ['zip form']],
  ['a Canadian one with an O', { country: 'CA', zip: 'K1O 0B1' }, ['zip form']],
  ['a Dutch one', { country: 'NL', zip: '1012 AB' }, []],
  ['a country whose postcodes we do not know', { country: 'KE', zip: 'anything' }, []],
  ['a Brazilian without a number', { country: 'BR', zip: '01310-100' }, ['tax_id missing']],
  ['a wrong CPF', { country: 'BR', zip: '01310-100', tax_id: '529.982.247-26' }, ['tax_id form']],
  ['a right CPF', { country: 'BR', zip: '01310-100', tax_id: '529.982.247-25' }, []],
  ['a CPF that the buyer wrote as a company', { country: 'BR', zip: '01310-100', company: '529.982.247-25' }, []],
  ['a Korean without a customs code', { country: 'KR', zip: '04524' }, ['tax_id missing']],
];
const byCarrier: Case[] = [
  ['a whole one', {}, []],
  ['no phone', { phone: null }, ['phone missing']],
  ['six digits', { phone: '555-010' }, ['phone form']],
  ['sixteen digits', { phone: '+1234567890123456' }, ['phone form']],
  ['words', { phone: 'call my wife' }, ['phone form']],
  ['accents', { name: 'Zoë Müller-Sørensen' }, []],
  ['Cyrillic', { name: 'Анна Петрова' }, ['name latin']],
  ['Japanese abroad', { city: '東京' }, ['city latin']],
  ['Japanese at home', { country: 'JP', zip: '100-0001', city: '東京' }, []],
  ['a PO box', { address1: 'P.O. Box 12' }, ['address1 po_box']],
  ['a PO box in the second line', { address2: 'PO BOX 9' }, ['address2 po_box']],
  ['a German locker', { country: 'DE', address1: 'Packstation 101' }, ['address1 po_box']],
  ['a street that only sounds so', { address1: '5 Poboxton Road' }, []],
  ['a military post office', { city: 'APO', province: 'AE' }, ['city military']],
];

describe('an address', () => {
  it.each(byCountry)('by its country: %s', (_what, change, expected) => {
    expect(faults({ ...us, ...change })).toEqual(expected);
  });
  it.each(byCarrier)('by a courier: %s', (_what, change, expected) => {
    expect(faults({ ...us, ...change }, courier)).toEqual(expected);
    const onlyCarriers = expected.every((fault) => /latin|po_box|military|phone/.test(fault));
    expect(faults({ ...us, ...change })).toEqual(onlyCarriers ? [] : expected);
  });

  it('is refused before any part of it is cut, and its label has every part', { tags: ['D8-02'] }, () => {
    for (const [field, { max }] of Object.entries(addressLengths)) {
      if (field === 'country' || field === 'tax_id') continue;
      expect(faults({ ...us, country: 'KE', [field]: 'x'.repeat(max + 1) })).toEqual([`${field} long`]);
      expect(faults({ ...us, country: 'KE', [field]: 'x'.repeat(max) })).toEqual([]);
    }
    const long = { ...us, company: 'C'.repeat(60), address1: 'A'.repeat(100), address2: 'B'.repeat(100) };
    expect(labelLines(long, 'United States')).toEqual([
      'Ada Miller',
      'C'.repeat(60),
      'A'.repeat(100),
      'B'.repeat(100),
      'Austin Texas 78701',
      'United States',
      '+1 512 555 0100',
    ]);
    const berlin = { ...us, country: 'DE', zip: '10115', city: 'Berlin', province: '' };
    expect(labelLines(berlin, 'Germany')).toContain('10115 Berlin');
    const brazil = { ...us, country: 'BR', company: '529.982.247-25' };
    expect(taxIdOf(brazil)).toBe('529.982.247-25');
    expect(labelLines(brazil, 'Brazil')).toContain('CPF/CNPJ 529.982.247-25');
    expect(labelLines(brazil, 'Brazil')).not.toContain('529.982.247-25');
  });
});

describe('a tax id', () => {
  it.each([
    ['BR', '11.222.333/0001-81', '11.222.333/0001-82'],
    ['BR', '52998224725', '11111111111'],
    ['KR', 'P123456789012', 'M123456789012'],
    ['MX', 'VECJ880326XK4', 'VECJ88032'],
    ['MX', 'HEGG560427MVZRRL04', 'HEGG560427QVZRRL04'],
    ['CL', '12.345.678-5', '12.345.678-6'],
    ['CL', '20.347.878-K', '20.347.878-1'],
    ['TR', '10000000146', '10000000147'],
  ])('of %s: %s is one, %s is none', (country, right, wrong) => {
    expect([isTaxId(country, right), isTaxId(country, wrong)]).toEqual([true, false]);
  });
});

describe('other letters', () => {
  it('are written in Latin ones where we know how, else left to people', () => {
    expect(inLatin('Анна Щербакова, ул. Ёлки 5')).toBe('Anna Shcherbakova, ul. Yolki 5');
    expect(inLatin('Γιώργος')).toBe('Giorgos');
    expect(inLatin('Zoë 12')).toBe('Zoë 12');
    expect(inLatin('東京')).toBeNull();
  });
});
