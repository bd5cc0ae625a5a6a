const names = new Map<string, Intl.DisplayNames>();

/** A country's name in a language; the text itself where it is no code of a country. */
export function countryName(language: string, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  const known = names.get(language) ?? new Intl.DisplayNames([language], { type: 'region', fallback: 'code' });
  names.set(language, known);
  return known.of(code) ?? code;
}
