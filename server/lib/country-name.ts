import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };

const names = new Map<string, Intl.DisplayNames>();

/** A country's name in a language; the text itself where it is no code of a country. */
export function countryName(language: string, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  names.set(language, known);
  return known.of(code) ?? code;
}

/** ISO 3166-1 alpha-2; Kosovo's `XK` is none of it. */
const isoCodes = new Set(codes.map(([code]) => code).filter((code) => code !== 'XK'));

/** Whether a text is the code of a country by ISO 3166-1. */
export const isCountryCode = (code: string): boolean => isoCodes.has(code);
