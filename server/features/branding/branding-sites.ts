import { emptySiteConfig, type PublicSite } from '#contract/branding.ts';
import { siteDomain, flattenTexts, textsProblem } from '#contract/branding-rules.ts';
import { entryFor, type Ground, type Entry } from '#server/db/context.ts';
import { anonymous } from '#server/http/actor.ts';
import { appError } from '#server/lib/app-error.ts';
import { fetchOutside } from '#server/lib/fetch-outside.ts';
import { siteOf, withRevision } from './branding.service.ts';

const lifeMs = 30_000; // an event that was lost costs this long
const mostKept = 500; // any name may stand in a Host header

/** The site of each domain, kept for a moment: every page view asks. */
export type Sites = {
  /** Never fails: while the database is away, the last known look serves, else the deployment's own name. */
  at(host: string): Promise<PublicSite>;
  /** Forgets all; called when any site changed. */
  forget(): void;
};

type Kept = { site: PublicSite; until: number };

export function openSites(ground: Ground, brandName: string): Sites {
  const kept = new Map<string, Kept>();
  let generation = 0;

  async function read(domain: string): Promise<PublicSite> {
    const began = generation;
    const entry = entryFor(ground, anonymous, 'page');
    const site = await entry.run({ account_id: null }, (ctx) => siteOf(ctx, domain, brandName));
    // read while something changed: good enough for when the database is away, but asked again next time
    keep(domain, { site, until: began === generation ? entry.now.getTime() + lifeMs : 0 });
    return site;
  }
  function keep(domain: string, entry: Kept): void {
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.delete(domain);
    kept.set(domain, entry);
  }
  return {
    async at(host) {
      const domain = siteDomain(host);
      const known = kept.get(domain);
      if (known && known.until > ground.clock.now().getTime()) return known.site;
      try {
        return await read(domain);
      } catch (error) {
        ground.log.warn({ err: error, domain }, 'the look of a domain could not be read');
        return known?.site ?? withRevision({ domain, brand_name: brandName, ...emptySiteConfig });
      }
    },
    forget() {
      generation += 1;
      for (const entry of kept.values()) entry.until = 0; // still serves while the database is away
    },
  };
}

const textsLifeMs = 10 * 60_000;
const retryMs = 60_000;
const withinMs = 5_000;
const maxBytes = 200_000;

type Texts = Record<string, string>;

/** Texts of custom languages, fetched here instead of by browsers and kept for ten minutes (decisions/0009). */
type LanguageTexts = (entry: Entry, site: PublicSite, language: string) => Promise<Texts>;

type KeptTexts = { texts: Texts; until: number };

/** A dictionary as it came: flat and judged; whatever cannot be a text is refused as a whole. */
function readTexts(bytes: Buffer): Texts {
  const dictionary: unknown = JSON.parse(bytes.toString('utf8'));
  const problem = textsProblem(dictionary);
  if (problem !== undefined) throw new Error(problem.code);
  return Object.fromEntries(flattenTexts(dictionary));
}

export function openLanguageTexts(allowPrivate: boolean): LanguageTexts {
  const kept = new Map<string, KeptTexts>();
  const running = new Map<string, Promise<Texts>>();

  async function load(entry: Entry, url: string): Promise<Texts> {
    const now = entry.now.getTime();
    try {
      const { hostname } = new URL(url);
      const rules = { hosts: [hostname], allowPrivate, maxBytes };
      const wanted = { name: 'file of texts', accept: 'application/json', withinMs };
      const texts = readTexts(await fetchOutside(url, rules, wanted));
      kept.set(url, { texts, until: now + textsLifeMs });
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
