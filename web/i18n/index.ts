import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { local } from '../lib/storage.ts';
import { counts } from './counts.ts';
import { customLanguages, languageTexts, ownTexts } from './custom-texts.ts';
import { shell } from './en/shell.ts';
import { overlay, textsOf, type Tree } from './overlay.ts';
import type { TextFeature } from './resources.ts';
import { units } from './units.ts';

/** Languages that are built in (P11), with their own names. */
export const languages = { en: 'English', zh: '简体中文' } as const;
export type Language = keyof typeof languages;

const key = 'language';
type Texts = Record<string, Record<string, unknown>>;
/** The files of texts, each fetched when asked for; English of the shell came with the program. */
const files: Record<string, () => Promise<Texts>> = {
  ...import.meta.glob<Texts>(['./en/*.ts', './zh/*.ts', '!./en/shell.ts']),
  './en/shell.ts': () => Promise.resolve({ shell }),
};

function camel(feature: string): string {
  return feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const textFeatures = new Set(Object.keys(files).flatMap((path) => /([\w-]+)\.ts$/.exec(path)?.[1] ?? []));

/** Built-in texts of a feature with the provider's words in them. */
function withOwn(language: string, feature: string, texts: Tree): Tree {
  return overlay(texts, textsOf(feature, textFeatures, ownTexts(language)));
}

/** `<language>/<feature>.ts` exports its texts under the feature's name; a custom language stands on the English ones. */
async function readTexts(language: string, feature: string): Promise<Tree> {
  const builtIn = isLanguage(language);
  const load = files[`./${builtIn ? language : 'en'}/${feature}.ts`];
  if (load === undefined) throw new Error(`no texts for ${language}/${feature}`);
  const [module, custom] = await Promise.all([load(), builtIn ? [] : languageTexts(language)]);
  const base = module[camel(feature)] ?? {};
  return withOwn(language, feature, overlay(base, textsOf(feature, textFeatures, custom)));
}

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, feature, done) {
    readTexts(language, feature).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** The built-in language of a tag. */
export function languageOf(tag: string): Language {
  return isLanguage(tag) ? tag : 'en';
}

/** Languages to choose from, each by its own name: the built-in ones and those of the branding (P11). */
export function languageChoices(): { tag: string; name: string }[] {
  return [...Object.entries(languages).map(([tag, name]) => ({ tag, name })), ...customLanguages()];
}

/** The language to begin with: the user's choice, else the browser's, else English. */
function firstLanguage(): string {
  const tags = languageChoices().map(({ tag }) => tag);
  const chosen = local.get(key);
  const wanted = navigator.languages.flatMap((tag) => [tag, tag.slice(0, 2)]);
  return [chosen, ...wanted].map((tag) => tags.find((known) => known === tag)).find((tag) => tag !== undefined) ?? 'en';
}

/** Starts the texts. English of the shell is there at once; all else comes when a page asks for it. */
export async function startTexts(language: string = firstLanguage()): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag === 'zh' ? 'zh-Hans' : tag;
  });
  window.addEventListener('storage', (event) => {
    if (event.key === key) void i18next.changeLanguage(firstLanguage()); // chosen in another tab
  });
  await i18next
    .use(backend)
    .use(counts)
    .use(units)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['shell'],
      defaultNS: 'shell',
      resources: { en: { shell: withOwn('en', 'shell', shell) } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
      returnNull: false,
      postProcess: [units.name],
    });
}

/** Switches the language and remembers it. Texts in use are fetched before anything changes on the screen. */
export async function setLanguage(language: string): Promise<void> {
  local.set(key, language);
  await i18next.changeLanguage(language);
}

/** Fetches the texts of features ahead of their page; what failed before is asked for again. */
export async function loadTexts(...features: TextFeature[]): Promise<void> {
  await i18next.loadNamespaces(features);
  const missing = () => features.filter((feature) => !i18next.hasResourceBundle('en', feature));
  if (missing().length === 0) return;
  await i18next.reloadResources(undefined, missing());
  if (missing().length > 0) throw new Error(`no texts for ${missing().join(', ')}`);
}

export { i18next };
