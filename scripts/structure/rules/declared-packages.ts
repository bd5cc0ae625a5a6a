import { builtinModules } from 'node:module';
import { packageOf } from '../resolve.ts';
import type { Problem, Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { codeFiles, findFile, isTest, type SourceFile, type Tree } from '../tree.ts';

type Declared = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };

/** What runs for users must be installed for users: tools of development are not. */
const runsForUsers = /^(?:contract|server|web|sandbox)\//;

export const declaredPackages: Rule = {
  name: 'declared-packages',
  asks: 'A package that is imported is declared in package.json, with an exact version.',
  check(tree) {
    const declared = readDeclared(tree);
    return [...codeFiles(tree).flatMap((file) => checkFile(file, declared)), ...inexactVersions(declared)];
  },
};

function readDeclared(tree: Tree): Declared {
  // package.json is npm's own format; only these two fields are read
  return JSON.parse(findFile(tree, 'package.json')?.text ?? '{}') as Declared;
}

function checkFile(file: SourceFile, declared: Declared): Problem[] {
  const demanded = runsForUsers.test(file.path) && !isTest(file.path);
  return importsOf(file).flatMap(({ specifier, line, typeOnly }) => {
    const name = packageOf(specifier);
    if (name === undefined || declared.dependencies?.[name]) return [];
    if (builtinModules.includes(name))
      return [{ path: file.path, line, message: `'${specifier}' is Node's own: write 'node:${specifier}'` }];
    if (declared.devDependencies?.[name] && (!demanded || typeOnly)) return [];
    return [
      {
        path: file.path,
        line,
        message: `'${name}' is not among the ${demanded ? 'dependencies' : 'packages'} of package.json`,
      },
    ];
  });
}

function inexactVersions(declared: Declared): Problem[] {
  return Object.entries({ ...declared.dependencies, ...declared.devDependencies })
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    .map(([name, version]) => ({ path: 'package.json', message: `${name} is '${version}': pin an exact version` }));
}
