const names = new Intl.DisplayNames('en', { type: 'region' });

/** English name of an ISO 3166 code; the code itself when it is none. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
