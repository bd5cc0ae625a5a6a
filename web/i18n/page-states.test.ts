import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { flattenTexts } from '#contract/branding-rules.ts';

const files = import.meta.glob<Record<string, unknown>>(['./en/*.ts', './zh/*.ts'], { eager: true });

type Page = { name: string; feature: string; keys: string[] };

/** Pages with a line below their title, and the keys that stand in its `state={…}`; those of a template end with a dot. */
function pages(): Page[] {
  const features = join('web', 'features');
  const sources = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  return sources.flatMap((name) => {
    const source = readFileSync(join(features, name), 'utf8');
    return [...source.matchAll(/<(?:List)?Page\b[^<]*?\bstate=\{([^<]*?)\}(?=[\s>])/g)].flatMap((page) => {
      const [, state = ''] = page;
      if (!/\bt\(/.test(state)) return [];
      const [, feature = '', more = ''] =
        [...source.slice(0, page.index).matchAll(/useTranslation\(\[?'([\w-]+)'([^)]*)\)/g)].at(-1) ?? [];
      const prefix = /keyPrefix: '([\w.]+)'/.exec(more)?.[1];
      const named = /'([\w-]+):/.exec(state)?.[1];
      const keys = [...state.matchAll(/['`](?:[\w-]+:)?([a-z][\w.]*)/gi)].map(([, key = '']) =>
        prefix === undefined ? key : `${prefix}.${key}`,
      );
      return [{ name, feature: named ?? feature, keys }];
    });
  });
}

/** A text itself, one of its forms by count, or one of those that a template names. */
const isOf = (key: string, found: string): boolean =>
  found === key || (found.startsWith(key) && (key.endsWith('.') || found[key.length] === '_'));

it.each([
  ['en', '.'],
  ['zh', '。'],
])('below a title a description ends with a full stop, a count or a time does not (%s)', (language, stop) => {
  const found = pages().flatMap(({ name, feature, keys }) => {
    const texts = flattenTexts(Object.values(files[`./${language}/${feature}.ts`] ?? {})[0]);
    const here = texts.filter(([text]) => keys.some((key) => isOf(key, text)));
    expect(here, `${name} has no text among ${keys.join(', ')}`).not.toEqual([]);
    return here;
  });
  expect(found.length).toBeGreaterThan(25);
  const isCount = ([key, text]: [string, string]) => text.includes('{{') || key.endsWith('None');
  expect(found.filter((one) => !isCount(one) && !one[1].endsWith(stop))).toEqual([]);
  expect(found.filter((one) => isCount(one) && one[1].endsWith(stop))).toEqual([]);
});
