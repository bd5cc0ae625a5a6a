import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withPlanted } from './structure/planted-tree.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the type checker says about `text` as if it lay in that root, beside everything that the root holds. */
function typeErrors(of: 'contract' | 'server' | 'web', text: string): string {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'walls-'));
  try {
    const config = { extends: join(root, of, 'tsconfig.json'), include: [join(root, of)], files: ['./planted.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'planted.ts'), text);
    const args = [join(root, 'node_modules/typescript/bin/tsc'), '--noEmit', '--pretty', 'false', '-p', folder];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => line.includes('planted.ts'))
      .join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the type checker', () => {
  it.each([
    ['contract', ['process', 'window', 'console', 'fetch', 'Buffer'], ['Map', 'Promise', 'Intl']],
    ['server', ['window', 'document', 'localStorage'], ['process', 'Buffer', 'fetch', 'console']],
    ['web', ['process', 'Buffer', '__dirname'], ['window', 'document', 'fetch', 'console']],
  ] as const)('lets %s use neither of %j, but %j', (of, foreign, own) => {
    const found = typeErrors(of, `export const planted = [${[...foreign, ...own].join(', ')}];\n`);
    const unknown = [...found.matchAll(/Cannot find name '(\w+)'/g)].map((match) => match[1]);
    expect(unknown).toEqual(foreign);
  });
});

describe('the linter', () => {
  const env = { ...process.env, OXLINT_TSGOLINT_PATH: join(root, 'node_modules/.bin/tsgolint') };
  const lint = (path: string, text: string) => {
    const options = { module: 'ESNext', moduleResolution: 'bundler', strict: true, target: 'ES2023', jsx: 'react-jsx' };
    const tsconfig = JSON.stringify({ compilerOptions: { ...options, types: [] }, include: ['.'] });
    return withPlanted({ 'tsconfig.json': tsconfig, [path]: `${text}\n` }, (folder) => {
      const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '-c', join(root, '.oxlintrc.json')];
      return spawnSync(process.execPath, [...args, '-f', 'unix', '.'], { cwd: folder, env, encoding: 'utf8' }).stdout;
    });
  };

  it.each([
    ['server/app.ts', 'async function work() {}\nexport function start() {\n  work();\n}', 'no-floating-promises'],
    ['server/app.test.ts', 'async function work() {}\nexport function start() {\n  work();\n}', 'no-floating-promises'],
    ['server/app.ts', 'export function read(value: any) {\n  return value;\n}', 'no-explicit-any'],
    ['server/app.ts', '// @ts-ignore it is fine\nexport const x: string = 1;', 'ban-ts-comment'],
    ['server/app.ts', "console.log('x');", 'no-console'],
    ['web/shell/navbar.tsx', "console.log('x');", 'no-console'],
    ['server/app.ts', "export const same = (a: string) => a == 'x';", 'eqeqeq'],
    ['server/app.ts', 'export const read = (text: string) => JSON.parse(text).a.b;', 'no-unsafe-member-access'],
  ])('sees in %s: %s', (path, text, rule) => {
    expect(lint(path, text)).toContain(rule);
  });

  it('has nothing against plain code', () => {
    expect(lint('server/app.ts', 'export const add = (a: number, b: number) => a + b;')).not.toMatch(/error|warning/i);
  });
});
