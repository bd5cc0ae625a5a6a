import { resolveImport } from '../resolve.ts';
import type { Problem, Rule } from '../rule.ts';
import { importsOf } from '../source.ts';
import { codeFiles, type Tree } from '../tree.ts';

/** In the product imports of types count as well: files that need each other to be understood are one file, or have a third below them. */
export const cycles: Rule = {
  name: 'cycles',
  asks: 'No file imports itself by a detour.',
  check: (tree) => findCycles(importGraph(tree)).map(describe),
};

const product = /^(?:contract|server|web)\//;

type Graph = Map<string, string[]>;

function importGraph(tree: Tree): Graph {
  const graph: Graph = new Map();
  for (const file of codeFiles(tree)) {
    const targets = importsOf(file)
      .filter((item) => !item.typeOnly || product.test(file.path))
      .map((item) => resolveImport(file.path, item.specifier))
      .filter((target) => target !== undefined);
    graph.set(file.path, targets);
  }
  return graph;
}

function describe(cycle: string[]): Problem {
  return { path: cycle[0] ?? '', message: `is part of a cycle: ${[...cycle, cycle[0]].join(' -> ')}` };
}

/** One cycle for each way back that a depth-first walk meets. */
function findCycles(graph: Graph): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string) => {
    const at = trail.indexOf(path);
    if (at !== -1) found.push(trail.slice(at));
    if (at !== -1 || done.has(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}
