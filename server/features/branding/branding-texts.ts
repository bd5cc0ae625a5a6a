import { flattenTexts, textsProblem } from '#contract/branding-rules.ts';
import type { PublicSite } from '#contract/branding.ts';
import type { Entry } from '#server/db/context.ts';
import { appError } from '#server/lib/app-error.ts';
import { fetchOutside } from '#server/lib/fetch-outside.ts';

const lifeMs = 10 * 60_000;
const retryMs = 60_000;
const withinMs = 5_000;
const maxBytes = 200_000;

type Texts = Record<string, string>;

/** Texts of custom languages, fetched here instead of by browsers and kept for ten minutes (decisions/0009). */
export type LanguageTexts = (entry: Entry, site: PublicSite, language: string) => Promise<Texts>;

type Kept = { texts: Texts; until: number };

/** A dictionary as it came: flat and judged; whatever cannot be a text is refused as a whole. */
function read(bytes: Buffer): Texts {
  const dictionary: unknown = JSON.parse(bytes.toString('utf8'));
  const problem = textsProblem(dictionary);
  if (problem !== undefined) throw new Error(problem.code);
  return Object.fromEntries(flattenTexts(dictionary));
}

export function openLanguageTexts(allowPrivate: boolean): LanguageTexts {
  const kept = new Map<string, Kept>();
  const running = new Map<string, Promise<Texts>>();

  async function load(entry: Entry, url: string): Promise<Texts> {
    const now = entry.now.getTime();
    try {
      const { hostname } = new URL(url);
      const rules = { hosts: [hostname], allowPrivate, maxBytes };
      const wanted = { name: 'file of texts', accept: 'application/json', withinMs };
      const texts = read(await fetchOutside(url, rules, wanted));
      kept.set(url, { texts, until: now + lifeMs });
      return texts;
    } catch (error) {
      entry.log.warn({ err: error, url }, 'texts of a custom language could not be fetched');
      const texts = kept.get(url)?.texts ?? {}; // yesterday's words are better than none
      kept.set(url, { texts, until: now + retryMs });
      return texts;
    } finally {
      running.delete(url);
    }
  }
  return async (entry, site, language) => {
    const url = site.custom_lang_urls.find((one) => one.language === language)?.url;
    if (url === undefined) throw appError('not_found', { text: 'branding.no_language' });
    const known = kept.get(url);
    if (known && known.until > entry.now.getTime()) return known.texts;
    const going = running.get(url) ?? load(entry, url);
    running.set(url, going);
    return going;
  };
}
