import { packageOf, resolveImport } from '../resolve.ts';
import type { Problem, Rule } from '../rule.ts';
import { computed, type Import, importsOf } from '../source.ts';
import { codeFiles, isTest, type SourceFile } from '../tree.ts';
import { testPackages, testsAlsoMay, type Zone, zoneOf } from '../zones.ts';

export const directions: Rule = {
  name: 'directions',
  asks: 'Imports follow the arrows of docs/ARCHITECTURE.md (scripts/structure/zones.ts).',
  check: (tree) => codeFiles(tree).flatMap(checkFile),
};

function checkFile(file: SourceFile): Problem[] {
  const zone = zoneOf(file.path);
  if (!zone)
    return [{ path: file.path, message: 'lies in no known folder: give it a place in scripts/structure/zones.ts' }];
  return importsOf(file).flatMap((item) => {
    const message = refusal(file.path, zone, item);
    return message ? [{ path: file.path, line: item.line, message }] : [];
  });
}

function refusal(from: string, zone: Zone, item: Import): string | undefined {
  if (item.specifier === computed)
    return zone.may === '*' ? undefined : 'imports a computed path, whose direction nobody can check';
  const target = resolveImport(from, item.specifier);
  if (target === undefined) return packageRefusal(from, zone, item.specifier);
  if (zone.may === '*') return crossingRefusal(from, item.specifier, target);
  if (zone.closedFolders && item.specifier.startsWith('.') && folderOf(zone, from) !== folderOf(zone, target))
    return `'${item.specifier}' leaves the feature by a relative path: write '#${target}'`;
  return crossingRefusal(from, item.specifier, target) ?? zoneRefusal(from, zone, target);
}

function packageRefusal(from: string, zone: Zone, specifier: string): string | undefined {
  if (isTest(from) && testPackages.test(specifier)) return undefined;
  const name = packageOf(specifier) ?? specifier;
  const refused = zone.packages ? !zone.packages.test(name) : zone.not?.test(name);
  return refused ? `${zone.name} may not use the package '${name}'` : undefined;
}

/** Between the roots the alias is the only way, so that an import says at a glance where it leads. */
function crossingRefusal(from: string, specifier: string, target: string): string | undefined {
  if (specifier.startsWith('#') || !from.includes('/')) return undefined;
  const root = target.split('/')[0];
  return root === from.split('/')[0] ? undefined : `'${specifier}' crosses into ${root}: write '#${target}'`;
}

function zoneRefusal(from: string, zone: Zone, target: string): string | undefined {
  const other = zoneOf(target);
  if (!other) return `'${target}' lies in no known folder`;
  if (isTest(from) && testsAlsoMay.includes(other.name)) return undefined;
  if (other.name !== zone.name)
    return zone.may.includes(other.name) ? undefined : `${zone.name} may not import ${other.name} ('${target}')`;
  if (!zone.closedFolders || folderOf(zone, from) === folderOf(zone, target)) return undefined;
  if (target === `${zone.name}/${folderOf(zone, target)}/index.ts`) return undefined;
  return `'${target}' is inside another feature: import what its index.ts offers`;
}

/** `quotes` of `server/features/quotes/quotes.db.ts`. */
function folderOf(zone: Zone, path: string): string | undefined {
  return path.slice(zone.name.length + 1).split('/')[0];
}
