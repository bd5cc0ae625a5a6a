import type { Problem, Rule } from '../rule.ts';
import type { Tree } from '../tree.ts';

/** Pages without a feature at the server. */
const pagesAlone = ['api-access', 'coming', 'resources'];
/** Texts that no feature owns: the frame around pages, and what all lists share. */
const sharedTexts = ['shell', 'lists'];
/** Stories about the frame, about all pages, or about several features. */
const sharedStories = [
  'addresses',
  'dialogs',
  'faults',
  'first-hour',
  'first-session',
  'guard',
  'keyboard',
  'lists',
  'lists-everywhere',
  'lists-of-merchants',
  'lists-of-staff',
  'screens',
  'main-job',
  'mobile',
  'navbar',
  'notice-dialogs',
  'overlays',
  'pages',
  'requests',
  'settings',
  'shopify',
  'sidebar',
  'size-and-language',
  'tab-life',
  'tabs',
  'tour',
  'unsaved',
  'woocommerce',
  'words',
];

export const oneWord: Rule = {
  name: 'one-word',
  asks: 'A feature has one word: that of its folder in server/features, in the web, in texts and in stories too.',
  check(tree) {
    const words = namesIn(tree, /^server\/features\/([\w-]+)\/$/);
    const isPart = (name: string) => words.some((word) => name === word || name.startsWith(`${word}-`));
    const strange = (pattern: RegExp, shared: readonly string[], parts: boolean, where: (name: string) => string) =>
      namesIn(tree, pattern)
        .filter((name) => !(parts ? isPart(name) : words.includes(name)) && !shared.includes(name))
        .map((name): Problem => ({ path: where(name), message: 'bears the name of no feature of server/features' }));
    return [
      ...strange(/^web\/features\/([\w-]+)\/$/, pagesAlone, false, (name) => `web/features/${name}`),
      ...strange(
        /^web\/i18n\/en\/([\w-]+)\.ts$/,
        [...pagesAlone, ...sharedTexts],
        true,
        (name) => `web/i18n/en/${name}.ts`,
      ),
      ...strange(/^e2e\/([\w-]+)\.spec\.ts$/, sharedStories, true, (name) => `e2e/${name}.spec.ts`),
    ];
  },
};

function namesIn(tree: Tree, pattern: RegExp): string[] {
  return [...tree.paths].flatMap((path) => pattern.exec(path)?.[1] ?? []);
}
