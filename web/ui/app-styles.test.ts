import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const web = join(import.meta.dirname, '..');
const styles = join(web, '..', 'node_modules', '@mantine', 'core', 'styles');

/** The library's components in a source: `Radio`, and `RadioCard` where it says `<Radio.Card`. */
function componentsIn(source: string): string[] {
  const imported = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
  const parts = [...source.matchAll(/<([A-Z]\w+)\.([A-Z]\w+)/g)].map(([, whole = '', part = '']) => [
    whole,
    whole + part,
  ]);
  return [...imported, ...parts.flatMap(([whole = '', name = '']) => (imported.includes(whole) ? [name] : []))];
}

it('each component of the library that is used has its styles imported', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(web, name), 'utf8'));
  const used = new Set(sources.flatMap(componentsIn));
  const styled = [...used].filter((name) => existsSync(join(styles, `${name}.layer.css`)));
  expect(styled.length).toBeGreaterThan(20);
  const imported = sources.join('\n');
  expect(styled.filter((name) => !imported.includes(`@mantine/core/styles/${name}.layer.css`))).toEqual([]);
});
