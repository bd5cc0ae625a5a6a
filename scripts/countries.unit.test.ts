import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countriesFile, type Country, makeCountries } from './countries.ts';

const kept = JSON.parse(readFileSync(countriesFile, 'utf8')) as Country[]; // the file under test

it('the countries of the bind dialog are those of the packages they were made from', () => {
  expect(kept).toEqual(makeCountries());
});

it('the list has about 230 countries with both names, a code and a calling code', { tags: ['S3-06'] }, () => {
  expect(kept.length).toBeGreaterThanOrEqual(230);
  expect(kept.length).toBeLessThanOrEqual(250);
  expect(new Set(kept.map((country) => country.country_code)).size).toBe(kept.length);
  for (const country of kept) {
    expect(country).toEqual({
      english_name: expect.stringMatching(/\S/),
      chinese_name: expect.stringMatching(/\p{Script=Han}/u),
      country_code: expect.stringMatching(/^[A-Z]{2}$/),
      phone_code: expect.stringMatching(/^[1-9]\d{0,2}$/),
    });
  }
  expect(kept).toContainEqual({
    english_name: 'Germany',
    chinese_name: '德国',
    country_code: 'DE',
    phone_code: '49',
  });
});

/** Names that CLDR words in another way, for the same territory. */
const otherWords: Record<'en' | 'zh-Hans', Record<string, string>> = {
  en: {
    BQ: 'Bonaire, Sint Eustatius and Saba', // CLDR: Caribbean Netherlands
    CD: 'Democratic Republic of the Congo', // CLDR names both by their capitals
    CG: 'Republic of the Congo',
    CZ: 'Czech Republic',
    LA: "Lao People's Democratic Republic",
    PS: 'State of Palestine',
    RU: 'Russian Federation',
    SY: 'Syrian Arab Republic',
  },
  'zh-Hans': {
    AE: '阿联酋', // short forms
    BA: '波黑',
    CF: '中非',
    DO: '多米尼加',
    ID: '印尼',
    FM: '密克罗尼西亚联邦', // long forms
    SH: '圣赫勒拿、阿森松和特里斯坦-达库尼亚',
    BQ: '荷兰加勒比区',
    AX: '奥兰', // without "islands"
    GG: '根西',
    JE: '泽西',
    PM: '圣皮埃尔和密克隆',
    HK: '香港', // with and without the status
    MO: '澳门',
    PS: '巴勒斯坦',
    TW: '中国台湾省',
  },
};

/** The words of a name, without accents, abbreviations and what joins them. */
function wordsOf(name: string): Set<string> {
  const plain = name.normalize('NFD').replace(/\p{M}|[’'.]/gu, '');
  const words =
    plain
      .replace(/\bSt\b/g, 'Saint')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word !== 'and'));
}

/** Whether one name only says more than the other: "Iran", "Islamic Republic of Iran". */
function alike(a: string, b: string): boolean {
  const [few, many] = [wordsOf(a), wordsOf(b)].sort((one, other) => one.size - other.size);
  return few !== undefined && [...few].every((word) => many?.has(word));
}

it('D8 both names of every country are those of the territory of its code, as CLDR has them', () => {
  const misnamed = (countries: Country[]) =>
    countries.flatMap(({ country_code: code, english_name, chinese_name }) => {
      const [english, chinese] = (['en', 'zh-Hans'] as const).map(
        (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code) ?? '',
      );
      const englishFits = otherWords.en[code] === english_name || alike(english_name, english ?? '');
      const chineseFits = [chinese, otherWords['zh-Hans'][code]].includes(chinese_name);
      return englishFits && chineseFits ? [] : [`${code} ${english_name} (${english}), ${chinese_name} (${chinese})`];
    });
  expect(misnamed(kept)).toEqual([]);
  const wrong = { country_code: 'EH', english_name: 'Western Sahara', chinese_name: '阿拉伯撒哈拉民主共和国' };
  expect(misnamed([{ ...wrong, phone_code: '212' }])).toHaveLength(1);
  for (const name of ['english_name', 'chinese_name'] as const)
    expect(new Set(kept.map((country) => country[name])).size).toBe(kept.length);
});
