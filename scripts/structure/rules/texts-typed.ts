import type { Problem, Rule } from '../rule.ts';
import { codeFiles, findFile, type SourceFile, type Tree } from '../tree.ts';

const texts = /^web\/i18n\/([a-z]{2})\/([\w-]+)\.ts$/;

/** A missing sentence shows as English, a sentence in the wrong place as nothing: the compiler finds both. */
export const textsTyped: Rule = {
  name: 'texts-typed',
  asks: "Every language has every feature's texts, typed by the English ones.",
  check(tree) {
    const files = codeFiles(tree).flatMap((file) => {
      const [, language, feature] = texts.exec(file.path) ?? [];
      return language && feature ? [{ file, language, feature }] : [];
    });
    const languages = new Set(files.map(({ language }) => language));
    const features = files.flatMap(({ language, feature }) => (language === 'en' ? [feature] : []));
    return [...languages]
      .filter((language) => language !== 'en')
      .flatMap((language) => features.flatMap((feature) => checkTexts(tree, language, feature)));
  },
};

function checkTexts(tree: Tree, language: string, feature: string): Problem[] {
  const path = `web/i18n/${language}/${feature}.ts`;
  const english = `web/i18n/en/${feature}.ts`;
  const file = findFile(tree, path);
  if (!file) return [{ path: english, message: `has no ${path}` }];
  return isTyped(file, feature) ? [] : [{ path, message: `is not typed as Translation of ${english}` }];
}

function isTyped({ text }: SourceFile, feature: string): boolean {
  const imported = new RegExp(`import type \\{ (\\w+)(?: as (\\w+))? \\} from '../en/${feature}\\.ts'`).exec(text);
  const name = imported?.[2] ?? imported?.[1];
  return name !== undefined && new RegExp(`: Translation<typeof ${name}> = \\{`).test(text);
}
