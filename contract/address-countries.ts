/** Countries without a postcode system that carriers ask for. */
export const withoutZip: ReadonlySet<string> = new Set(
  'AE AG AO AW BB BJ BO BS CD CG CI CM DJ DM FJ GD GH GM GQ GY HK IE JM KE KI KM KN LC ML MO MR MW PA QA RW SC SL SR ST SY TD TG TL TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
);
/** City states: the city is the country. */
export const withoutCity: ReadonlySet<string> = new Set(['SG', 'HK', 'MO', 'MC', 'VA', 'GI']);
/** Countries whose labels need the state or province. */
export const withProvince: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'MX', 'BR', 'IN', 'CN', 'MY']);
/** Countries whose own script every carrier there reads. */
export const ownScript: ReadonlySet<string> = new Set(['CN', 'HK', 'JP', 'KR', 'MO', 'TW']);

const four = /^\d{4}$/;
const five = /^\d{5}$/;
const six = /^\d{6}$/;
const threeTwo = /^\d{3} ?\d{2}$/;

/** How a country's postcodes are made; countries that are not named here take any. */
export const zipForms: Readonly<Record<string, RegExp>> = {
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
