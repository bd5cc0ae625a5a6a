import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flattenTexts } from '#contract/branding-rules.ts';

const files = import.meta.glob<Record<string, unknown>>(['./en/*.ts', './zh/*.ts'], { eager: true });

/** What a rule of a form answers where a value is wrong: `(value) => (… ? null : t('…'))`, or the other way around. */
const errorIn = /=>\s*\(?[^,;]*?\?\s*(?:null\s*:\s*t\('([\w.:-]+)'|t\('([\w.:-]+)'[^?]*?\)\s*:\s*null\b)/g;

/** Feature and key of each text that a form says below a field. */
function fieldErrors(): { feature: string; key: string }[] {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return sources.flatMap((name) => {
    const source = readFileSync(join('web', name), 'utf8');
    return [...source.matchAll(errorIn)].map((found) => {
      const [, feature = '', more = ''] =
        [...source.slice(0, found.index).matchAll(/useTranslation\(\[?'([\w-]+)'([^)]*)\)/g)].at(-1) ?? [];
      const [, prefix] = /keyPrefix: '([\w.]+)'/.exec(more) ?? [];
      const key = found[1] ?? found[2] ?? '';
      const [own, named] = key.split(':', 2).toReversed();
      return { feature: named ?? feature, key: prefix === undefined ? (own ?? '') : `${prefix}.${own}` };
    });
  });
}

it.each([
  ['en', '.'],
  ['zh', '。'],
])('what is wrong with a field is said in a sentence with its full stop (%s)', (language, stop) => {
  const known = fieldErrors().filter(({ feature }) => feature !== ''); // else the texts are handed over
  const found = known.map(({ feature, key }) => {
    const texts = new Map(flattenTexts(Object.values(files[`./${language}/${feature}.ts`] ?? {})[0]));
    return [`${feature}.${key}`, texts.get(key)];
  });
  expect(found.length).toBeGreaterThan(25);
  expect(found.filter(([, text]) => text?.endsWith(stop) !== true)).toEqual([]);
});
