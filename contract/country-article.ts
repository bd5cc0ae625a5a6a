/** Countries (ISO 3166-1 alpha-2) whose English names take an article within a sentence: "the United States". */
const taking = new Set(
  'AE BS CC CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN SB SC TC TF UM US VG VI'.split(' '),
);

/** The name of a country as it stands within a sentence of the language. */
export const countryWithin = (code: string, name: string, language: string): string =>
  /^en\b/.test(language) && taking.has(code) ? `the ${name}` : name;
