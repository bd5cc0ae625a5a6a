import { layers, subfolders } from '../layers.ts';
import { resolveImport } from '../resolve.ts';
import type { Problem, Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { codeFiles, isTest, type SourceFile, type Tree } from '../tree.ts';

const place = /^((?:server|web)\/features\/([\w-]+))\/(?:([\w-]+)\/)?/;
/** What an `index.ts` consists of. */
const reExports = /^\s*export\s+(?:type\s+)?\{[^}]*\}\s+from\s+'\.\/[^']+';/;

export const features: Rule = {
  name: 'features',
  asks: 'Features import each other downwards and without circles, subfolders those before them (scripts/structure/layers.ts).',
  check: (tree) => {
    const files = codeFiles(tree).filter(({ path }) => place.test(path));
    return [...unplaced(tree), ...files.flatMap(checkFile), ...circles(files)];
  },
};

function unplaced(tree: Tree): Problem[] {
  const words = [...tree.paths].flatMap((path) => /^server\/features\/([\w-]+)\/$/.exec(path)?.[1] ?? []);
  return words
    .filter((word) => layerOf(word) === -1)
    .map((word) => ({
      path: `server/features/${word}`,
      message: 'belongs to no layer: give it one in scripts/structure/layers.ts',
    }));
}

function layerOf(word: string): number {
  return layers.findIndex((words) => words.includes(word));
}

function checkFile(file: SourceFile): Problem[] {
  const problems = file.path.endsWith('/index.ts') ? checkIndex(file) : [];
  if (isTest(file.path)) return problems;
  return [
    ...problems,
    ...importsOf(file).flatMap(({ specifier, line }) => {
      const message = refusal(file.path, resolveImport(file.path, specifier) ?? '');
      return message ? [{ path: file.path, line, message }] : [];
    }),
  ];
}

function checkIndex({ path, text }: SourceFile): Problem[] {
  let rest = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  while (reExports.test(rest)) rest = rest.replace(reExports, '');
  return rest.trim() ? [{ path, message: "holds more than `export { name } from './file.ts'`" }] : [];
}

function refusal(from: string, target: string): string | undefined {
  const [own, other] = [place.exec(from), place.exec(target)];
  if (!own || !other) return undefined;
  if (own[1] === other[1]) return subfolderRefusal(own[1]!, own[3], other[3]);
  if (!from.startsWith('server/') || !target.startsWith('server/')) return undefined;
  return layerOf(other[2]!) > layerOf(own[2]!)
    ? `${own[2]} lies below ${other[2]} and may not import it: move the call up, or emit an event`
    : undefined;
}

function subfolderRefusal(feature: string, from: string | undefined, to: string | undefined): string | undefined {
  const order = subfolders[feature];
  if (!order || from === undefined || from === to) return undefined;
  if (to === undefined)
    return feature.startsWith('server/') ? `the subfolder ${from} may not import what lies beside it` : undefined;
  return order.indexOf(to) > order.indexOf(from)
    ? `the subfolder ${from} lies below ${to} and may not import it`
    : undefined;
}

/** Circles of server features, one for each way back that a walk meets. */
function circles(files: readonly SourceFile[]): Problem[] {
  const arrows = new Map<string, Map<string, string>>();
  for (const file of files) {
    const own = place.exec(file.path)?.[2];
    if (!own || !file.path.startsWith('server/') || isTest(file.path)) continue;
    for (const { specifier } of importsOf(file)) {
      const other = place.exec(resolveImport(file.path, specifier) ?? '')?.[2];
      if (other && other !== own) arrows.set(own, (arrows.get(own) ?? new Map<string, string>()).set(other, file.path));
    }
  }
  const problems: Problem[] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (word: string) => {
    const at = trail.indexOf(word);
    if (at !== -1) {
      const circle = [...trail.slice(at), word];
      const last = arrows.get(trail.at(-1) ?? '')?.get(word) ?? '';
      problems.push({ path: last, message: `closes a circle of features: ${circle.join(' -> ')}` });
    }
    if (at !== -1 || done.has(word)) return;
    trail.push(word);
    for (const next of arrows.get(word)?.keys() ?? []) visit(next);
    trail.pop();
    done.add(word);
  };
  for (const word of arrows.keys()) visit(word);
  return problems;
}
