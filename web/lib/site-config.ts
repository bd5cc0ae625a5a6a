import type { PublicSite } from '#contract/branding.ts';
import { local } from './storage.ts';
import { createStore, useStore } from './store.ts';

const key = 'config'; // spec §3: the configuration is stored locally

const empty: PublicSite = {
  domain: '',
  brand_name: '',
  revision: '',
  site_title: '',
  site_desc: '',
  meta_url: '',
  terms_url: '',
  privacy_url: '',
  meta_icon: '',
  sidebar_logo: '',
  display_referral: false,
  custom_css_urls: [],
  custom_css_json: {},
  custom_lang_urls: [],
  custom_lang_json: {},
  custom_js_urls: [],
  custom_js_content: '',
  contact: [],
  reauthorize_text: '',
  reauthorize_deadline: null,
};

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'string' : typeof value; // only a text may be null
}

/**
 * What counts: the server's configuration, or the copy kept here while it is of the same revision, so that texts changed
 * locally stay (spec §2) until the provider changes something. A field of another kind is as the server has it.
 */
export function mergeCopy(given: PublicSite, copy: unknown): PublicSite {
  if (typeof copy !== 'object' || copy === null) return given;
  const kept: Record<string, unknown> = { ...copy };
  if (kept.revision !== given.revision) return given;
  const merged = Object.entries(given).map(([field, value]: [string, unknown]) => {
    const own = kept[field];
    return [field, own !== undefined && kindOf(own) === kindOf(value) ? own : value];
  });
  return Object.fromEntries(merged) as PublicSite; // every field is there and of its kind
}

/** The configuration that the server wrote into the page; absent in development. */
function readPage(): PublicSite | undefined {
  if (typeof document === 'undefined') return undefined;
  const text = document.getElementById('site-config')?.textContent;
  if (text === null || text === undefined) return undefined;
  return JSON.parse(text) as PublicSite; // our server's own schema has made it
}

function readAtStart(): PublicSite {
  const given = readPage();
  return given === undefined ? empty : mergeCopy(given, local.get(key));
}

/** The branding of this domain. */
export const siteConfig = createStore<PublicSite>(readAtStart());
if (siteConfig.get() !== empty) local.set(key, siteConfig.get());

/** Takes the configuration that a call answered, where the page held none. */
export function takeSite(given: PublicSite): void {
  siteConfig.set(mergeCopy(given, local.get(key)));
  local.set(key, siteConfig.get());
}

/** The branding, followed. */
export function useSiteConfig(): PublicSite {
  return useStore(siteConfig);
}

/** Spec §2: the affiliate page is in the menu only when the stored configuration says so. */
export function referralHidden(): boolean {
  return !siteConfig.get().display_referral;
}
