import type { Tree } from './tree.ts';

export type Problem = { path: string; line?: number; message: string };

/** One habit of the house that a machine can see. To add one: write it under `rules/` and list it in `rules.ts`. */
export type Rule = {
  name: string;
  /** What it asks for, as a sentence for the person who just broke it. */
  asks: string;
  check: (tree: Tree) => Problem[];
};
