import type { Tree } from './tree.ts';

export type Problem = { path: string; line?: number; message: string };

/** One rule of the code that a machine can check. To add one: write it under `rules/` and list it in `rules.ts`. */
export type Rule = {
  name: string;
  /** What it asks for, as a sentence for the person who just broke it. */
  asks: string;
  check: (tree: Tree) => Problem[];
};
