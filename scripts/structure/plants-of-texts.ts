/** A file that a rule must complain of, or must not. */
export type Plant = {
  rule: string;
  title: string;
  files: Record<string, string>;
  /** What the rule must say; absent = it must say nothing. */
  says?: string;
};

/** Two features in English and Chinese, with some files changed or, where undefined, left out. */
function plantedTexts(changed: Record<string, string | undefined>): Record<string, string> {
  const names = ['orders', 'quotes'];
  const files: Record<string, string | undefined> = Object.fromEntries(
    names.flatMap((name) => [
      [`web/i18n/en/${name}.ts`, `export const ${name} = { title: 'x' };\n`],
      [
        `web/i18n/zh/${name}.ts`,
        `import type { ${name} as en } from '../en/${name}.ts';\nexport const ${name}: Translation<typeof en> = {};\n`,
      ],
    ]),
  );
  const all = Object.entries({ ...files, ...changed });
  return Object.fromEntries(all.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
}

/** What the rules about texts must find and must leave alone. */
export const plantsOfTexts: readonly Plant[] = [
  ...(
    [
      [
        'a language without types',
        { 'web/i18n/zh/orders.ts': "export const orders = { title: '订单' };" },
        'is not typed',
      ],
      [
        'types of another file',
        {
          'web/i18n/zh/orders.ts':
            "import type { quotes as en } from '../en/quotes.ts';\nexport const orders: Translation<typeof en> = { title: '订单' };",
        },
        'is not typed',
      ],
      ['a language without a feature', { 'web/i18n/zh/quotes.ts': undefined }, 'has no web/i18n/zh/quotes.ts'],
      ['typed texts', {}],
    ] as const
  ).map(([title, changed, says]) => ({
    rule: 'texts-typed',
    title,
    files: plantedTexts(changed),
    ...(says && { says }),
  })),

  ...(
    [
      ['a sentence for a reader', "export const held = 'The order is on hold. Release it first.';", 'give it a key'],
      ['a sentence with values', 'export const left = (n) => `Only ${n} units are left.`;', '“Only … units are left.”'],
      ['a key', "export const held = { text: 'orders.unpayable_held' };"],
      ['an error for the log', "throw new Error('The carrier does not answer.');"],
      ['a line of the API reference', "export const list = { summary: 'List orders that wait.' };"],
    ] as const
  ).map(([title, line, says]) => ({
    rule: 'sentences-in-texts',
    title,
    files: { 'server/features/orders/a.ts': `${line}\n` },
    ...(says && { says }),
  })),

  ...(
    [
      ['a letter beside Chinese', '添加SKU', 'a space is missing'],
      ['a value beside Chinese', '共{{count}} 个订单', 'a space beside the value is missing'],
      ['a value before Chinese', '共 {{count}}个订单', 'a space beside the value is missing'],
      ['a space beside a mark', '已付款 ，共 {{count}} 个', 'a space beside a Chinese mark'],
      ['a space beside a Chinese word', '发往 {{country}}', 'a Chinese word has no space'],
      ['spaces in their places', '共 {{count}} 个 SKU，发往{{country}}（{{units}}）', undefined],
    ] as const
  ).map(([title, text, says]) => ({
    rule: 'chinese-spaces',
    title,
    files: { 'server/lib/refusals/zh/orders.ts': `export const orders = { title: '${text}' };\n` },
    ...(says && { says }),
  })),
  {
    rule: 'chinese-spaces',
    title: 'a value of a template beside Chinese',
    files: {
      'server/features/orders/order-mail-texts.ts': 'export const lead = (about) => `共${about.count} 个订单`;\n',
    },
    says: 'a space beside the value is missing',
  },
];
