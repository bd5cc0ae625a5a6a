import { countryWithin } from '#contract/country-article.ts';

/** Countries that parcels go to; ISO 3166-1 alpha-2, the busiest first. */
export const countries =
  'US GB DE FR CA AU NL IT ES SE BE AT CH DK NO FI IE PT PL CZ NZ JP KR SG HK TW MY TH PH ID VN IN AE SA IL TR MX BR CL CO PE AR ZA GR HU RO BG HR SK SI LT LV EE LU MT CY IS UA KW QA BH OM EG MA NG KE'.split(
    ' ',
  );

const names = new Map<string, Intl.DisplayNames>();

/** A country's name in the user's language; the code itself when there is none. */
export function countryName(code: string, locale = 'en'): string {
  const known = names.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' });
  names.set(locale, known);
  return known.of(code) ?? code;
}

/** A country's name within a sentence: "to the United States". */
export const countryInText = (code: string, locale = 'en'): string =>
  countryWithin(code, countryName(code, locale), locale);
