import { writeFileSync } from 'node:fs';
import names from 'i18n-iso-countries';
import chinese from 'i18n-iso-countries/langs/zh.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import { getCountries, getCountryCallingCode } from 'libphonenumber-js';

/** One country of the bind dialog (spec §3). */
export type Country = { english_name: string; chinese_name: string; country_code: string; phone_code: string };

/** Names in the place of the package's: its Chinese one of Western Sahara is that of the Sahrawi Arab Democratic Republic. */
const ownChinese: Record<string, string> = { EH: '西撒哈拉' };

/** Every country that has both a name in two languages and a calling code, by English name. */
export function makeCountries(): Country[] {
  names.registerLocale(english);
  names.registerLocale(chinese);
  return getCountries()
    .flatMap((code): Country[] => {
      const [english_name, chinese_name] = [names.getName(code, 'en'), ownChinese[code] ?? names.getName(code, 'zh')];
      if (english_name === undefined || chinese_name === undefined) return []; // Ascension, Tristan da Cunha
      return [{ english_name, chinese_name, country_code: code, phone_code: getCountryCallingCode(code) }];
    })
    .sort((a, b) => (a.english_name < b.english_name ? -1 : 1));
}

/** Where the web app reads them. */
export const countriesFile = new URL('../web/components/phone-countries.json', import.meta.url);

if (process.argv[1] === import.meta.filename)
  writeFileSync(countriesFile, `${JSON.stringify(makeCountries(), null, 2)}\n`);
