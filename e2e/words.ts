import type { Language } from '#web/i18n/index.ts';

type Tree = { [key: string]: string | Tree };
const files = import.meta.glob<Record<string, Tree>>(['../web/i18n/en/*.ts', '../web/i18n/zh/*.ts'], { eager: true });

/**
 * Finds what the portal says in a language: `say('orders.payMany')` matches that text, alone, in each plural form and
 * with anything for its parameters and the texts in it. A text that does not exist throws.
 */
export function textsIn(language: Language): (path: string) => RegExp {
  return (path) => {
    const [feature = '', ...keys] = path.split('.');
    const name = keys.pop() ?? '';
    let tree: string | Tree | undefined = Object.values(files[`../web/i18n/${language}/${feature}.ts`] ?? {})[0];
    for (const key of keys) tree = typeof tree === 'object' ? tree[key] : undefined;
    const forms = typeof tree === 'object' ? [name, `${name}_one`, `${name}_other`].map((key) => tree[key]) : [];
    const texts = forms.filter((text) => typeof text === 'string');
    if (texts.length === 0) throw new Error(`no text ${path} in ${language}`);
    return new RegExp(`^(?:${texts.map(patternOf).join('|')})$`);
  };
}

const patternOf = (text: string): string =>
  text
    .split(/\$t\([^)]*\)|\{\{?\w+\}\}?/)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
