import { contractFeatures } from '../contract-features.ts';
import type { Problem, Rule } from '../rule.ts';
import { codeOf } from '../source.ts';
import { subfolders } from '../layers.ts';
import { codeFiles, isTest, type SourceFile, type Tree } from '../tree.ts';

const place = /^server\/features\/([^/]+)\/(.+)$/;
const layers = /\.(?:db|service|routes|jobs)\.ts$/;
/** Kysely's ways into the database. */
const query = /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|with)\(|\bsql(?:<[^`(]*>)?`/;

export const featureShape: Rule = {
  name: 'feature-shape',
  asks: 'A server feature has <word>.service.ts or subfolders, <word>.test.ts, <word>.routes.ts for its contract, and SQL in *.db.ts only.',
  check: (tree) => [...featureFolders(tree).flatMap((word) => checkFeature(tree, word)), ...homeless(tree)],
};

function featureFolders(tree: Tree): string[] {
  const words = [...tree.paths].map((path) => place.exec(path)?.[1]).filter((word) => word !== undefined);
  return [...new Set(words)];
}

function checkFeature(tree: Tree, word: string): Problem[] {
  const folder = `server/features/${word}`;
  const hasSubfolders = subfolders[folder]?.some((name) => tree.paths.has(`${folder}/${name}/`));
  const demanded = hasSubfolders ? ['test.ts'] : ['service.ts', 'test.ts'];
  if (contractFeatures(tree).some((feature) => feature.word === word)) demanded.push('routes.ts');
  const missing = demanded
    .filter((ending) => !tree.paths.has(`${folder}/${word}.${ending}`))
    .map((ending) => ({ path: folder, message: `has no ${word}.${ending}` }));
  const files = codeFiles(tree).filter(({ path }) => path.startsWith(`${folder}/`));
  return [...missing, ...files.flatMap((file) => checkFile(file, word))];
}

function checkFile(file: SourceFile, word: string): Problem[] {
  const name = place.exec(file.path)?.[2] ?? '';
  const subfolder = name.includes('/') ? name.slice(0, name.indexOf('/')) : undefined;
  const problems: Problem[] = [];
  if (subfolder !== undefined && !subfolders[`server/features/${word}`]?.includes(subfolder))
    problems.push({
      path: file.path,
      message: `lies in a folder that scripts/structure/layers.ts does not list as a subfolder of ${word}`,
    });
  if (
    subfolder === undefined &&
    layers.test(name) &&
    !name.startsWith(`${word}.`) &&
    !name.startsWith(`${word}-`) &&
    !isPartOf(name, word)
  )
    problems.push({ path: file.path, message: `does not begin with the feature's word '${word}'` });
  if (!name.endsWith('.db.ts') && !isTest(name) && query.test(codeOf(file)))
    problems.push({ path: file.path, message: `speaks SQL: that belongs in ${word}.db.ts` });
  return problems;
}

/** `quote-files.routes.ts` in `quotes`, `order-import.service.ts` in `orders`. */
function isPartOf(name: string, word: string): boolean {
  return word.endsWith('s') && name.startsWith(`${word.slice(0, -1)}-`);
}

function homeless(tree: Tree): Problem[] {
  return contractFeatures(tree)
    .filter((feature) => !tree.paths.has(`server/features/${feature.word}/`))
    .map((feature) => ({ path: feature.file, message: `has no folder server/features/${feature.word}` }));
}
