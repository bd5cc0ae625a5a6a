import { createRequire } from 'node:module';
import type Countries from 'i18n-iso-countries';
import { type Read, unreadable } from './cell-values.ts';

const require = createRequire(import.meta.url);

/** Names that people write and no list of countries has. */
const alsoWritten = { uk: 'GB', 'great britain': 'GB', england: 'GB', holland: 'NL', 'hong kong sar': 'HK' };
/** Names that more than one country has. */
const shared = ['Congo', 'Korea', 'Virgin Islands', 'Saint Martin', 'St. Martin'];

/** Letters and digits alone, without case and accents. */
const folded = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

let known: Map<string, string | null> | undefined;

/** ISO code by folded name or code, of all languages that the library knows; null where it is the name of several countries. */
function countryNames(): Map<string, string | null> {
  const names = new Map<string, string | null>();
  const add = (name: string | undefined, code: string) => {
    const key = folded(name ?? '');
    if (key !== '') names.set(key, (names.get(key) ?? code) === code && names.get(key) !== null ? code : null);
  };
  // It reads the names of all its languages at once, so only when a file names a country.
  const countries = require('i18n-iso-countries') as typeof Countries;
  for (const language of countries.getSupportedLanguages()) {
    for (const [code, written] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of [written].flat()) add(name, code);
  }
  const codes = Object.entries(countries.getAlpha2Codes());
  for (const [code, alpha3] of codes) {
    for (const language of ['en', 'zh-Hans', 'zh-Hant', ownLanguage(code)]) add(displayed(language).of(code), code);
    names.set(alpha3.toLowerCase(), code);
    names.set(code.toLowerCase(), code);
  }
  for (const [name, code] of Object.entries(alsoWritten)) names.set(name, code);
  for (const name of shared) names.set(folded(name), null);
  return names;
}

/** The language that most people of a country speak. */
const ownLanguage = (code: string) => new Intl.Locale('und', { region: code }).maximize().language;

const displays = new Map<string, Intl.DisplayNames>();
function displayed(language: string): Intl.DisplayNames {
  const made = displays.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  displays.set(language, made);
  return made;
}

/** An ISO code from a code or a country's name in English, Chinese, its own language or another one that the library knows. */
export function readCountry(text: string): Read<string> {
  known ??= countryNames();
  const code = known.get(folded(text));
  if (code) return { value: code };
  return unreadable(code === null ? 'ambiguous_country' : 'unknown_country', text);
}
