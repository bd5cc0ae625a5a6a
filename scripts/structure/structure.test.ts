import { describe, expect, it } from 'vitest';
import { withPlanted } from './planted-tree.ts';
import { plantsOfCtx, plantsOfWriters } from './plants-of-server.ts';
import { plantsOfStyles } from './plants-of-styles.ts';
import { type Plant, plantsOfTexts } from './plants-of-texts.ts';
import { rules, structureRules } from './rules.ts';
import { forbiddenWordNames } from './rules/forbidden-words.ts';
import { byHand } from './rules/web-kit.ts';
import { readTree } from './tree.ts';

const contractFile = `import { endpoints } from './endpoint.ts';
export const quotes = endpoints({
  list: { method: 'GET', path: '/api/quotes', access: { kind: 'user' } },
  accept: { method: 'POST', path: '/api/quotes/{id}/accept', access: { kind: 'user' } },
});
`;
const routes =
  "import { mount } from '#server/http/mount.ts';\nexport const routes = (host) => mount(host, 'quotes', quotes, {});\n";
const quotesFeature = {
  'contract/quotes.ts': contractFile,
  'contract/index.ts': "export * from './quotes.ts';\n",
  'server/features/quotes/quotes.service.ts': 'export const x = 1;\n',
  'server/features/quotes/quotes.routes.ts': routes,
  'server/features/quotes/quotes.test.ts':
    'await api.quotes.list();\nawait app.post(`/api/quotes/${quote.id}/accept`);\n',
};
const manifest = JSON.stringify({ scripts: { test: 'x', check: 'x' } });

/** The feature without one of its files. */
function without(path: keyof typeof quotesFeature): Record<string, string> {
  return Object.fromEntries(Object.entries(quotesFeature).filter(([name]) => name !== path));
}

const plants: Plant[] = [
  ...plantsOfTexts,
  ...plantsOfStyles,
  ...plantsOfCtx,
  ...plantsOfWriters,
  ...structureRules.map(({ name }) => ({ rule: name, title: 'a whole feature', files: quotesFeature })),

  {
    rule: 'feature-shape',
    title: 'a service is missing',
    files: without('server/features/quotes/quotes.service.ts'),
    says: 'has no quotes.service.ts',
  },
  {
    rule: 'feature-shape',
    title: 'routes are missing',
    files: without('server/features/quotes/quotes.routes.ts'),
    says: 'has no quotes.routes.ts',
  },
  {
    rule: 'feature-shape',
    title: 'a test is missing',
    files: without('server/features/quotes/quotes.test.ts'),
    says: 'has no quotes.test.ts',
  },
  {
    rule: 'feature-shape',
    title: 'the folder is missing',
    files: { 'contract/quotes.ts': contractFile },
    says: 'has no folder server/features/quotes',
  },
  {
    rule: 'feature-shape',
    title: 'SQL in a service',
    files: { ...quotesFeature, 'server/features/quotes/quotes.service.ts': "ctx.db.selectFrom('quotes');\n" },
    says: 'speaks SQL',
  },
  {
    rule: 'feature-shape',
    title: 'SQL in its own file',
    files: {
      ...quotesFeature,
      'server/features/quotes/quotes.db.ts': "ctx.db.selectFrom('quotes');\nsql`select 1`;\n",
    },
  },
  {
    rule: 'feature-shape',
    title: 'a layer of another word',
    files: { ...quotesFeature, 'server/features/quotes/prices.db.ts': '' },
    says: "does not begin with the feature's word",
  },
  {
    rule: 'feature-shape',
    title: 'subfolders instead of a service',
    files: {
      ...without('server/features/quotes/quotes.service.ts'),
      'server/features/quotes/records/quotes.db.ts': '',
    },
  },
  {
    rule: 'feature-shape',
    title: 'a folder in a feature',
    files: { ...quotesFeature, 'server/features/quotes/deep/x.ts': '' },
    says: 'does not list as a subfolder of quotes',
  },

  {
    rule: 'one-word',
    title: 'another word in the web',
    files: { ...quotesFeature, 'web/features/offers/offers-page.tsx': '' },
    says: 'bears the name of no feature',
  },
  {
    rule: 'one-word',
    title: 'another word in texts',
    files: { ...quotesFeature, 'web/i18n/en/quote-answer.ts': '' },
    says: 'bears the name of no feature',
  },
  {
    rule: 'one-word',
    title: 'another word in stories',
    files: { ...quotesFeature, 'e2e/offers.spec.ts': '' },
    says: 'bears the name of no feature',
  },
  {
    rule: 'one-word',
    title: 'the same word, and parts of it',
    files: {
      ...quotesFeature,
      'web/features/quotes/quotes-page.tsx': '',
      'web/i18n/en/quotes-request.ts': '',
      'web/i18n/en/shell.ts': '',
      'e2e/quotes.spec.ts': '',
    },
  },
  {
    rule: 'contract-listed',
    title: 'a contract file is not listed',
    files: { ...quotesFeature, 'contract/index.ts': '' },
    says: 'not listed',
  },
  { rule: 'contract-listed', title: 'there is no list', files: without('contract/index.ts'), says: 'not listed' },

  {
    rule: 'endpoints-mounted',
    title: 'nothing is mounted',
    files: { ...quotesFeature, 'server/features/quotes/quotes.routes.ts': "// mount(host, 'quotes', quotes, {})\n" },
    says: 'mounted nowhere',
  },
  {
    rule: 'endpoints-mounted',
    title: 'it is mounted twice',
    files: {
      ...quotesFeature,
      'server/features/other/other.routes.ts': "mount(host, 'quotes', contract.quotes, {});\n",
    },
    says: 'mounted twice',
  },

  {
    rule: 'endpoints-tested',
    title: 'one is not called',
    files: { ...quotesFeature, 'server/features/quotes/quotes.test.ts': 'await api.quotes.list();\n' },
    says: 'no test calls quotes.accept (POST /api/quotes/{id}/accept)',
  },
  {
    rule: 'endpoints-tested',
    title: 'the path is called with another method',
    files: {
      ...quotesFeature,
      'server/features/quotes/quotes.test.ts': "list('/api/quotes');\nget('/api/quotes/1/accept');\n",
    },
    says: 'quotes.accept',
  },
  {
    rule: 'endpoints-tested',
    title: 'method and path are written out',
    files: {
      ...quotesFeature,
      'e2e/quotes.spec.ts': "inject({ method: 'POST', url: `/api/quotes/${id}/accept?x=1` });\n",
    },
  },

  {
    rule: 'migrations-named',
    title: 'numbers, then times',
    files: { 'server/db/migrations/0001_a.sql': '', 'server/db/migrations/20261123t1015_b.sql': '' },
  },
  {
    rule: 'migrations-named',
    title: 'a gap',
    files: { 'server/db/migrations/0001_a.sql': '', 'server/db/migrations/0003_b.sql': '' },
    says: 'is not named',
  },
  {
    rule: 'migrations-named',
    title: 'a time that does not exist',
    files: { 'server/db/migrations/20261123t2515_b.sql': '' },
    says: 'is not named',
  },
  {
    rule: 'migrations-named',
    title: 'another name',
    files: { 'server/db/migrations/first.sql': '' },
    says: 'is not named',
  },

  ...(
    [
      ['a product decision', '// P2', undefined],
      ['a product decision by its old name', '// decision 2', 'write P2'],
      ['a product decision that is none', '// sums (P3)', 'cites P3, which is no decision'],
      ['a record', '// record 0001', undefined],
      ['a record that is gone', '// record 0002', 'cites record 0002'],
      ['a record in brackets that is gone', '// as said (0003)', 'cites record 0003'],
      ['a section', '// domain.md §2.1, spec §7', undefined],
      ['a section that is not there', '// domain.md §2.2', 'cites domain §2.2'],
      ['a section of the specification that is not there', '// spec §8', 'cites spec §8'],
      ['a page that is not there', '// see gone.md', 'names gone.md'],
      ['an issue', '// issue 1, item 10', 'issues are not in the repository'],
    ] as const
  ).map(([title, text, says]) => ({
    rule: 'citations-true',
    title,
    files: {
      'web/ui/a.ts': `${text}\n`,
      'docs/product/decisions.md': '2. Two\n',
      'docs/product/domain.md': '## 2. Trade\n### 2.1 Money\n',
      'docs/product/spec-rules.md': '## 7. Calls\n',
      'docs/decisions/0001-one.md': '',
    },
    ...(says && { says }),
  })),

  {
    rule: 'docs-true',
    title: 'a path that is gone',
    files: { 'README.md': 'see `server/gone.ts`\n' },
    says: "README.md:1 names 'server/gone.ts'",
  },
  {
    rule: 'docs-true',
    title: 'a command that is gone',
    files: { 'package.json': manifest, 'docs/OPERATING.md': '\nnpm run gone\n' },
    says: "docs/OPERATING.md:2 names 'npm run gone'",
  },
  {
    rule: 'docs-true',
    title: 'paths and commands that exist, placeholders and addresses',
    files: {
      'package.json': manifest,
      'docs/x.md':
        'npm test, npm run check, `docs/x.md`, docs/, `docs/<word>.md`, docs/{a,b}.md, https://example.com/server/gone.ts, #server/x\n',
    },
  },

  ...(
    [
      [
        'dangerouslySetInnerHTML',
        'web/shell/a.tsx',
        'export const A = () => <p dangerouslySetInnerHTML={x} />;',
        'SafeHtml',
      ],
      ['dangerouslySetInnerHTML', 'web/ui/safe-html.tsx', 'export const A = () => <p dangerouslySetInnerHTML={x} />;'],
      ['fetch()', 'web/shell/a.tsx', "fetch('/x');", 'request layer'],
      ['fetch()', 'web/shell/a.tsx', "query.refetch(); prefetch(); // fetch('/x')"],
      ['fetch()', 'web/api/client.ts', "fetch('/x');"],
      ['localStorage, sessionStorage, document.cookie', 'web/shell/a.ts', "localStorage.getItem('x');", 'web/lib'],
      ['localStorage, sessionStorage, document.cookie', 'web/shell/a.ts', "document.cookie = 'x';", 'web/lib'],
      ['localStorage, sessionStorage, document.cookie', 'web/lib/storage.ts', "localStorage.getItem('x');"],
      ['randomUUID in the browser', 'web/ui/a.ts', 'const key = crypto.randomUUID();', 'useApiMutation'],
      ['randomUUID in the browser', 'web/ui/a.ts', "import { v7 as uuid } from 'uuid';\nuuid();", 'useApiMutation'],
      ['randomUUID in the browser', 'server/lib/a.ts', 'const key = crypto.randomUUID();'],
      [
        'a list that may miss members of a union',
        'web/features/orders/a.ts',
        "const tabs = ['all'] as const satisfies readonly Order['stage'][];",
        'everyOf',
      ],
      ['a list that may miss members of a union', 'web/features/orders/a.ts', "const tabs = everyOf<Tab>()(['all']);"],
      [
        'the mobile breakpoint in a media query',
        'web/ui/a.module.css',
        '@media (max-width: 991.98px) { .a { gap: 0; } }',
        'data-device',
      ],
      ['the mobile breakpoint in a media query', 'web/ui/a.ts', "matchMedia('(width < 992px)');", 'data-device'],
      ['the mobile breakpoint in a media query', 'web/ui/a.module.css', '@media (max-width: 600px) { .a { gap: 0; } }'],
      [
        '<Suspense>',
        'web/features/orders/a.tsx',
        'export const A = () => <Suspense>{null}</Suspense>;',
        'LazyBoundary',
      ],
      ['<Suspense>', 'web/components/lazy-part.tsx', 'export const A = () => <Suspense>{null}</Suspense>;'],
      ['process.env in the server', 'server/lib/mail.ts', 'process.env.SMTP_URL;', 'config.ts'],
      ['process.env in the server', 'server/lib/config.ts', 'process.env.SMTP_URL;'],
      ['process.env in the sandbox', 'sandbox/mail.ts', 'process.env.PORT;', 'config.ts'],
      ['the wall clock', 'server/features/quotes/quotes.service.ts', 'const a = new Date();', 'ctx.now'],
      ['the wall clock', 'server/features/quotes/quotes.service.ts', 'const a = Date.now();', 'ctx.now'],
      ['the wall clock', 'server/features/quotes/quotes.service.ts', 'const a = new Date(row.at);'],
      ['any', 'bench/a.ts', 'const a: any = 1;', 'name the type'],
      ['any', 'bench/a.test.ts', 'const a = 1 as any;', 'name the type'],
      ['any', 'bench/a.ts', "// : any\nconst a = ': any';"],
      ['a suppression without a reason', 'bench/a.ts', '// @ts-ignore', 'say why'],
      ['a suppression without a reason', 'bench/a.ts', '// @ts-expect-error', 'say why'],
      ['a suppression without a reason', 'bench/a.ts', '// oxlint-disable-next-line no-console', 'say why'],
      ['a suppression without a reason', 'bench/a.ts', '// oxlint-disable-next-line no-console -- the home of the log'],
      ['a suppression without a reason', 'bench/a.ts', '// @ts-expect-error the handler is missing on purpose'],
      ['a note to self', 'bench/a.ts', '// TODO later', 'do it now'],
      ['a note to self', 'docs/a.md', 'FIXME', 'do it now'],
      ['a test that is skipped or singled out', 'bench/a.test.ts', "it.only('x', f);", 'make it pass'],
      ['a test that is skipped or singled out', 'e2e/a.spec.ts', "describe.concurrent.skip('x', f);", 'make it pass'],
      ['a test that is skipped or singled out', 'e2e/a.spec.ts', "it.skipIf(!tool)('x', f);"],
      ['a sleep in a test', 'e2e/a.spec.ts', 'await page.waitForTimeout(100);', 'wait for what'],
    ] as const
  ).map(([word, path, text, says]) => ({
    rule: 'forbidden-words',
    title: `${word}: ${text.slice(0, 50)} in ${path}`,
    files: { [path]: `${text}\n` },
    ...(says && { says }),
  })),

  ...(
    [
      ['web/ui/a.ts', 'export interface A {}', "write 'type'"],
      ['web/ui/a.ts', 'interface A {}', "write 'type'"],
      ['web/ui/a.ts', "declare module 'x' { interface A {} }\ndeclare global { interface Window { a: 1 } }"],
      ['server/db/tables.ts', 'export interface Quotes {}'],
      ['web/ui/a.ts', 'export enum A { b }', 'union of strings'],
      ['web/ui/a.ts', 'export default 1;', 'by its name'],
      ['web/features/quotes/quotes-page.tsx', 'export default function QuotesPage() {}'],
    ] as const
  ).map(([path, text, says]) => ({
    rule: 'code-style',
    title: text,
    files: { [path]: text },
    ...(says && { says }),
  })),

  ...(
    [
      ['a platform is missing', { 'node_modules/a': { optionalDependencies: { b: '1' } } }, 'lacks b'],
      ['a registry is named', { 'node_modules/a': { resolved: 'https://example.com/a.tgz' } }, 'names a registry'],
      [
        'a platform is nested',
        { 'node_modules/a': { optionalDependencies: { b: '1' } }, 'node_modules/a/node_modules/b': {} },
      ],
      [
        'a platform is above',
        { 'node_modules/x/node_modules/@s/a': { optionalDependencies: { b: '1' } }, 'node_modules/b': {} },
      ],
    ] as const
  ).map(([title, packages, says]) => ({
    rule: 'lock-complete',
    title,
    files: { 'package-lock.json': JSON.stringify({ packages }) },
    ...(says && { says }),
  })),

  ...(
    [
      ['a rule without a test', '| S2-01 | x |', '', 'no test bears S2-01 (x)'],
      ['a tag without a rule', '', "it('y', { tags: ['T01'] }, f);", 'bears T01, which is no rule'],
      ['two tags of which one is no rule', '| S2-01 | x |', "it('y', { tags: ['S2-01', 'T02'] }, f);", 'bears T02'],
      ['an id in a title', '', "it('S2-01 y', f);", 'has an id in its title'],
      ['a rule twice', '| S2-01 | x |\n| S2-01 | z |', "it('y', { tags: ['S2-01'] }, f);", 'is a rule already'],
      ['a test in a comment', '| S2-01 | x |', "// it('y', { tags: ['S2-01'] }, f);", 'no test bears S2-01'],
      ['every rule with its test', '| S2-01 | x |', "it('y', { tags: ['S2-01'], timeout: 1 }, f);"],
      ['a tag of a table of cases', '| T01 | x |', "it.each(rows)('%s y', { tags: ['T01'] }, f);"],
    ] as const
  ).map(([title, rows, tests, says]) => ({
    rule: 'spec-covered',
    title,
    files: { 'docs/product/spec-rules.md': `${rows}\n`, 'e2e/a.spec.ts': `${tests}\n` },
    ...(says && { says }),
  })),

  {
    rule: 'settings-listed',
    title: 'a setting is not in the example',
    files: {
      'server/lib/config.ts': 'const shape = {\n  PORT: z.x,\n  HOST: z.x,\n};\n',
      '.env.example': '# PORT=1\n',
    },
    says: 'does not list HOST',
  },
  {
    rule: 'settings-listed',
    title: 'the example lists what nobody reads',
    files: { 'server/lib/config.ts': 'const shape = {\n  PORT: z.x,\n};\n', '.env.example': 'PORT=1\nGONE=1\n' },
    says: 'GONE, which nothing reads',
  },

  ...(
    [
      [
        'a row in a state',
        'const [open, setOpen] = useState();',
        'onOpen={setOpen}',
        "onOpen uses the state 'setOpen'",
      ],
      ['an id in a state', 'const [row] = useState();', 'openId={row?.id}', "openId uses the state 'row'"],
      [
        'a row in a state, by way of a function and spread',
        'const [open, setOpen] = useState();',
        '{...(editable && { onOpen: (row) => setOpen(row.id) })}',
        "onOpen uses the state 'setOpen'",
      ],
      ['an id in the address', 'const [adding] = useState();', "openId={url.get('order')} adding={adding}"],
    ] as const
  ).map(([title, before, given, says]) => ({
    rule: 'open-in-address',
    title,
    files: { 'web/features/orders/staff-page.tsx': `${before}\nconst list = <DataTable ${given} />;\n` },
    ...(says && { says }),
  })),

  ...(
    [
      ['a query by hand', "import { useQuery } from '@tanstack/react-query';", 'belongs to web/api'],
      ['a query key', "client.invalidateQueries({ queryKey: ['orders'] });", 'useApiQuery makes the key'],
      ['a mutation by hand', "import { useMutation } from '@tanstack/react-query';", 'belongs to web/api'],
      ['an idempotency key', 'api.orders.cancel(input, { idempotencyKey });', 'brings the idempotency key'],
      ['a busy state', 'const [busy, setBusy] = useState(false);', 'take the busy state'],
      ['a refusal shown by hand', 'await call(api.orders.hold(input));', 'at its field or as a toast'],
      ['the kit', "const cancel = useApiMutation(api.orders.cancel, { refetch: ['orders'] });"],
    ] as const
  ).map(([title, line, says]) => ({
    rule: 'web-kit',
    title,
    files: { 'web/features/orders/a.ts': `${line}\n`, 'web/api/use-api-query.ts': `${line}\n` },
    ...(says && { says }),
  })),
  {
    rule: 'web-kit',
    title: 'a file on the list that does nothing by hand',
    files: { 'web/shell/palette-body.tsx': 'export const x = 1;\n' },
    says: 'take it off the list',
  },

  {
    rule: 'file-sizes',
    title: 'a long file',
    files: { 'web/ui/a.ts': '\n'.repeat(401) },
    says: 'has 401 lines, the cap is 400',
  },
  { rule: 'file-sizes', title: 'a long test', files: { 'web/ui/a.test.ts': '\n'.repeat(501) }, says: 'the cap is 500' },
  {
    rule: 'file-sizes',
    title: 'a long language file',
    files: { 'web/i18n/en.ts': '\n'.repeat(900), 'web/ui/a.ts': '\n'.repeat(400) },
  },

  { rule: 'file-names', title: 'PascalCase', files: { 'web/ui/DataTable.tsx': '' }, says: 'not kebab-case' },
  {
    rule: 'file-names',
    title: 'a folder with an underscore',
    files: { 'web/my_folder/a.ts': '' },
    says: 'not kebab-case',
  },
  ...['utils', 'helpers', 'common', 'misc', 'types'].map((name) => ({
    rule: 'file-names',
    title: `a file called ${name}`,
    files: { [`web/lib/${name}.ts`]: '' },
    says: 'name the thing',
  })),
  {
    rule: 'file-names',
    title: 'a folder called helpers',
    files: { 'testing/helpers/clock.ts': '' },
    says: 'name the thing',
  },
];

describe('structure rules', () => {
  it.each(plants)('$rule: $title', ({ rule, files, says }) => {
    const chosen = rules.find(({ name }) => name === rule);
    const found = withPlanted(files, (root) =>
      chosen?.check(readTree(root)).map(({ path, line, message }) => `${path}${line ? `:${line}` : ''} ${message}`),
    );
    if (says === undefined) expect(found).toEqual([]);
    else expect(found?.join('\n')).toContain(says);
  });

  it('let no further file of the web do manually what the kit does', () => {
    expect(Object.keys(byHand).length).toBeLessThanOrEqual(10);
  });

  it('each have a planted violation here', () => {
    const planted = new Set(plants.filter(({ says }) => says).map(({ rule }) => rule));
    expect(structureRules.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it('each have a planted violation for every forbidden word', () => {
    const titles = plants.filter(({ rule, says }) => rule === 'forbidden-words' && says).map(({ title }) => title);
    expect(forbiddenWordNames.filter((word) => !titles.some((title) => title.startsWith(`${word}: `)))).toEqual([]);
  });
});
