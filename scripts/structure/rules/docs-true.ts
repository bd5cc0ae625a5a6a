import type { Problem, Rule } from '../rule.ts';
import { findFile, lineAt, type SourceFile, type Tree } from '../tree.ts';

const document = /^(?:README\.md|docs\/.+\.md)$/;
const roots = 'contract|server|web|sandbox|testing|e2e|bench|docs|scripts|\\.ci';
const namedPath = new RegExp(`(?<![\\w/#.-])(?:\\./)?((?:${roots})/[\\w./-]*[\\w/])`, 'g');
const command = /\bnpm (?:run ([\w:-]+)|(test|start)\b)/g;

export const docsTrue: Rule = {
  name: 'docs-true',
  asks: 'Paths and npm commands named in README.md and docs/ exist.',
  check(tree) {
    const scripts = readScripts(tree);
    return tree.files
      .filter(({ path }) => document.test(path))
      .flatMap((file) => [...checkPaths(tree, file), ...checkCommands(file, scripts)]);
  },
};

function readScripts(tree: Tree): Record<string, string> {
  // package.json is npm's own format; only `scripts` is read
  const content = JSON.parse(findFile(tree, 'package.json')?.text ?? '{}') as { scripts?: Record<string, string> };
  return content.scripts ?? {};
}

/** Names with a placeholder (`<word>`, `{name}`, `…`, `*`) break the pattern off and are judged by the folder before it. */
function checkPaths(tree: Tree, file: SourceFile): Problem[] {
  return [...file.text.matchAll(namedPath)].flatMap((match): Problem[] => {
    const next = file.text[match.index + match[0].length] ?? '';
    const path = match[1] ?? '';
    const named = /[<{*…]/.test(next) ? path.slice(0, path.lastIndexOf('/') + 1) : path.replace(/\.$/, '');
    if (exists(tree, named)) return [];
    return [
      { path: file.path, line: lineAt(file.text, match.index), message: `names '${named}', which does not exist` },
    ];
  });
}

function exists(tree: Tree, path: string): boolean {
  return tree.paths.has(path) || tree.paths.has(`${path.replace(/\/$/, '')}/`);
}

function checkCommands(file: SourceFile, scripts: Record<string, string>): Problem[] {
  return [...file.text.matchAll(command)].flatMap((match): Problem[] => {
    const name = match[1] ?? match[2] ?? '';
    if (scripts[name] !== undefined) return [];
    return [
      {
        path: file.path,
        line: lineAt(file.text, match.index),
        message: `names 'npm run ${name}', which does not exist`,
      },
    ];
  });
}
