import { resolve } from 'node:path';
import type { Problem, Rule } from './rule.ts';
import { importRules, structureRules } from './rules.ts';
import { importsOf } from './source.ts';
import { codeFiles, readTree } from './tree.ts';

// node --import tsx scripts/structure/main.ts imports|structure [root]
const [which, root = '.'] = process.argv.slice(2);
const chosen: Record<string, readonly Rule[]> = { imports: importRules, structure: structureRules };
const rules = chosen[which ?? ''];
if (!rules) throw new Error(`say which rules: ${Object.keys(chosen).join(' or ')}`);

const tree = readTree(resolve(root));
const files = codeFiles(tree);
const imports = files.reduce((sum, file) => sum + importsOf(file).length, 0);
// a check that looked at nothing must not say that all is well
if (files.length === 0 || imports === 0) fail(`saw ${files.length} files with ${imports} imports below ${tree.root}`);

let count = 0;
for (const rule of rules) {
  const problems = rule.check(tree);
  count += problems.length;
  if (problems.length > 0) console.log([`${rule.name}: ${rule.asks}`, ...problems.map(format)].join('\n'));
}
if (count > 0) fail(`${count} problems`);
console.log(`${rules.length} rules, ${files.length} files, ${imports} imports`);

function format({ path, line, message }: Problem): string {
  return `  ${path}${line === undefined ? '' : `:${line}`}  ${message}`;
}

function fail(message: string): never {
  console.log(message);
  process.exit(1);
}
