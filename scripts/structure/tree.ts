import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SourceFile = {
  /** Path from the root, with forward slashes. */
  path: string;
  text: string;
};

export type Tree = {
  root: string;
  /** Files whose text the rules look at. */
  files: SourceFile[];
  /** Every path of the project, pictures and fonts included, and every folder with a closing slash. */
  paths: Set<string>;
};

const unseenFolders = new Set(['node_modules', '.git', 'var', 'dist', 'coverage']);
const readable = /\.(?:tsx?|mts|mjs|css|sql|md|json|html|ya?ml)$|^\.env\.example$/;
const code = /\.(?:tsx?|mjs)$/;
const test = /\.(?:test|spec)\.tsx?$/;

/** Reads the project below `root`: what is installed, built or written at run time is left out. */
export function readTree(root: string): Tree {
  const tree: Tree = { root, files: [], paths: new Set() };
  visitFolder(tree, '');
  return tree;
}

function visitFolder(tree: Tree, folder: string): void {
  for (const entry of readdirSync(join(tree.root, folder), { withFileTypes: true })) {
    const path = folder + entry.name;
    if (entry.isDirectory()) {
      if (unseenFolders.has(entry.name)) continue;
      tree.paths.add(`${path}/`);
      visitFolder(tree, `${path}/`);
    } else if (entry.isFile()) {
      tree.paths.add(path);
      if (readable.test(path)) tree.files.push({ path, text: readFileSync(join(tree.root, path), 'utf8') });
    }
  }
}

export function isCode(path: string): boolean {
  return code.test(path);
}

export function isTest(path: string): boolean {
  return test.test(path);
}

export function codeFiles(tree: Tree): SourceFile[] {
  return tree.files.filter((file) => isCode(file.path));
}

export function findFile(tree: Tree, path: string): SourceFile | undefined {
  return tree.files.find((file) => file.path === path);
}

export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
