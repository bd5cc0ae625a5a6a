import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { layers } from './layers.ts';
import { withPlanted } from './planted-tree.ts';
import { cycles } from './rules/cycles.ts';
import { declaredPackages } from './rules/declared-packages.ts';
import { directions } from './rules/directions.ts';
import { features } from './rules/features.ts';
import { importsResolve } from './rules/imports-resolve.ts';
import { webWithoutZod } from './rules/web-without-zod.ts';
import type { Rule } from './rule.ts';
import { readTree } from './tree.ts';
import { zones } from './zones.ts';

/** One file of each zone, so that every arrow has two ends. */
const ends: Record<string, string> = {
  contract: 'contract/quotes.ts',
  'server/features': 'server/features/quotes/quotes.service.ts',
  'server/http': 'server/http/mount.ts',
  'server/connectors': 'server/connectors/shopify/client.ts',
  'server/db': 'server/db/client.ts',
  'server/lib': 'server/lib/clock.ts',
  server: 'server/app.ts',
  'web/app': 'web/app/pages.tsx',
  'web/shell': 'web/shell/navbar.tsx',
  'web/features': 'web/features/quotes/quotes-page.tsx',
  'web/components': 'web/components/money-cell.tsx',
  'web/ui': 'web/ui/data-table.tsx',
  'web/api': 'web/api/client.ts',
  'web/lib': 'web/lib/paths.ts',
  'web/i18n': 'web/i18n/en.ts',
  web: 'web/main.tsx',
  sandbox: 'sandbox/main.ts',
  testing: 'testing/factories.ts',
  e2e: 'e2e/browser.ts',
  bench: 'bench/main.ts',
  scripts: 'scripts/launch.ts',
};

/** The arrows once more, written out: who may import whom. Everything else must be caught. */
const arrows: Record<string, string[]> = {
  contract: [],
  'server/features': ['server/http', 'server/connectors', 'server/db', 'server/lib', 'contract'],
  'server/http': ['server/db', 'server/lib', 'contract'],
  'server/connectors': ['server/db', 'server/lib', 'contract'],
  'server/db': ['server/lib', 'contract'],
  'server/lib': ['server/db', 'contract'],
  server: ['server/features', 'server/http', 'server/connectors', 'server/db', 'server/lib', 'contract'],
  'web/app': ['web/shell', 'web/features', 'web/components', 'web/ui', 'web/api', 'web/lib', 'web/i18n', 'contract'],
  'web/shell': ['web/components', 'web/ui', 'web/api', 'web/lib', 'web/i18n', 'contract'],
  'web/features': ['web/components', 'web/ui', 'web/api', 'web/lib', 'web/i18n', 'contract'],
  'web/components': ['web/ui', 'web/api', 'web/lib', 'web/i18n', 'contract'],
  'web/ui': [],
  'web/api': ['web/lib', 'web/i18n', 'contract'],
  'web/lib': ['web/api', 'web/i18n', 'contract'],
  'web/i18n': ['web/api', 'web/lib', 'contract'],
  web: ['web/app', 'web/ui', 'web/api', 'web/lib', 'web/i18n', 'contract'],
};

function messages(rule: Rule, files: Record<string, string>): string[] {
  return withPlanted(files, (root) =>
    rule.check(readTree(root)).map(({ path, line, message }) => `${path}:${line ?? ''} ${message}`),
  );
}

function caught(files: Record<string, string>): string[] {
  return messages(directions, files);
}

describe('import directions', () => {
  it('knows an end for every zone', () => {
    expect(Object.keys(ends).toSorted()).toEqual(
      zones
        .map(({ name }) => name)
        .filter((name) => name !== 'config')
        .toSorted(),
    );
  });

  for (const [from, allowed] of Object.entries(arrows)) {
    const others = Object.keys(ends).filter((zone) => zone !== from);

    it(`lets ${from} import only ${allowed.join(', ') || 'itself'}`, () => {
      const everyEnd = Object.fromEntries(Object.values(ends).map((path) => [path, '']));
      const imports = others.map((to) => `import { x } from '#${ends[to]}';\n`);
      const found = caught({ ...everyEnd, [ends[from]!]: imports.join('') });
      for (const [n, to] of others.entries()) {
        const ofArrow = found.filter((text) => text.startsWith(`${ends[from]}:${n + 1} `));
        const arrow = `${from} -> ${to}: ${ofArrow.join(' | ')}`;
        expect(ofArrow.length > 0, arrow).toBe(!allowed.includes(to));
      }
    });
  }

  it('lets sandbox, testing, e2e, bench and scripts import anything', () => {
    for (const from of ['sandbox', 'testing', 'e2e', 'bench', 'scripts']) {
      const imports = Object.values(ends).map((path) => `import '#${path}';`);
      expect(caught({ [ends[from]!]: imports.join('\n') })).toEqual([]);
    }
  });

  const from = 'server/features/quotes/quotes.service.ts';
  const bad = '#server/features/wallet/wallet.service.ts';
  it.each([
    ['import', `import { x } from '${bad}';`],
    ['import type', `import type { X } from '${bad}';`],
    ['bare import', `import '${bad}';`],
    ['export from', `export { x } from '${bad}';`],
    ['export *', `export * from '${bad}';`],
    ['import()', `const x = await import('${bad}');`],
    ['import() with a template', `const x = await import(\`${bad}\`);`],
    ['import() in a type', `type X = import('${bad}').X;`],
    ['typeof import()', `let x: typeof import('${bad}');`],
    ['require()', `const x = require('${bad}');`],
    ['import = require()', `import x = require('${bad}');`],
    ['import over several lines', `import {\n  x, // one\n  y,\n} from\n  '${bad}';`],
  ])('sees a feature that reaches another by %s', (_, text) => {
    const found = caught({ [from]: `${text}\n` });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('is inside another feature');
  });

  it('names the line', () => {
    expect(caught({ [from]: `\n\nimport '${bad}';\n` })[0]).toContain(`${from}:3 `);
  });

  it('takes no notice of imports in comments, strings and JSX text', () => {
    const text = `// import '${bad}';\n/* import '${bad}' */\nconst s = "import '${bad}'";\n`;
    expect(caught({ [from]: text, 'web/ui/a.tsx': `export const A = () => <p>import from '${bad}'</p>;\n` })).toEqual(
      [],
    );
  });

  it('catches a relative path out of a feature, even to something it may use', () => {
    expect(caught({ [from]: "import '../../db/client.ts';\n" })[0]).toContain("write '#server/db/client.ts'");
    expect(caught({ [from]: "import '../wallet/wallet.service.ts';\n" })).toHaveLength(1);
    expect(caught({ 'web/features/quotes/quote-form.tsx': "import '../orders/order-form.tsx';\n" })).toHaveLength(1);
  });

  it('allows a feature its own files, in its subfolders too, and what the index of another offers', () => {
    const fine = ['./quotes.db.ts', './records/quotes.db.ts', '#server/features/wallet/index.ts'];
    expect(caught({ [from]: fine.map((name) => `import '${name}';`).join('\n') })).toEqual([]);
    expect(caught({ 'server/features/quotes/accept/accept.db.ts': "import '../records/quotes.db.ts';\n" })).toEqual([]);
  });

  it('catches a web feature that imports another by alias', () => {
    expect(
      caught({ 'web/features/quotes/quote-form.tsx': "import '#web/features/orders/order-form.tsx';\n" }),
    ).toHaveLength(1);
  });

  it('catches a relative path from one root into another', () => {
    expect(caught({ 'web/api/client.ts': "import '../../contract/quotes.ts';\n" })[0]).toContain(
      "write '#contract/quotes.ts'",
    );
    expect(caught({ 'sandbox/main.ts': "import '../server/app.ts';\n" })).toHaveLength(1);
  });

  it('catches a computed path outside the folders that may import anything', () => {
    expect(caught({ 'web/app/pages.tsx': 'const load = (name: string) => import(name);\n' })).toHaveLength(1);
    expect(caught({ 'testing/load.ts': 'const load = (name: string) => import(name);\n' })).toEqual([]);
  });

  it.each([
    ['contract/quotes.ts', 'node:crypto'],
    ['contract/quotes.ts', 'kysely'],
    ['web/ui/data-table.tsx', 'react-router'],
    ['web/ui/data-table.tsx', '@tanstack/react-query'],
    ['web/ui/data-table.tsx', 'zod'],
    ['web/lib/paths.ts', 'node:path'],
    ['web/features/quotes/quotes-page.tsx', 'kysely'],
    ['server/lib/pdf.ts', 'react'],
    ['server/features/quotes/quotes.service.ts', '@mantine/core'],
  ])('keeps %s away from the package %s', (path, name) => {
    expect(caught({ [path]: `import '${name}';\n` })).toHaveLength(1);
  });

  it.each([
    ['contract/quotes.ts', 'zod'],
    ['web/ui/data-table.tsx', '@tanstack/react-table'],
    ['web/features/quotes/quotes-page.tsx', 'react-router'],
    ['server/db/client.ts', 'kysely'],
  ])('lets %s use the package %s', (path, name) => {
    expect(caught({ [path]: `import '${name}';\n` })).toEqual([]);
  });

  it('lets a test use testing, the sandbox, vitest and Node, but no other feature', () => {
    const test = 'server/features/quotes/quotes.test.ts';
    const fine = [
      '#testing/factories.ts',
      '#sandbox/sandbox.ts',
      '#server/app.ts',
      'vitest',
      'node:fs',
      './quotes.service.ts',
    ];
    expect(caught({ [test]: fine.map((name) => `import '${name}';`).join('\n') })).toEqual([]);
    expect(caught({ [test]: `import '${bad}';\n` })).toHaveLength(1);
    expect(caught({ 'contract/quotes.test.ts': "import 'vitest';\nimport '#server/lib/clock.ts';\n" })).toHaveLength(1);
  });

  it('catches code outside every known folder', () => {
    expect(caught({ 'shared/thing.ts': 'export const x = 1;\n' })[0]).toContain('no known folder');
    expect(caught({ 'web/pages/thing.ts': "import '#web/features/quotes/quotes-page.tsx';\n" })).toHaveLength(1);
  });
});

describe('features', () => {
  const problems = (files: Record<string, string>) => messages(features, files);

  it('are called downwards only', () => {
    const up = { 'server/features/stock/stock.service.ts': "import { x } from '#server/features/orders/index.ts';\n" };
    expect(problems(up)).toEqual([
      'server/features/stock/stock.service.ts:1 stock lies below orders and may not import it: move the call up, or emit an event',
    ]);
    const down = { 'server/features/orders/orders.jobs.ts': "import { x } from '#server/features/stock/index.ts';\n" };
    expect(problems(down)).toEqual([]);
  });

  it('make no circle, types included', () => {
    const found = problems({
      'server/features/stores/records/stores.service.ts':
        "import type { X } from '#server/features/products/index.ts';\n",
      'server/features/products/products.service.ts': "import { y } from '#server/features/stock/index.ts';\n",
      'server/features/stock/stock.service.ts': "import { z } from '#server/features/stores/index.ts';\n",
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('closes a circle of features');
  });

  it('belong to a layer', () => {
    expect(problems({ 'server/features/horses/horses.service.ts': '' })).toEqual([
      'server/features/horses: belongs to no layer: give it one in scripts/structure/layers.ts',
    ]);
  });

  it.each([
    ['a function of its own', 'export const x = 1;\n'],
    ['everything of a file', "export * from './stock.service.ts';\n"],
    ['an import', "import './stock.service.ts';\n"],
    ['what another offers', "export { x } from '#server/features/stores/index.ts';\n"],
  ])('offer by their index no more than names of their files: %s', (_, text) => {
    expect(problems({ 'server/features/stock/index.ts': text })).toHaveLength(1);
  });

  it('offer names and types by their index', () => {
    const text =
      "/** What others may call. */\nexport { a, type B } from './stock.service.ts';\nexport type { C } from './stock.db.ts';\n";
    expect(problems({ 'server/features/stock/index.ts': text })).toEqual([]);
  });

  it('have subfolders that import those before them, and on the server nothing that lies beside them', () => {
    const inSubfolder = 'server/features/orders/pay/pay.service.ts';
    expect(problems({ [inSubfolder]: "import '../review/review.service.ts';\n" })).toEqual([]);
    expect(problems({ [inSubfolder]: "import '../cancel/cancel.service.ts';\n" })).toHaveLength(1);
    expect(problems({ [inSubfolder]: "import '../orders.jobs.ts';\n" })).toHaveLength(1);
    expect(problems({ 'web/features/orders/list/orders-page.tsx': "import '../orders-types.ts';\n" })).toEqual([]);
  });
});

describe('cycles', () => {
  it('are caught through relative and # imports', () => {
    const found = messages(cycles, {
      'server/lib/a.ts': "import './b.ts';\n",
      'server/lib/b.ts': "import '#server/lib/c.ts';\n",
      'server/lib/c.ts': "export * from '#server/lib/a.ts';\n",
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('server/lib/a.ts -> server/lib/b.ts -> server/lib/c.ts -> server/lib/a.ts');
  });

  it('are caught where only types come back', () => {
    const files = { 'web/lib/a.ts': "import './b.ts';\n", 'web/lib/b.ts': "import type { A } from './a.ts';\n" };
    expect(messages(cycles, files)).toHaveLength(1);
  });
});

describe('zod', () => {
  const contract = {
    'contract/days.ts': "import { z } from 'zod';\n",
    'contract/quotes.ts': "export * from './days.ts';\n",
    'contract/quote-rules.ts': "import type { Days } from './days.ts';\n",
  };

  it('is caught where a file of the browser brings it along by the contract', () => {
    const files = { ...contract, 'web/lib/a.ts': "import { days } from '#contract/quotes.ts';\n" };
    expect(messages(webWithoutZod, files)).toEqual([
      "web/lib/a.ts:1 '#contract/quotes.ts' brings zod: take a type, or a file of plain rules",
    ]);
  });

  it('stays away with types and plain rules, and may come into a test', () => {
    const plain =
      "import type { Quote } from '#contract/quotes.ts';\nimport { most } from '#contract/quote-rules.ts';\n";
    const files = { ...contract, 'web/lib/a.ts': plain, 'web/lib/a.test.ts': "import '#contract/quotes.ts';\n" };
    expect(messages(webWithoutZod, files)).toEqual([]);
  });
});

describe('imports', () => {
  it('that name no file or leave out the extension are caught', () => {
    const files = { 'web/lib/a.ts': "import './b';\nimport './gone.ts';\nimport './b.ts';\n", 'web/lib/b.ts': '' };
    expect(messages(importsResolve, files)).toHaveLength(2);
  });

  it('of undeclared packages are caught, and of development tools in what runs for users', () => {
    const manifest = JSON.stringify({ dependencies: { zod: '4.6.7' }, devDependencies: { vitest: '4.1.12' } });
    const text = "import 'zod';\nimport 'vitest';\nimport 'left-pad/deep';\nimport 'fs';\nimport 'node:fs';\n";
    expect(messages(declaredPackages, { 'package.json': manifest, 'server/lib/a.ts': text })).toHaveLength(3);
    expect(messages(declaredPackages, { 'package.json': manifest, 'server/lib/a.test.ts': text })).toHaveLength(2);
  });

  it('of packages without an exact version are caught', () => {
    const manifest = JSON.stringify({ dependencies: { zod: '^4.6.7' } });
    expect(messages(declaredPackages, { 'package.json': manifest })).toHaveLength(1);
  });
});

describe('the table of layers in docs/ARCHITECTURE.md', () => {
  it('names the features of layers.ts, layer by layer', () => {
    const text = readFileSync(new URL('../../docs/ARCHITECTURE.md', import.meta.url), 'utf8');
    const table = text.slice(text.indexOf('| layer, lowest first |'));
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2);
    const named = rows.map((row) =>
      (row.split('|')[2] ?? '')
        .replace(/\(.*?\)/g, '')
        .split(',')
        .map((word) => word.trim()),
    );
    expect(named.map((words) => words.toSorted())).toEqual(layers.map((words) => words.toSorted()));
  });
});

describe('the check as a command', () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const run = (root: string) =>
    spawnSync(process.execPath, ['--import', 'tsx', main, 'imports', root], { encoding: 'utf8' });

  it('fails when it saw no files', () => {
    const { status, stdout } = withPlanted({ 'README.md': '' }, run);
    expect(status).toBe(1);
    expect(stdout).toContain('saw 0 files');
  });

  it('fails on a planted violation and passes without', () => {
    const files = { 'contract/quotes.ts': "import '#contract/shared.ts';\n", 'contract/shared.ts': '' };
    expect(withPlanted(files, run).status).toBe(0);
    const planted = withPlanted({ ...files, 'web/ui/a.tsx': "import '#contract/quotes.ts';\n" }, run);
    expect(planted.status).toBe(1);
    expect(planted.stdout).toContain('web/ui/a.tsx:1  web/ui may not import contract');
  });
});
