import type { Rule } from '../rule.ts';
import { codeFiles, findFile, lineAt } from '../tree.ts';

const home = 'server/lib/config.ts';
const example = '.env.example';

export const settingsListed: Rule = {
  name: 'settings-listed',
  asks: `Every setting of ${home} is in ${example}, and nothing else is (decision 41).`,
  check(tree) {
    const config = findFile(tree, home);
    if (!config) return [];
    const listed = findFile(tree, example)?.text ?? '';
    const names = [...listed.matchAll(/^(?:#\s*)?([A-Z][A-Z0-9_]+)=/gm)];
    const known = new Set(names.map((match) => match[1]));
    const settings = new Set([...config.text.matchAll(/^\s+([A-Z][A-Z0-9_]+): /gm)].map((match) => match[1]));
    const unlisted = [...settings]
      .filter((name) => !known.has(name))
      .map((name) => ({ path: home, message: `${example} does not list ${name}` }));
    const code = codeFiles(tree).map(({ text }) => text);
    const unread = names
      .filter((match) => !code.some((text) => new RegExp(`\\b${match[1]}\\b`).test(text)))
      .map((match) => ({
        path: example,
        line: lineAt(listed, match.index),
        message: `lists ${match[1]}, which nothing reads`,
      }));
    return [...unlisted, ...unread];
  },
};
