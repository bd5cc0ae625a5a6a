import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { local } from '../lib/storage.ts';
import { shell } from './en/shell.ts';
import type { TextFeature } from './resources.ts';

/** Languages that are built in (decision 11), with their own names. */
export const languages = { en: 'English', zh: '简体中文' } as const;
export type Language = keyof typeof languages;

const key = 'language';
type Texts = Record<string, Record<string, unknown>>;
const files = import.meta.glob<Texts>(['./en/*.ts', './zh/*.ts']);

function camel(feature: string): string {
  return feature.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Fetches `<language>/<feature>.ts`, which exports its texts under the feature's name. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, feature, done) {
    const load = files[`./${language}/${feature}.ts`];
    if (load === undefined) {
      done(new Error(`no texts for ${language}/${feature}`), null);
      return;
    }
    load().then(
      (module) => done(null, module[camel(feature)] ?? {}),
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

/** The language to begin with: the user's choice, else the browser's, else English. */
function firstLanguage(): Language {
  const chosen = local.get(key);
  if (isLanguage(chosen)) return chosen;
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return wanted ?? 'en';
}

/** Starts the texts. English of the shell is there at once; all else comes when a page asks for it. */
export async function startTexts(language: Language = firstLanguage()): Promise<void> {
  i18next.on('languageChanged', (tag) => {
    document.documentElement.lang = tag === 'zh' ? 'zh-Hans' : tag;
  });
  window.addEventListener('storage', (event) => {
    if (event.key === key) void i18next.changeLanguage(firstLanguage()); // chosen in another tab
  });
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['shell'],
      defaultNS: 'shell',
      resources: { en: { shell } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
    });
}

/** Switches the language and remembers it. Texts in use are fetched before anything changes on the screen. */
export async function setLanguage(language: Language): Promise<void> {
  local.set(key, language);
  await i18next.changeLanguage(language);
}

/** Fetches the texts of features ahead of their page. */
export async function loadTexts(...features: TextFeature[]): Promise<void> {
  await i18next.loadNamespaces(features);
}

export { i18next };
