import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { withPlanted } from './structure/planted-tree.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const planted = [
  ['server/app.ts', 'async function work() {}\nexport function start() {\n  work();\n}', 'no-floating-promises'],
  ['server/app.test.ts', 'async function work() {}\nexport function start() {\n  work();\n}', 'no-floating-promises'],
  ['server/any.ts', 'export function read(value: any) {\n  return value;\n}', 'no-explicit-any'],
  ['server/ignored.ts', '// @ts-ignore it is fine\nexport const x: string = 1;', 'ban-ts-comment'],
  ['server/printed.ts', "console.log('x');", 'no-console'],
  ['web/shell/navbar.tsx', "console.log('x');", 'no-console'],
  ['server/same.ts', "export const same = (a: string) => a == 'x';", 'eqeqeq'],
  ['server/unsafe.ts', 'export const read = (text: string) => JSON.parse(text).a.b;', 'no-unsafe-member-access'],
] as const;

describe('the linter', () => {
  let lines: string[];
  beforeAll(() => {
    const options = { module: 'ESNext', moduleResolution: 'bundler', strict: true, target: 'ES2023', jsx: 'react-jsx' };
    const files = {
      'tsconfig.json': JSON.stringify({ compilerOptions: { ...options, types: [] }, include: ['.'] }),
      'server/plain.ts': 'export const add = (a: number, b: number) => a + b;\n',
      ...Object.fromEntries(planted.map(([path, text]) => [path, `${text}\n`])),
    };
    lines = withPlanted(files, lint).split('\n');
  });

  /** One line per problem: `path:line:column: text [rule]`. */
  function lint(folder: string): string {
    const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '-c', join(root, '.oxlintrc.json')];
    const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') };
    return spawnSync(process.execPath, [...args, '-f', 'unix', '.'], { cwd: folder, env, encoding: 'utf8' }).stdout;
  }
  const linesOf = (path: string) => lines.filter((line) => line.startsWith(`${path}:`));

  it.each(planted)('sees in %s: %s', (path, _, rule) => {
    expect(linesOf(path).join('\n')).toContain(rule);
  });

  it('has nothing against plain code', () => {
    expect(linesOf('server/plain.ts')).toEqual([]);
  });
});
