import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ESTree, Visitor } from 'vite';
import { followActions } from './actions.ts';
import { formatTable } from '#bench/table.ts';
import { resolveImport } from './structure/resolve.ts';
import { citationsTrue } from './structure/rules/citations-true.ts';
import { oneWord } from './structure/rules/one-word.ts';
import { importsOf, programOf } from './structure/source.ts';
import { isCode, isTest, readTree, type SourceFile } from './structure/tree.ts';

// npm run figures [-- <commit>]: how the code is laid out, in figures, beside those of another commit.

type Figures = Map<string, number | string>;

const product = /^(?:contract|server|web)\//;
const apart = /^(?:web\/i18n\/|server\/db\/(?:tables\.ts|migrations\/))/;
const featureFolder = /^(server|web)\/features\/[\w-]+$/;

function figuresOf(root: string): Figures {
  const tree = readTree(root);
  const files = tree.files.filter(
    ({ path }) => product.test(path) && !apart.test(path) && !isTest(path) && isCode(path),
  );
  const lines = files.map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b);
  const figures: Figures = new Map();
  for (const area of ['contract', 'server', 'web']) {
    const own = files.filter(({ path }) => path.startsWith(`${area}/`));
    figures.set(`${area}: files`, own.length);
    figures.set(
      `${area}: lines`,
      own.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0),
    );
  }
  figures.set('lines of a file, median', lines[Math.floor(lines.length / 2)] ?? 0);
  figures.set('lines of a file, most', lines.at(-1) ?? 0);
  for (const area of ['server', 'web'])
    figures.set(`${area}: files in the largest feature folder`, largestFolder(files, area));
  const importers = countImporters(files);
  const single = files.filter((file) => isPage(file, importers));
  figures.set('files under 80 lines with one importer, in their folder', single.length);
  const apartForReason = new Set([...fetchedLater(files), ...countImporters(tree.files.filter(isTestCode)).keys()]);
  figures.set(
    'of them neither fetched nor tested by themselves',
    single.filter(({ path }) => !apartForReason.has(path)).length,
  );
  const shapes = files.map(shapesOf);
  figures.set(
    'types of injected functions',
    shapes.reduce((sum, shape) => sum + shape.needs, 0),
  );
  figures.set(
    'injected functions',
    shapes.reduce((sum, shape) => sum + shape.injected, 0),
  );
  figures.set(
    'functions with five or more parameters',
    shapes.reduce((sum, shape) => sum + shape.wide, 0),
  );
  figures.set(
    'refusals with an English sentence in the code',
    shapes.reduce((sum, shape) => sum + shape.sentences, 0),
  );
  figures.set('circles of imports at run time', circles(files, false));
  figures.set('circles of imports, types included', circles(files, true));
  figures.set('folders, texts and stories with a word that no feature has', oneWord.check(tree).length);
  figures.set('citations that lead nowhere', citationsTrue.check(tree).length);
  for (const { name, files: own, hops, lost } of followActions(tree))
    figures.set(`${name}: files / hops / of them lost`, `${own} / ${hops} / ${lost.length}`);
  return figures;
}

function largestFolder(files: readonly SourceFile[], area: string): string {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const folder = dirname(path);
    if (featureFolder.test(folder) && folder.startsWith(area)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const [folder = '', count = 0] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return `${count} (${folder.slice(folder.lastIndexOf('/') + 1)})`;
}

/** The files that import each file. */
function countImporters(files: readonly SourceFile[]): Map<string, Set<string>> {
  const importers = new Map<string, Set<string>>();
  for (const file of files)
    for (const { specifier } of importsOf(file)) {
      const target = resolveImport(file.path, specifier);
      if (target) importers.set(target, (importers.get(target) ?? new Set()).add(file.path));
    }
  return importers;
}

const isTestCode = ({ path }: SourceFile) => isCode(path) && isTest(path);

/** Files that `import()` names: the browser fetches them, or the server reads them, when they are needed. */
const fetchedLater = (files: readonly SourceFile[]) =>
  files.flatMap((file) =>
    importsOf(file).flatMap(({ specifier, lazy }) => (lazy ? (resolveImport(file.path, specifier) ?? []) : [])),
  );

/** Whether a file is a page of the one that imports it rather than a module. */
function isPage({ path, text }: SourceFile, importers: Map<string, Set<string>>): boolean {
  const [importer, ...more] = importers.get(path) ?? [];
  return (
    importer !== undefined && more.length === 0 && dirname(importer) === dirname(path) && text.split('\n').length <= 80
  );
}

function shapesOf(file: SourceFile): { needs: number; injected: number; wide: number; sentences: number } {
  const shape = { needs: 0, injected: 0, wide: 0, sentences: 0 };
  const countWide = ({ params }: { params: readonly unknown[] }) => {
    if (params.length >= 5) shape.wide += 1;
  };
  new Visitor({
    FunctionDeclaration: countWide,
    FunctionExpression: countWide,
    ArrowFunctionExpression: countWide,
    TSTypeAliasDeclaration(node) {
      if (!node.id.name.endsWith('Needs')) return;
      shape.needs += 1;
      shape.injected += functionMembers(node.typeAnnotation);
    },
    CallExpression({ callee, arguments: [, sentence] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'appError') return;
      if (sentence?.type === 'TemplateLiteral' || (sentence?.type === 'Literal' && typeof sentence.value === 'string'))
        shape.sentences += 1;
    },
  }).visit(programOf(file));
  return shape;
}

function functionMembers(type: ESTree.TSType): number {
  if (type.type === 'TSIntersectionType') return type.types.reduce((sum, part) => sum + functionMembers(part), 0);
  if (type.type !== 'TSTypeLiteral') return 0;
  return type.members.filter(
    (member) =>
      member.type === 'TSMethodSignature' ||
      (member.type === 'TSPropertySignature' && member.typeAnnotation?.typeAnnotation.type === 'TSFunctionType'),
  ).length;
}

/** Groups of files that reach each other by their imports (Tarjan's strongly connected components of two or more). */
function circles(files: readonly SourceFile[], withTypes: boolean): number {
  const graph = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap(({ specifier, typeOnly }) =>
        typeOnly && !withTypes ? [] : (resolveImport(file.path, specifier) ?? []),
      ),
    ]),
  );
  const index = new Map<string, number>();
  const stack: string[] = [];
  let count = 0;
  const visit = (path: string): number => {
    const at = index.size;
    index.set(path, at);
    stack.push(path);
    let least = at;
    for (const target of graph.get(path) ?? []) {
      if (!graph.has(target)) continue;
      if (!index.has(target)) least = Math.min(least, visit(target));
      else if (stack.includes(target)) least = Math.min(least, index.get(target) ?? least);
    }
    if (least === at && stack.splice(stack.indexOf(path)).length > 1) count += 1;
    return least;
  };
  for (const path of graph.keys()) if (!index.has(path)) visit(path);
  return count;
}

/** Lays out the sources of a commit for as long as `act` runs. */
function withCommit<T>(commit: string, action: (root: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tradewind-figures-'));
  try {
    const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return action(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const commit = process.argv[2];
const now = figuresOf(process.cwd());
const before = commit === undefined ? undefined : withCommit(commit, figuresOf);
console.log(
  formatTable({
    title: 'The layout of the code, without tests, texts, migrations and what is generated',
    columns: ['', ...(before ? [commit ?? ''] : []), 'now'],
    rows: [...now].map(([name, figure]) => [name, ...(before ? [before.get(name) ?? '–'] : []), figure]),
  }),
);
