import type { PublicSite } from '#contract/branding.ts';
import { emptySiteConfig } from '#contract/branding.ts';
import { siteDomain } from '#contract/branding-rules.ts';
import { entryFor, type Ground } from '#server/db/context.ts';
import { anonymous } from '#server/http/actor.ts';
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
