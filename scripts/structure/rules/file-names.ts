import type { Problem, Rule } from '../rule.ts';
import { isCode } from '../tree.ts';

const roots = /^(?:contract|server|web|sandbox|testing|e2e|bench|scripts)\//;
const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const empty = /^(?:utils?|helpers?|common|misc|types?)$/;

export const fileNames: Rule = {
  name: 'file-names',
  asks: 'Files and folders are kebab-case and named after what they hold.',
  check: (tree) => [...tree.paths].filter((path) => roots.test(path)).flatMap(checkPath),
};

function checkPath(path: string): Problem[] {
  const isFolder = path.endsWith('/');
  if (!isFolder && !isCode(path) && !path.endsWith('.css')) return [];
  const name = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  const parts = isFolder ? [name] : name.split('.').slice(0, -1);
  if (parts.some((part) => !kebab.test(part))) return [{ path, message: 'is not kebab-case' }];
  if (empty.test(parts[0] ?? '')) return [{ path, message: `'${parts[0]}' says nothing: name the thing` }];
  return [];
}
