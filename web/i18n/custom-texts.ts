import { flattenTexts, languageTag } from '#contract/branding-rules.ts';
import { api } from '../api/client.ts';
import { siteConfig } from '../lib/site-config.ts';

type Texts = [string, string][];

const fetched = new Map<string, Promise<Texts>>();

async function fetchTexts(language: string): Promise<Texts> {
  try {
    return flattenTexts(await api.branding.texts({ params: { language } }));
  } catch {
    fetched.delete(language); // the next page asks again; until then English serves
    return [];
  }
}

/** A custom language's own texts; none when its address does not answer. */
export async function languageTexts(language: string): Promise<Texts> {
  const going = fetched.get(language) ?? fetchTexts(language);
  fetched.set(language, going);
  return going;
}

/** The provider's words for a language, from the stored configuration (spec §2: kept locally). */
export function ownTexts(language: string): Texts {
  return flattenTexts(siteConfig.get().custom_lang_json[language]);
}

/** Languages that the stored configuration adds, each by its own name. */
export function customLanguages(): { tag: string; name: string }[] {
  return siteConfig
    .get()
    .custom_lang_urls.filter(
      // the local copy may hold anything
      (entry: unknown): entry is { language: string; name: string } =>
        typeof entry === 'object' &&
        entry !== null &&
        'language' in entry &&
        typeof entry.language === 'string' &&
        languageTag.test(entry.language) &&
        'name' in entry &&
        typeof entry.name === 'string',
    )
    .map(({ language, name }) => ({ tag: language, name }));
}
